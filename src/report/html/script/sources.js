// Every sentence of the source documents, and what stands in this run for the rules that test it.

function sourcesView(query) {
  const counts = new Map(report.rules.map((rule) => [rule.id, { cases: 0, laws: 0 }]));
  const asked = subjects.reduce((a, b) => (b.verdicts.length > a.verdicts.length ? b : a), subjects[0]);
  for (const entry of asked.verdicts) {
    for (const id of entry.rules) {
      const row = counts.get(id);
      if (row) row[entry.kind === "law" ? "laws" : "cases"] += 1;
    }
  }
  const needle = (query.search ?? "").toLowerCase();
  const fits = ({ words, asks, rules: own, untestable }) =>
    (!needle || `${words} ${asks} ${own.join(" ")}`.toLowerCase().includes(needle)) && (!query.show || Boolean(untestable));
  const standing = (id) => {
    const { cases, laws } = counts.get(id) ?? { cases: 0, laws: 0 };
    return el("div", el("a", { href: route("rule", { id }) }, el("b", id)), ` ${number(cases)} cases, ${number(laws)} laws, ${number(rules.get(id)?.mutants ?? 0)} mutants`);
  };
  const line = (sentence, at) =>
    el(
      "tr",
      el("td", number(at + 1)),
      el("td", el("q", sentence.words.replace(/^"|"$/g, "")), el("div", sentence.asks)),
      el("td", sentence.untestable ? el("i", `not tested: ${sentence.untestable}`) : sentence.rules.map(standing)),
    );
  const section = (source, { name, sentences }) => {
    const rows = sentences.map((sentence, at) => fits(sentence) && line(sentence, at)).filter(Boolean);
    if (rows.length === 0) return null;
    return el(
      "section",
      el("h3", `${source.name}, ${name}`),
      el("div.wide", el("table.matrix", el("thead", el("tr", ["", "sentence", "rules"].map((head) => el("th", head)))), el("tbody", rows))),
    );
  };
  const chosen = documents.filter((source) => !query.domain || source.domain === query.domain);
  const all = documents.flatMap((source) => source.sections.flatMap(({ sentences }) => sentences));
  const untested = all.filter(({ untestable }) => untestable).length;
  return [
    el("p.lead", `${plural(all.length, "sentence", "sentences")} of the source documents, by a few of their words; rules test ${number(all.length - untested)}, and ${number(untested)} ask nothing that could be tested.`),
    filters("sources", query, [search("Search sentences"), choose("domain", "every domain", domains), choose("show", "all sentences", ["untested"], { untested: "not tested" })]),
    chosen.map((source) => source.sections.map((part) => section(source, part))),
  ];
}
