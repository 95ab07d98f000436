// The first view: who conforms, and where it hurts.

function overview() {
  return [
    warnings(),
    failing(),
    el("div.cards", subjects.map(card)),
    subjects.length > 1 && agreement(),
  ];
}

function warnings() {
  const { selection, shard } = report;
  const said = [];
  if (selection.skipped) said.push(`${plural(selection.skipped, "case or law is", "cases and laws are")} skipped: ${selection.skip.join(", ")}`);
  if (selection.only.length) said.push(`Only a part was checked: ${selection.only.join(", ")}`);
  if (selection.left_out_by_basis) said.push(`${number(selection.left_out_by_basis)} cases and laws rest on decisions of this project, and are left out`);
  if (shard) said.push(`This is shard ${shard.index} of ${shard.of}`);
  return said.map((text) => el("p.notice", text));
}

function card(subject, at) {
  const about = [subject.hello.version && `version ${subject.hello.version}`, subject.hello.language, `${subject.seconds.toFixed(2)} s`];
  return el(
    "section.card",
    el("h2", subject.name),
    el(`p.conclusion.${subject.conclusion}`, SENTENCES[subject.conclusion]),
    el("p.meta", about.filter(Boolean).join(" · ")),
    el("p.meta", subject.command.length ? el("code", subject.command.join(" ")) : "built in"),
    subject.missing.map((domain) => el("p.notice.bad", `${domain} is required, but not all of it was checked`)),
    subject.breakdowns.map((text) => el("div.notice.bad", el("p", "No case or law is to blame for this:"), el("pre", text))),
    subject.notes.map((text) => el("p.notice", text)),
    el("div.bars", Object.entries(subject.domains).map(([domain, counts]) => bar(domain, counts, at))),
    legend(subject),
  );
}

/** A domain: its verdicts as parts of a bar, each a way to its list. */
function bar(domain, counts, at) {
  const present = WORST_FIRST.filter((verdict) => counts[verdict] > 0);
  const wrong = WRONG.reduce((sum, verdict) => sum + counts[verdict], 0);
  return el(
    "div.bar-row",
    el("a.bar-name", { href: route("verdicts", { subject: at, domain }) }, domain),
    el(wrong ? "span.bar-count.bad" : "span.bar-count", wrong ? `${number(wrong)} of ${number(counts.total)} wrong` : number(counts.total)),
    el(
      "div.bar",
      { role: "img", "aria-label": present.map((verdict) => `${counts[verdict]} ${verdict}`).join(", ") },
      present.map((verdict) =>
        el(`a.part.${verdict}`, {
          href: route("verdicts", { subject: at, domain, verdict }),
          title: `${counts[verdict]} ${verdict}`,
          style: `flex-grow:${counts[verdict]}`,
          tabindex: "-1",
        }),
      ),
    ),
  );
}

function legend(subject) {
  const present = Object.keys(VERDICTS).filter((verdict) => subject.summary[verdict] > 0);
  const at = subjects.indexOf(subject);
  return el("p.legend", present.map((verdict) => el("a", { href: route("verdicts", { subject: at, verdict }) }, chip(verdict, `${number(subject.summary[verdict])} ${verdict}`))));
}

function agreement() {
  let other = 0;
  for (const items of byId.values()) {
    if (isDisputed(items)) other += 1;
  }
  return el(
    "p.lead",
    `The subjects have the same verdict on ${plural(byId.size - other, "case or law", "cases and laws")}, and different ones on `,
    el("a", { href: route("verdicts", { differ: 1 }) }, number(other)),
    ".",
  );
}

/** How many broken rules the first view shows. */
const SHOWN = 8;

/** One line for each rule that is broken, for each subject. */
function failing() {
  const rows = [];
  for (const [id, columns] of byRule) {
    columns.forEach((items, at) => {
      const found = worst(items);
      if (WRONG.includes(found.verdict)) rows.push({ id, at, found });
    });
  }
  if (rows.length === 0) return null;
  rows.sort((a, b) => VERDICTS[b.found.verdict].bad - VERDICTS[a.found.verdict].bad || b.found.count - a.found.count || (a.id < b.id ? -1 : 1));
  const more = rows.length - SHOWN;
  return el(
    "section",
    el("h2", "What is wrong"),
    el(
      "ul.wrong",
      rows.slice(0, SHOWN).map(({ id, at, found }) =>
        el(
          "li",
          el(
            "a",
            { href: route("rule", { id }) },
            chip(found.verdict, `${number(found.count)} ${found.verdict}`),
            el("span.what", el("b", id), ` ${rules.get(id)?.title ?? ""}`),
            subjects.length > 1 && el("span.who", subjects[at].name),
          ),
        ),
      ),
    ),
    more > 0 && el("p", el("a", { href: route("rules", { show: "wrong" }) }, `and ${number(more)} more`)),
  );
}
