"use strict";
// The search of the first page, in the address as `#?q=words`. Without it the page still lists everything.
(() => {
  const root = document.body.dataset.root;
  const search = document.getElementById("search");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search) return;
    event.preventDefault();
    if (search) search.focus();
    else location.href = `${root}index.html#?`;
  });
  if (!search) return;
  const rules = [...document.querySelectorAll("li.found")];
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const rule of rules) {
      const text = words.length === 0 ? "" : `${rule.textContent.toLowerCase()} ${rule.dataset.words}`;
      rule.hidden = !words.every((word) => text.includes(word));
      shown += rule.hidden ? 0 : 1;
    }
    for (const section of document.querySelectorAll("section.document")) {
      section.hidden = section.querySelector("li.found:not([hidden])") === null;
    }
    document.getElementById("none").hidden = shown > 0;
    document.getElementById("status").textContent =
      shown === rules.length ? `${shown} ${shown === 1 ? "rule" : "rules"}` : `${shown} of ${rules.length} rules`;
  };
  const changed = () => {
    show();
    const words = search.value.trim();
    history.replaceState(null, "", words ? `#?${new URLSearchParams({ q: words })}` : "#");
  };
  const follow = () => {
    if (!location.hash.startsWith("#?")) return;
    search.value = new URLSearchParams(location.hash.slice(2)).get("q") ?? "";
    search.focus();
    show();
  };
  search.addEventListener("input", changed);
  document.querySelector("button.reset").addEventListener("click", () => {
    search.value = "";
    changed();
    search.focus();
  });
  addEventListener("hashchange", follow);
  document.querySelector(".tools").hidden = false;
  show();
  follow();
})();
