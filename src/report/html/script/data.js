// The report, and what is looked up in it again and again.

const { report, keys: wrongKeys, documents } = JSON.parse(document.getElementById("data").textContent);

const VERDICTS = {
  pass: { mark: "✓", bad: 0 },
  unsupported: { mark: "–", bad: 1 },
  warn: { mark: "!", bad: 2 },
  "known-failure": { mark: "◌", bad: 3 },
  "unexpected-pass": { mark: "★", bad: 4 },
  fail: { mark: "✗", bad: 5 },
  errored: { mark: "⚡", bad: 6 },
};
const WORST_FIRST = Object.keys(VERDICTS).reverse();
const WRONG = ["errored", "fail", "unexpected-pass"];

/** Whether a verdict says something against anyone, be it known. */
function isTold(verdict) {
  return verdict !== undefined && VERDICTS[verdict].bad > VERDICTS.unsupported.bad;
}

/** Whether subjects have different verdicts on something. Who has none does not count. */
function isDisputed(items) {
  return new Set(items.filter(Boolean).map((item) => item.entry.verdict)).size > 1;
}

const SENTENCES = {
  conforms: "conforms",
  "as-expected": "is as expected",
  "does-not-conform": "does not conform",
  unfinished: "was not judged to the end",
  unusable: "cannot be judged",
};

const subjects = report.subjects;
const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
const domains = [...new Set(subjects.flatMap((subject) => Object.keys(subject.domains)))].sort();

// Every verdict, with the place of its subject.
const verdicts = [];
// For each id, its verdict for each subject.
const byId = new Map();
// For each rule and subject, the verdicts that are about it.
const byRule = new Map();
const shared = new Map();

subjects.forEach((subject, at) => {
  for (const entry of subject.verdicts) {
    const item = { entry, at, domain: entry.id.split("/", 1)[0] };
    verdicts.push(item);
    if (!byId.has(entry.id)) byId.set(entry.id, new Array(subjects.length).fill(null));
    byId.get(entry.id)[at] = item;
    // A failure is held against the first of its rules; the others share it only if nothing else stands for them.
    const clean = !isTold(entry.verdict);
    entry.rules.forEach((rule, place) => {
      const map = clean || place === 0 ? byRule : shared;
      if (!map.has(rule)) map.set(rule, subjects.map(() => []));
      map.get(rule)[at].push(item);
    });
  }
});
for (const [rule, columns] of shared) {
  if (!byRule.has(rule)) byRule.set(rule, subjects.map(() => []));
  byRule.get(rule).forEach((items, at) => items.length === 0 && items.push(...columns[at]));
}

/** The worst verdict among some, how many have it, and how many there are. */
function worst(items) {
  let found = null;
  let count = 0;
  for (const { entry } of items) {
    if (found === null || VERDICTS[entry.verdict].bad > VERDICTS[found].bad) [found, count] = [entry.verdict, 1];
    else if (entry.verdict === found) count += 1;
  }
  return { verdict: found, count, total: items.length };
}

/** A verdict as a small label. */
function chip(verdict, text) {
  if (!verdict) return el("span.chip.none", "–");
  return el(`span.chip.${verdict}`, el("span", { "aria-hidden": "true" }, VERDICTS[verdict].mark), ` ${text ?? verdict}`);
}

/** The command that checks one case or law again. */
function again(subject, entry) {
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
  const quote = (word) => (/^[A-Za-z0-9_\-./=:,+@%]+$/.test(word) ? word : quoted(word));
  const end = subject.arguments.indexOf("--");
  const options = end < 0 ? subject.arguments : subject.arguments.slice(0, end);
  const command = end < 0 ? [] : subject.arguments.slice(end);
  const replay = entry.kind === "law" && entry.input ? ["--replay", quoted(JSON.stringify(entry.input))] : [];
  return ["proofmark check --only", quoted(entry.id), ...options.map(quote), ...replay, ...command.map(quote)].join(" ");
}
