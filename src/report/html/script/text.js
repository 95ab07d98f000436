// Prose and values.

/** The little Markdown that rules are written in: paragraphs, lists, tables, code. */
function prose(text) {
  return text.split(/\n{2,}/).map((part) => {
    const lines = part.split("\n");
    if (lines[0].startsWith("|")) return table(lines);
    if (lines[0].startsWith("    ")) return el("pre", part);
    if (lines[0].startsWith("- ")) {
      const items = part.split(/^- /m).slice(1);
      return el("ul", items.map((item) => el("li", inline(item))));
    }
    return el("p", inline(part));
  });
}

function inline(text) {
  return text.split("`").map((part, at) => (at % 2 ? el("code", part) : part.replaceAll("\n", " ")));
}

function table(lines) {
  const cells = (line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());
  const [head, , ...rows] = lines;
  return el(
    "div.wide",
    el(
      "table",
      el("thead", el("tr", cells(head).map((cell) => el("th", inline(cell))))),
      el("tbody", rows.map((row) => el("tr", cells(row).map((cell) => el("td", inline(cell)))))),
    ),
  );
}

const LINE = 72;

/** A value on as few lines as is readable: what fits on a line stays on it. */
function pretty(value, indent = "") {
  const flat = JSON.stringify(value);
  if (flat.length + indent.length <= LINE || value === null || typeof value !== "object") return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => inner + pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pretty(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

const LONGEST = 20000;

/** A value as code, with a part of it marked; where something is missing, the place is. What is very long is cut. */
function value(given, from = -1, to = -1) {
  const text = typeof given === "string" ? given : pretty(given);
  const cut = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const more = text.length - cut.length;
  const marked = to > from ? el("mark", cut.slice(from, to)) : el("mark.gap");
  const parts = from < 0 ? [cut] : [cut.slice(0, from), marked, cut.slice(to)];
  return el("pre.value", el("code", parts), more > 0 && el("em", ` … ${number(more)} more characters`));
}

/** Where two texts differ: from which character on, and up to which of each. */
function differing(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const room = Math.min(a.length, b.length) - start;
  while (end < room && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, a.length - end, b.length - end];
}

/** Expected and actual, side by side. */
function difference(entry) {
  const { expected, actual } = entry;
  const sides = [];
  if (expected?.any_of) {
    for (const { choice, ...outcome } of expected.any_of) {
      const names = Object.entries(choice ?? {}).map(([rule, name]) => `${rule} ${name}`);
      sides.push(el("div.side.expected", el("h4", `expected, if ${names.join(", ")}`), value(outcome)));
    }
    if (actual !== undefined) sides.push(el("div.side.actual", el("h4", "actual"), value(actual)));
    return el("div.sides", sides);
  }
  const [a, b] = [expected, actual].map((it) => (it === undefined ? null : pretty(it)));
  const alike = expected?.ok !== undefined && actual?.ok !== undefined;
  const [start, endA, endB] = alike && a !== b ? differing(a, b) : [-1, -1, -1];
  if (a !== null) sides.push(el("div.side.expected", el("h4", "expected"), value(a, start, endA)));
  if (b !== null) sides.push(el("div.side.actual", el("h4", "actual"), value(b, start, endB)));
  return el("div.sides", sides);
}
