// What stands for each rule, in this run.

function coverageView(query) {
  const counts = new Map(report.rules.map((rule) => [rule.id, { rule, cases: 0, laws: 0 }]));
  // All subjects were asked the same, unless one could not be asked.
  const asked = subjects.reduce((a, b) => (b.verdicts.length > a.verdicts.length ? b : a), subjects[0]);
  for (const entry of asked.verdicts) {
    for (const id of entry.rules) {
      const row = counts.get(id);
      if (row) row[entry.kind === "law" ? "laws" : "cases"] += 1;
    }
  }
  const needle = (query.search ?? "").toLowerCase();
  const rows = [...counts.values()].filter(
    ({ rule, cases, laws }) =>
      (!needle || `${rule.id} ${rule.title}`.toLowerCase().includes(needle)) &&
      (!query.domain || rule.domain === query.domain) &&
      (!query.show || cases + laws === 0),
  );
  const most = Math.max(1, ...rows.map((row) => row.cases));
  const bare = [...counts.values()].filter((row) => row.cases + row.laws === 0).length;
  return [
    el("p.lead", `${plural(counts.size, "rule", "rules")} in the domains that were checked; `, bare ? `nothing in this run stands for ${number(bare)} of them.` : "something stands for each of them."),
    filters("coverage", query, [search("Search rules"), choose("domain", "every domain", domains), choose("show", "all rules", ["bare"], { bare: "not covered" })]),
    el(
      "div.wide",
      el(
        "table.matrix.numbers",
        el("thead", el("tr", ["rule", "level", "cases", "laws", "mutants"].map((name) => el("th", name)))),
        el(
          "tbody",
          rows.map(({ rule, cases, laws }) =>
            el(
              cases + laws ? "tr" : "tr.differ",
              el("th", { scope: "row" }, el("a", { href: route("rule", { id: rule.id }) }, el("b", rule.id), ` ${rule.title}`)),
              el("td", rule.level),
              el("td", { style: `--share:${(Math.log2(1 + cases) / Math.log2(1 + most)).toFixed(3)}`, class: "share" }, number(cases)),
              [laws, rule.mutants].map((count) => el(count ? "td" : "td.zero", number(count))),
            ),
          ),
        ),
      ),
    ),
  ];
}
