"use strict";
// Filters, search, anchors and copying. Without it the page still shows everything.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const rules = all("details.rule").map((element) => ({
    element,
    outcome: element.dataset.outcome,
    text: `${element.id} ${element.textContent}`.toLowerCase(),
  }));
  const search = document.getElementById("search");
  const filters = all("button.filter");

  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = filters.filter((button) => button.ariaPressed === "true").map((button) => button.dataset.outcome);
    let shown = 0;
    for (const rule of rules) {
      const fits =
        (wanted.length === 0 || wanted.includes(rule.outcome)) && words.every((word) => rule.text.includes(word));
      rule.element.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const section of all("section.suite")) {
      section.hidden = all("details.rule:not([hidden])", section).length === 0;
    }
    document.getElementById("none").hidden = shown > 0;
    document.getElementById("status").textContent =
      shown === rules.length ? `${shown} rules` : `${shown} of ${rules.length} rules`;
  };

  const goToAnchor = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) {
      search.value = "";
      for (const button of filters) button.ariaPressed = "false";
      show();
    }
    if (target.matches("details")) target.open = true;
    target.scrollIntoView();
  };

  const copy = async (button) => {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      // Some browsers give a file no clipboard: then the text is at least selected.
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
  };

  const setOpen = (open) => {
    for (const rule of rules) rule.element.open = open && !rule.element.hidden;
  };

  search.addEventListener("input", show);
  for (const button of filters) {
    button.addEventListener("click", () => {
      button.ariaPressed = button.ariaPressed === "true" ? "false" : "true";
      show();
    });
  }
  document.getElementById("unfold").addEventListener("click", () => setOpen(true));
  document.getElementById("fold").addEventListener("click", () => setOpen(false));
  for (const button of all("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== search) {
      event.preventDefault();
      search.focus();
    }
  });
  addEventListener("hashchange", goToAnchor);
  document.querySelector(".tools").hidden = false;
  show();
  goToAnchor();
})();
