// Rules × subjects, and one rule.

function rulesView(query) {
  const shownRules = report.rules.filter((rule) => byRule.has(rule.id));
  const fits = (rule) => {
    const cells = byRule.get(rule.id).map(worst);
    const needle = (query.search ?? "").toLowerCase();
    if (needle && !`${rule.id} ${rule.title} ${rule.text}`.toLowerCase().includes(needle)) return false;
    if (query.domain && rule.domain !== query.domain) return false;
    if (query.level && rule.level !== query.level) return false;
    if (query.basis && rule.basis !== query.basis) return false;
    if (query.show === "wrong" && !cells.some((cell) => cell.verdict && isTold(cell.verdict))) return false;
    if (query.show === "missing" && !cells.some((cell) => cell.verdict === "unsupported")) return false;
    if (query.show === "differ" && new Set(cells.map((cell) => cell.verdict).filter(Boolean)).size < 2) return false;
    return true;
  };
  const found = shownRules.filter(fits);
  const options = (of) => [...new Set(shownRules.map(of))].sort();
  return [
    filters("rules", query, [
      search("Search rules"),
      choose("domain", "every domain", options((rule) => rule.domain)),
      choose("level", "every level", options((rule) => rule.level)),
      choose("basis", "every basis", options((rule) => rule.basis)),
      choose("show", "all rules", ["wrong", "missing", ...(subjects.length > 1 ? ["differ"] : [])], { wrong: "with failures", missing: "not supported", differ: "not the same for all" }),
    ]),
    el("p.count", `${plural(found.length, "rule", "rules")} of ${number(shownRules.length)}`),
    found.length ? matrix(found) : el("p.empty", "No rule fits."),
  ];
}

function matrix(found) {
  return el(
    "div.wide",
    el(
      "table.matrix",
      el("thead", el("tr", el("th", "rule"), subjects.map((subject) => el("th", subject.name)))),
      el(
        "tbody",
        found.map((rule) =>
          el(
            "tr",
            el("th", { scope: "row" }, el("a", { href: route("rule", { id: rule.id }) }, el("b", rule.id), ` ${rule.title}`)),
            byRule.get(rule.id).map((items, at) => cell(rule, items, at)),
          ),
        ),
      ),
    ),
  );
}

function cell(rule, items, at) {
  const { verdict } = worst(items);
  return el(verdict ? `td.${verdict}` : "td", verdictLink(rule, items, at));
}

/** The same, with the name of the subject before it. */
function subjectCell(rule, items, at) {
  return el("span", `${subjects[at].name} `, verdictLink(rule, items, at));
}

function verdictLink(rule, items, at) {
  const { verdict, count, total } = worst(items);
  if (!verdict) return chip(null);
  const text = verdict === "pass" ? number(total) : `${number(count)} of ${number(total)}`;
  const label = `${subjects[at].name}: ${text} ${verdict}`;
  const href = route("verdicts", verdict === "pass" ? { rule: rule.id, subject: at } : { rule: rule.id, subject: at, verdict });
  return el("a", { href, title: label, "aria-label": label }, chip(verdict, text));
}

function ruleView({ id }) {
  const rule = rules.get(id);
  if (!rule) return el("p.empty", "There is no such rule in this report.");
  const columns = byRule.get(id) ?? subjects.map(() => []);
  const items = columns.flat().sort((a, b) => VERDICTS[b.entry.verdict].bad - VERDICTS[a.entry.verdict].bad);
  const clearest = columns.map((column) => example(column));
  return [
    el("h2", `${rule.id} ${rule.title}`),
    el("p.meta", `${rule.level}, ${rule.basis} · `, el("a", { href: route("rules", { domain: rule.domain }) }, rule.domain)),
    el("blockquote", prose(rule.text)),
    el("p.legend", columns.map((column, at) => subjectCell(rule, column, at))),
    choicesOf(id),
    clearest.map((item) => item && el("section", el("h3", subjects.length > 1 ? `${subjects[item.at].name}: the clearest example` : "The clearest example"), failure(item))),
    el("h3", plural(items.length, "case or law", "cases and laws")),
    verdictList(items),
  ];
}

/** The one that says most with least: what someone wrote, then laws, then samples; the smallest input of these. */
function example(items) {
  const { verdict } = worst(items);
  if (!verdict || !isTold(verdict)) return null;
  const rank = ({ entry }) => (entry.kind === "law" ? 1 : entry.id.split("/")[1].startsWith("sample-") ? 2 : 0);
  const size = ({ entry }) => JSON.stringify(entry.input ?? null).length;
  const those = items.filter((item) => item.entry.verdict === verdict);
  return those.reduce((a, b) => (rank(b) - rank(a) || size(b) - size(a)) < 0 ? b : a);
}
