"""Looking into the files that a workflow delivers: is there something in them?"""

import csv
import os
import re
import struct

CODE = (".py", ".js", ".ts", ".sh", ".sql", ".c", ".java", ".html")
COMMENT = re.compile(r"\s*(#|//|/\*|\*|--|<!--)")
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# More than a third of the paragraphs of a text said before is too much.
TOO_REPETITIVE = 1 / 3


def placeholder_in_file(path, content, placeholder):
    """Whether a text has a placeholder. In code, a comment may say what is left to do."""
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        return False  # Not a text.
    if extension(path) in CODE:
        lines = [line for line in lines if not COMMENT.match(line)]
    return any(placeholder.search(line) for line in lines)


def is_broken(path, content):
    """Whether a file was made only so that there is one."""
    check = {".png": is_broken_png, ".pdf": is_broken_pdf, ".csv": is_broken_csv}.get(extension(path))
    return check is not None and check(content)


def is_broken_png(content):
    """Not a PNG at all, or one of a single pixel."""
    header = content[:24]
    if len(header) < 24 or not header.startswith(PNG_SIGNATURE) or header[12:16] != b"IHDR":
        return True
    width, height = struct.unpack(">II", header[16:])
    return width * height <= 1


def is_broken_pdf(content):
    # Readers look for the header in the first kilobyte.
    return b"%PDF-" not in content[:1024]


def is_broken_csv(content):
    """Without a row of names for its columns: a name has a letter in it."""
    rows = csv.reader(content.decode("utf-8-sig", "replace").splitlines())
    try:
        first = next((row for row in rows if any(cell.strip() for cell in row)), [])
    except csv.Error:
        return True
    return not any(letter.isalpha() for cell in first for letter in cell)


def is_repetitive(path, content):
    """Of the structural checks of Markdown, the one that the document gives a measure for."""
    if extension(path) not in (".md", ".markdown"):
        return False
    blocks = re.split(r"\n\s*\n", content.decode("utf-8", "replace").replace("\r\n", "\n"))
    paragraphs = [" ".join(block.split()) for block in blocks if re.match(r"\s*[^\W_]", block)]
    repeated = len(paragraphs) - len(set(paragraphs))
    return repeated > len(paragraphs) * TOO_REPETITIVE


def extension(path):
    return os.path.splitext(path)[1].lower()
