// What each subject does where rules are open.

function choicesView() {
  const open = [...new Set(subjects.flatMap((subject) => subject.choices.map((choice) => choice.rule)))].sort();
  if (open.length === 0) return el("p.empty", "Nothing that was asked leaves a choice.");
  return [
    el("p.lead", "Where a rule is open, several behaviours are allowed. None is held against anyone. What is not done as most do it is marked."),
    el(
      "div.wide",
      el(
        "table.matrix",
        el("thead", el("tr", el("th", "open rule"), subjects.map((subject) => el("th", subject.name)))),
        el("tbody", open.map(choiceRow)),
      ),
    ),
  ];
}

function choiceRow(id) {
  const names = subjects.map((subject) => Object.keys(subject.choices.find((choice) => choice.rule === id)?.choices ?? {}).join(" and "));
  const count = (name) => names.filter((other) => other === name).length;
  const usual = names.filter(Boolean).reduce((a, b) => (count(b) > count(a) ? b : a), names.find(Boolean));
  return el(
    "tr",
    el("th", { scope: "row" }, el("a", { href: route("rule", { id }) }, el("b", id), ` ${rules.get(id)?.title ?? ""}`)),
    names.map((name) => el(name && name !== usual ? "td.differ" : "td", name ? el("code", name) : chip(null))),
  );
}

function choicesOf(id) {
  const any = subjects.some((subject) => subject.choices.some((choice) => choice.rule === id));
  return any && el("div.wide", el("table.matrix", el("tbody", choiceRow(id))));
}
