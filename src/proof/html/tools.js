"use strict";
// What both pages do: search, filters, and all of it in the address. Without it a page still shows everything.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

/** An anchor as it was meant, whatever stands in it. */
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What the address says: `#awp/R6`, or `#?q=cursor&only=fail&at=awp/R6`. */
const readAddress = () => {
  const hash = location.hash.slice(1);
  if (!hash.startsWith("?")) return { words: "", only: [], at: decoded(hash) };
  const said = new URLSearchParams(hash.slice(1));
  return { words: said.get("q") ?? "", only: (said.get("only") ?? "").split(",").filter(Boolean), at: said.get("at") ?? "" };
};

/** How many of the rules are shown, in words. */
const counted = (shown, of) => (shown === of ? `${of} ${of === 1 ? "rule" : "rules"}` : `${shown} of ${of} rules`);

const search = byId("search");
const filters = all("button.filter");
const pressed = () => filters.filter((button) => button.ariaPressed === "true").map((button) => button.dataset.outcome);

const writeAddress = (at) => {
  const words = search.value.trim();
  const only = pressed();
  const state = new URLSearchParams();
  if (words) state.set("q", words);
  if (only.length > 0) state.set("only", only.join(","));
  if (at && (words || only.length > 0)) state.set("at", at);
  const text = state.size > 0 ? `?${state}` : at ?? "";
  history.replaceState(null, "", `#${text}`);
};

const setTools = ({ words, only }) => {
  search.value = words;
  for (const button of filters) button.ariaPressed = only.includes(button.dataset.outcome) ? "true" : "false";
};

/** Whether an item with these outcomes and this text is asked for. The text is only read when it is searched. */
const asked = () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const only = pressed();
  return (outcomes, text) =>
    (only.length === 0 || only.some((outcome) => outcomes.includes(outcome))) &&
    (words.length === 0 || words.every((word) => text().includes(word)));
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

const startTools = (show) => {
  const changed = () => {
    show();
    writeAddress();
  };
  search.addEventListener("input", changed);
  for (const button of filters) {
    button.addEventListener("click", () => {
      button.ariaPressed = button.ariaPressed === "true" ? "false" : "true";
      changed();
    });
  }
  for (const button of all("button.copy")) button.hidden = false;
  document.addEventListener("click", (event) => {
    if (event.target.matches("button.copy")) copy(event.target);
    if (event.target.matches("button.reset")) {
      setTools({ words: "", only: [] });
      changed();
      search.focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== search) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === "Escape" && event.target === search) {
      search.value = "";
      changed();
    }
  });
  document.querySelector(".tools").hidden = false;
};
