"""Renders Markdown from stdin with GitHub's extensions, raw HTML included, and says what came of it, as JSON."""

import json
import sys
from html.parser import HTMLParser

from markdown_it import MarkdownIt


class Elements(HTMLParser):
    """Counts the elements, and keeps the text and what would act."""

    def __init__(self):
        super().__init__()
        self.tags, self.text, self.acting = {}, [], []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        harmless = {"class", "style", "start"}
        self.acting += [f"{tag} {name}={value}" for name, value in attrs if name not in harmless]

    def handle_data(self, data):
        self.text.append(data)


elements = Elements()
elements.feed(MarkdownIt("gfm-like", {"html": True}).render(sys.stdin.read()))
json.dump({"tags": elements.tags, "acting": elements.acting, "text": "".join(elements.text)}, sys.stdout)
