// All verdicts, and one of them.

function verdictsView(query) {
  const needle = (query.search ?? "").toLowerCase();
  const found = verdicts.filter(
    ({ entry, at, domain }) =>
      (!query.verdict || entry.verdict === query.verdict) &&
      (!query.subject || at === Number(query.subject)) &&
      (!query.domain || domain === query.domain) &&
      (!query.kind || entry.kind === query.kind) &&
      (!query.rule || entry.rules.includes(query.rule)) &&
      (!query.differ || isDisputed(byId.get(entry.id))) &&
      (!needle || `${entry.id} ${entry.rules.join(" ")} ${entry.message ?? ""}`.toLowerCase().includes(needle)),
  );
  const present = Object.keys(VERDICTS).filter((verdict) => subjects.some((subject) => subject.summary[verdict] > 0));
  const names = Object.fromEntries(subjects.map((subject, at) => [at, subject.name]));
  return [
    filters("verdicts", query, [
      search("Search ids, rules, messages"),
      choose("verdict", "every verdict", present),
      subjects.length > 1 && choose("subject", "every subject", Object.keys(names), names),
      choose("domain", "every domain", domains),
      choose("kind", "cases and laws", ["case", "law"], { case: "cases", law: "laws" }),
      query.rule && choose("rule", "every rule", [query.rule]),
      subjects.length > 1 && choose("differ", "agreed or not", ["1"], { 1: "not the same for all" }),
    ]),
    el("p.count", `${plural(found.length, "verdict", "verdicts")} of ${number(verdicts.length)}`),
    verdictList(found),
  ];
}

function verdictList(items) {
  return longList(
    items,
    ({ entry, at }) =>
      el(
        "a.row",
        { href: route("verdict", { subject: at, id: entry.id }) },
        chip(entry.verdict),
        el("span.id.path", entry.id),
        el("span.rules", entry.rules.join(" ")),
        subjects.length > 1 && el("span.who", subjects[at].name),
      ),
    "Nothing fits.",
  );
}

function verdictView({ subject, id }) {
  const item = byId.get(id)?.[Number(subject ?? 0)];
  if (!item) return el("p.empty", "There is no such verdict in this report.");
  return [
    el("h2", { class: "id" }, id),
    el("p", el("a", { href: route("verdicts", { domain: item.domain, subject: item.at }) }, "← all of ", item.domain)),
    subjects.length > 1 && others(id, item),
    failure(item),
    item.entry.rules.map((rule) => {
      const found = rules.get(rule);
      return found && el("section", el("h3", el("a", { href: route("rule", { id: rule }) }, `${rule} ${found.title}`)), el("p.meta", `${found.level}, ${found.basis}`), el("blockquote", prose(found.text)));
    }),
  ];
}

/** What the other subjects came to. */
function others(id, here) {
  return el(
    "p.legend",
    byId.get(id).map((item, at) =>
      el("a", { href: route("verdict", { subject: at, id }), "aria-current": at === here.at ? "true" : null }, `${subjects[at].name} `, chip(item?.entry.verdict)),
    ),
  );
}

/** Everything about one verdict. */
function failure({ entry, at }) {
  const subject = subjects[at];
  const command = again(subject, entry);
  const step = entry.step === undefined ? "" : `step ${entry.step + 1}: `;
  return el(
    `article.failure.${entry.verdict}`,
    el("h4", el("a.id", { href: route("verdict", { subject: at, id: entry.id }) }, entry.id)),
    el("p", chip(entry.verdict), " ", el("span.message", step, entry.message), entry.failure && el("span.kind", { title: "how it fails" }, entry.failure)),
    entry.known && el("p.known", el("b", "known: "), entry.known.reason, " ", entry.known.link && outside(entry.known.link)),
    entry.inputs !== undefined && el("p.meta", `${plural(entry.inputs, "random input", "random inputs")}, digest ${entry.digest}`),
    entry.input !== undefined && entry.input !== null && el("div.side", el("h4", entry.kind === "law" ? "smallest input" : entry.operation), value(entry.input)),
    (entry.expected !== undefined || entry.actual !== undefined) && difference(entry),
    (wrongKeys[at][entry.id] ?? []).map(keyFields),
    el("div.again", el("code", command), copier(command)),
    entry.file && el("p.meta", `${entry.file}:${entry.line}`),
  );
}

/** A key that was expected and the one that came, with their fields named under them. */
function keyFields({ name, expected, actual }) {
  const line = (label, fields, others) =>
    el(
      `div.key-line.${label}`,
      el("h4", `${name}, ${label}`),
      el("div.fields", fields.map(({ name: field, hex }, at) => el(others[at]?.hex === hex && others[at]?.name === field ? "span.field" : "span.field.differs", el("code", hex), el("small", field)))),
    );
  return el("div.keys-compared", line("expected", expected, actual), line("actual", actual, expected));
}
