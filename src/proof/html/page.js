// One proof: which rules are shown, and where an anchor leads.
(() => {
  const rules = all("details.rule").map((element) => ({
    element,
    outcomes: [element.dataset.outcome],
    text: () => (element.searchText ??= `${element.id} ${element.textContent}`.toLowerCase()),
  }));

  const show = () => {
    const fits = asked();
    let shown = 0;
    for (const rule of rules) {
      rule.element.hidden = !fits(rule.outcomes, rule.text);
      shown += rule.element.hidden ? 0 : 1;
    }
    for (const section of all("section.suite")) {
      section.hidden = section.querySelector("details.rule:not([hidden])") === null;
    }
    byId("none").hidden = shown > 0;
    byId("status").textContent = counted(shown, rules.length);
  };

  const follow = () => {
    const address = readAddress();
    const target = byId(address.at);
    if (location.hash.startsWith("#?")) {
      setTools(address);
      show();
    }
    if (!target) return;
    if (target.closest("[hidden]")) {
      setTools({ words: "", only: [] });
      show();
    }
    if (target.matches("details")) target.open = true;
    target.scrollIntoView();
  };

  const setOpen = (open) => {
    for (const rule of rules) rule.element.open = open && !rule.element.hidden;
  };

  byId("unfold").addEventListener("click", () => setOpen(true));
  byId("fold").addEventListener("click", () => setOpen(false));
  startTools(show);
  addEventListener("hashchange", follow);
  show();
  follow();
})();
