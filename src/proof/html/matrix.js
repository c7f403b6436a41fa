// Several proofs: which rows are shown, and the drawer that a cell opens. What a drawer shows lies in the page, unseen,
// until it is asked for.
(() => {
  document.documentElement.classList.add("live");
  const entryText = (id) => {
    const entry = byId(id);
    return (entry.searchText ??= entry.textContent.toLowerCase());
  };
  const rows = all("tr.row").map((element) => ({
    element,
    outcomes: element.dataset.outcomes.split(" "),
    text: () => entryText(element.dataset.rule),
  }));
  const questions = all("tbody.asked");
  const drawer = byId("drawer");
  let opener = null;

  const show = () => {
    const fits = asked();
    let shown = 0;
    for (const row of rows) {
      row.element.hidden = !fits(row.outcomes, row.text);
      shown += row.element.hidden ? 0 : 1;
    }
    for (const group of all("tbody.group")) group.hidden = group.querySelector("tr.row:not([hidden])") === null;
    for (const question of questions) {
      question.hidden = pressed().length > 0 || !fits([], () => entryText(question.dataset.question));
    }
    all("section.open-questions").forEach((section) => (section.hidden = questions.every((question) => question.hidden)));
    byId("none").hidden = shown > 0;
    byId("status").textContent = counted(shown, rows.length);
  };

  const close = () => {
    if (drawer.hidden) return;
    drawer.hidden = true;
    byId("drawer-body").replaceChildren();
    for (const cell of all("[aria-current]")) cell.removeAttribute("aria-current");
    writeAddress();
    opener?.focus();
  };

  const open = (target, id) => {
    const entry = target.closest("details.entry");
    const copied = target === entry ? [...entry.children].slice(1) : [target];
    byId("drawer-title").replaceChildren(...[...entry.querySelector("summary").childNodes].map((node) => node.cloneNode(true)));
    byId("drawer-body").replaceChildren(...copied.map((node) => node.cloneNode(true)));
    for (const each of all("[id]", byId("drawer-body"))) each.removeAttribute("id");
    for (const cell of all("[aria-current]")) cell.removeAttribute("aria-current");
    const links = all("main a").filter((link) => decoded(link.hash.slice(1)) === id);
    links[0]?.setAttribute("aria-current", "true");
    opener = links.includes(document.activeElement) ? document.activeElement : links[0];
    drawer.hidden = false;
    drawer.scrollTop = 0;
    drawer.focus({ preventScroll: true });
  };

  const follow = () => {
    const address = readAddress();
    if (location.hash.startsWith("#?")) {
      setTools(address);
      show();
    }
    const target = byId(address.at);
    if (target?.closest(".entries")) open(target, address.at);
  };

  /** The cell in the direction of an arrow key. */
  const neighbour = (from, key) => {
    const shown = all("a.cell, tr.row a.id").filter((cell) => cell.offsetParent);
    const column = (cell) => cell.closest("td, th").cellIndex;
    const line = (cell) => cell.closest("tr");
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const inLine = shown.filter((cell) => line(cell) === line(from));
      return inLine[inLine.indexOf(from) + (key === "ArrowLeft" ? -1 : 1)];
    }
    const inColumn = shown.filter((cell) => column(cell) === column(from));
    return inColumn[inColumn.indexOf(from) + (key === "ArrowUp" ? -1 : 1)];
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key.startsWith("Arrow") && event.target.matches?.("a.cell, tr.row a.id")) {
      event.preventDefault();
      neighbour(event.target, event.key)?.focus();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("main a");
    const id = link && decoded(link.hash.slice(1));
    const target = id && byId(id);
    if (!target?.closest(".entries")) return;
    event.preventDefault();
    link.focus();
    writeAddress(id);
    open(target, id);
  });
  byId("close").addEventListener("click", close);
  startTools(show);
  addEventListener("hashchange", follow);
  show();
  follow();
})();
