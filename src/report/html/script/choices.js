// What each subject does where rules are open.

function choicesView() {
  const open = [...new Set(subjects.flatMap((subject) => subject.choices.map((choice) => choice.rule)))].sort();
  if (open.length === 0) return el("p.empty", "Nothing that was asked leaves a choice.");
  return [
    el("p.lead", "Where a rule is open, several behaviours are allowed. None is held against anyone; here is who does what."),
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
  const differ = new Set(names.filter(Boolean)).size > 1;
  return el(
    differ ? "tr.differ" : "tr",
    el("th", { scope: "row" }, el("a", { href: route("rule", { id }) }, el("b", id), ` ${rules.get(id)?.title ?? ""}`)),
    names.map((name) => el("td", name ? el("code", name) : chip(null))),
  );
}

function choicesOf(id) {
  const any = subjects.some((subject) => subject.choices.some((choice) => choice.rule === id));
  return any && el("div.wide", el("table.matrix", el("tbody", choiceRow(id))));
}
