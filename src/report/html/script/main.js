// Which view is shown, and what keys do.

const VIEWS = {
  overview: { title: "Overview", render: overview, key: "o" },
  rules: { title: "Rules", render: rulesView, key: "r" },
  verdicts: { title: "Verdicts", render: verdictsView, key: "v" },
  choices: { title: "Choices", render: choicesView, key: "c" },
  coverage: { title: "Coverage", render: coverageView, key: "g" },
  sources: { title: "Sources", render: sourcesView, key: "s" },
  kills: { title: "Mutants", render: killsView, key: "m" },
};
const PAGES = { ...VIEWS, rule: { render: ruleView, within: "rules" }, verdict: { render: verdictView, within: "verdicts" } };

// How often the address has changed: whoever goes back further leaves the page.
let steps = 0;

const content = document.getElementById("content");

/** Shows what the address asks for; `keep` is the name of the field that keeps the focus. */
function show({ keep } = {}) {
  const { view, query } = address();
  const page = PAGES[view] ?? PAGES.overview;
  const active = keep && content.querySelector(`[name="${keep}"]`);
  const caret = active?.selectionStart;
  content.replaceChildren(...[page.render(query)].flat(Infinity).filter(Boolean));
  for (const link of document.querySelectorAll("#nav a")) {
    const here = link.dataset.view === (page.within ?? view);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = visible(["proofmark", query.id ?? page.title].filter(Boolean).join(": "));
  if (keep) {
    const field = content.querySelector(`[name="${keep}"]`);
    field?.focus();
    if (caret !== undefined && caret !== null) field?.setSelectionRange?.(caret, caret);
  } else {
    scrollTo(0, 0);
    content.focus({ preventScroll: true });
  }
}

function frame() {
  const good = subjects.filter((subject) => ["conforms", "as-expected"].includes(subject.conclusion)).length;
  const sentence = subjects.length === 1 ? `${subjects[0].name} ${SENTENCES[subjects[0].conclusion]}` : `${good} of ${subjects.length} subjects pass`;
  const verdict = document.getElementById("verdict");
  verdict.className = `conclusion ${report.conclusion}`;
  verdict.textContent = visible(sentence);
  const views = Object.entries(VIEWS).filter(([name]) => name !== "kills" || report.kills);
  document.getElementById("nav").replaceChildren(
    ...views.map(([name, { title, key }]) => el("a", { href: route(name), "data-view": name, title: `${title} (${key})` }, title)),
  );
  document.getElementById("footer").replaceChildren(
    el("p", `proofmark ${report.proofmark} · seed ${report.seed} · ${number(report.cases)} inputs a law · ${number(verdicts.length)} verdicts`),
    el("p.keys", "Keys: ", ["/ search", "↑ ↓ rows", "Enter open", "Esc back", ...views.map(([, { title, key }]) => `${key} ${title.toLowerCase()}`), "t theme"].join(" · ")),
  );
}

/** Light, dark, or as the system says. */
function theme(next) {
  const order = ["auto", "light", "dark"];
  const root = document.documentElement;
  const now = root.dataset.theme ?? "auto";
  const chosen = next ?? order[(order.indexOf(now) + 1) % order.length];
  root.dataset.theme = chosen;
  document.getElementById("theme").textContent = visible({ auto: "◐ auto", light: "○ light", dark: "● dark" }[chosen]);
  try {
    localStorage.setItem("proofmark-theme", chosen);
  } catch {
    // A file may have no storage; then the theme is forgotten.
  }
  document.dispatchEvent(new Event("themechange"));
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches?.("input, select, textarea");
  if (event.key === "Escape") {
    const { within } = PAGES[address().view] ?? {};
    if (typing) event.target.blur();
    else if (steps > 0) history.back();
    else if (within) location.hash = route(within);
    return;
  }
  if (typing) {
    if (event.key === "ArrowDown" && event.target.matches("input")) {
      event.preventDefault();
      content.querySelector(".long .row, .matrix a")?.focus();
    }
    return;
  }
  const view = Object.entries(VIEWS).find(([, { key }]) => key === event.key);
  if (event.key === "/") {
    event.preventDefault();
    const field = content.querySelector("input[type=search]");
    if (field) field.focus();
    else {
      location.hash = route("verdicts");
      setTimeout(() => content.querySelector("input[type=search]")?.focus(), 50);
    }
  } else if (event.key === "t") theme();
  else if (view) location.hash = route(view[0]);
}

/** On paper, there is no clicking: the overview, and an example for each rule that is broken. */
function onPaper() {
  const examples = [];
  for (const columns of byRule.values()) {
    for (const items of columns) {
      const item = WRONG.includes(worst(items).verdict) && example(items);
      if (item) examples.push(item);
    }
  }
  const parts = examples.slice(0, 100).map((item) => {
    const rule = rules.get(item.entry.rules[0]);
    return el("section", el("h3", `${rule?.id ?? ""} ${rule?.title ?? ""} · ${subjects[item.at].name}`), rule && el("blockquote", prose(rule.text)), failure(item));
  });
  content.replaceChildren(...[overview(), parts].flat(Infinity).filter(Boolean));
}

let stored = null;
try {
  stored = localStorage.getItem("proofmark-theme");
} catch {
  // As above.
}
frame();
theme(["auto", "light", "dark"].includes(stored) ? stored : "auto");
show();
document.getElementById("theme").addEventListener("click", () => theme());
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  content.focus();
});
addEventListener("hashchange", () => {
  steps += 1;
  show();
});
addEventListener("keydown", keys);
addEventListener("beforeprint", onPaper);
addEventListener("afterprint", () => show());
document.documentElement.dataset.ready = "true";
