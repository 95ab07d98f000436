// The kill matrix: which cases and laws catch which mutant.

function killsView(query) {
  const { kills } = report;
  if (!kills) {
    return el("p.empty", "This report has no kill matrix. ", el("code", "proofmark report FILE.json --kills MATRIX.json --to html=…"), " adds one.");
  }
  const all = [...new Set(kills.mutants.map((mutant) => mutant.id.split("/", 1)[0]))].sort();
  const domain = all.includes(query.domain) ? query.domain : all[0];
  const needle = (query.search ?? "").toLowerCase();
  const mutants = kills.mutants.filter(
    (mutant) => mutant.id.startsWith(`${domain}/`) && (!needle || `${mutant.id} ${mutant.rule} ${mutant.about}`.toLowerCase().includes(needle)),
  );
  const caught = kills.survivors === 0 ? "all of them caught" : `${number(kills.survivors)} of them caught by nothing`;
  return [
    el("p.lead", `${plural(kills.mutants.length, "deliberately wrong subject", "deliberately wrong subjects")}, ${caught}.`),
    filters("kills", { ...query, domain }, [search("Search mutants"), choose("domain", null, all)]),
    mutants.length > 0 && heatMap(mutants, domain),
    longList(mutants, mutantRow, "No mutant fits."),
  ];
}

function mutantRow(mutant) {
  return el(
    "a.row",
    { href: route("rule", { id: mutant.rule }), title: mutant.about },
    chip(mutant.killed ? "pass" : "fail", mutant.killed ? "caught" : "survived"),
    el("span.id", mutant.id.split("/").pop(), el("span.meta", ` ${mutant.about}`)),
    el("span.rules", mutant.rule),
    el("span.who", `${plural(mutant.cases.length, "case", "cases")}, ${plural(mutant.laws.length, "law", "laws")}`),
  );
}

/** The sizes of a cell, and of what names the columns. */
const CELL = { height: 9, least: 14, most: 96 };
const HEAD = 124;

/** A row a mutant, a column a file of cases or a law; the more catch it, or the sooner, the stronger the colour. */
function heatMap(mutants, domain) {
  const columns = killers(mutants);
  const laws = columns.filter((column) => column.law).length;
  const size = `${plural(mutants.length, "mutant", "mutants")} × ${plural(columns.length - laws, "file of cases", "files of cases")} and ${plural(laws, "law", "laws")}`;
  const where = el("p.meta.where", { "aria-live": "polite" }, size);
  const key = el("p.meta", el("span.swatch.pass"), " files of cases, the more of them the stronger · ", el("span.swatch.known-failure"), " laws, the sooner the stronger");
  const head = el("canvas.head", { "aria-hidden": "true" });
  const body = el("canvas", { role: "img", "aria-label": `Heat map of the kill matrix: ${size}. The list below says the same.` });
  const box = el("div.heat", head, body);
  let width = CELL.least;
  const paint = () => {
    width = Math.max(CELL.least, Math.min(CELL.most, Math.floor((box.clientWidth - 20) / columns.length)));
    paintHead(sized(head, columns.length * width, HEAD), columns, domain, width);
    paintBody(sized(body, columns.length * width, mutants.length * CELL.height), mutants, columns, width);
  };
  const at = (event) => [columns[Math.floor(event.offsetX / width)], mutants[Math.floor(event.offsetY / CELL.height)]];
  body.addEventListener("mousemove", (event) => {
    const [column, mutant] = at(event);
    if (column && mutant) where.textContent = visible(`${mutant.id} (${mutant.rule}) × ${column.id}: ${column.law ? lawful(mutant, column) : plural(column.cases.get(mutant) ?? 0, "case", "cases")}`);
  });
  body.addEventListener("click", (event) => {
    const [, mutant] = at(event);
    if (mutant) location.hash = route("rule", { id: mutant.rule });
  });
  document.addEventListener("themechange", paint);
  new ResizeObserver(paint).observe(box);
  return el("figure", box, el("figcaption", key, where));
}

function lawful(mutant, column) {
  const inputs = column.inputs.get(mutant);
  return inputs === undefined ? "holds" : `broken after ${plural(inputs, "input", "inputs")}`;
}

/** The columns: files of cases, then laws, each with what it does to whom. */
function killers(mutants) {
  const files = new Map();
  const laws = new Map();
  for (const mutant of mutants) {
    for (const id of mutant.cases) {
      const file = id.slice(0, id.lastIndexOf("/"));
      if (!files.has(file)) files.set(file, { id: file, law: false, cases: new Map() });
      const { cases } = files.get(file);
      cases.set(mutant, (cases.get(mutant) ?? 0) + 1);
    }
    for (const { id, inputs } of mutant.laws) {
      if (!laws.has(id)) laws.set(id, { id, law: true, inputs: new Map() });
      laws.get(id).inputs.set(mutant, inputs);
    }
  }
  const sorted = (map) => [...map.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [...sorted(files), ...sorted(laws)];
}

/** A canvas of this size, as sharp as the screen is. */
function sized(canvas, width, height) {
  const scale = devicePixelRatio || 1;
  canvas.width = Math.max(1, width * scale);
  canvas.height = Math.max(1, height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  return pen;
}

function paintHead(pen, columns, domain, width) {
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--soft");
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  columns.forEach(({ id }, place) => {
    pen.save();
    pen.translate(place * width + width / 2, HEAD - 4);
    pen.rotate(-Math.PI / 2);
    pen.fillText(visible(id.replace(`${domain}/`, "").replace("law/", "")), 0, 0, HEAD - 8);
    pen.restore();
  });
}

function paintBody(pen, mutants, columns, width) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name);
  const fill = (place, row) => pen.fillRect(place * width, row * CELL.height, width - 1, CELL.height - 1);
  mutants.forEach((mutant, row) => {
    columns.forEach((column, place) => {
      const by = column.law ? column.inputs.get(mutant) : column.cases.get(mutant);
      pen.globalAlpha = 1;
      pen.fillStyle = colour(mutant.killed ? "--faint" : "--fail");
      fill(place, row);
      if (by === undefined) return;
      const strength = column.law ? 1 / Math.log2(1 + Math.max(1, by)) : Math.min(1, Math.log2(1 + by) / 6);
      pen.globalAlpha = 0.25 + 0.75 * strength;
      pen.fillStyle = colour(column.law ? "--known" : "--pass");
      fill(place, row);
    });
  });
}
