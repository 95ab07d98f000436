// The kill matrix: which cases and laws catch which mutant.

function killsView(query) {
  const { kills } = report;
  if (!kills) {
    return el("p.empty", "This report has no kill matrix. ", el("code", "proofmark report FILE.json --kills MATRIX.json --to html=…"), " adds one.");
  }
  const all = [...new Set(kills.mutants.map((mutant) => mutant.id.split("/", 1)[0]))].sort();
  const domain = query.domain ?? all[0];
  const needle = (query.search ?? "").toLowerCase();
  const mutants = kills.mutants.filter(
    (mutant) => mutant.id.startsWith(`${domain}/`) && (!needle || `${mutant.id} ${mutant.rule} ${mutant.about}`.toLowerCase().includes(needle)),
  );
  return [
    el("p.lead", `${plural(kills.mutants.length, "deliberately wrong subject", "deliberately wrong subjects")}, ${kills.survivors === 0 ? "all of them caught" : `${kills.survivors} of them caught by nothing`}.`),
    filters("kills", { ...query, domain }, [search("Search mutants"), choose("domain", null, all)]),
    heatMap(mutants),
    longList(
      mutants,
      (mutant) =>
        el(
          "a.row",
          { href: route("rule", { id: mutant.rule }), title: mutant.about },
          chip(mutant.killed ? "pass" : "fail", mutant.killed ? "caught" : "survived"),
          el("span.id", mutant.id.split("/").pop(), el("span.meta", ` ${mutant.about}`)),
          el("span.rules", mutant.rule),
          el("span.who", `${mutant.cases.length} cases, ${mutant.laws.length} laws`),
        ),
      "No mutant fits.",
    ),
  ];
}

/** The height of a row, and the most and least that a column is wide. */
const CELL = 9;
const WIDE = 40;
const ROOM = 1150;

/** A row a mutant, a column a file of cases or a law; the more catch it, or the sooner, the stronger the colour. */
function heatMap(mutants) {
  const topic = (id) => id.slice(0, id.lastIndexOf("/"));
  const columns = [...new Set(mutants.flatMap((mutant) => mutant.cases.map(topic)))].sort();
  const cases = columns.length;
  columns.push(...[...new Set(mutants.flatMap((mutant) => mutant.laws.map((law) => law.id)))].sort());
  const at = new Map(columns.map((column, place) => [column, place]));
  const width = Math.max(CELL, Math.min(WIDE, Math.floor(ROOM / (columns.length + 1))));
  const canvas = el("canvas", { width: (columns.length + (cases < columns.length ? 1 : 0)) * width || 1, height: Math.max(1, mutants.length * CELL), role: "img", "aria-label": "Heat map of the kill matrix; the list below says the same" });
  const where = el("p.meta.where", { "aria-live": "polite" }, `${plural(mutants.length, "mutant", "mutants")} × ${plural(cases, "file of cases", "files of cases")} and ${plural(columns.length - cases, "law", "laws")}`);
  const key = el("p.meta", el("span.swatch.pass"), " files of cases, the more of them the stronger · ", el("span.swatch.known-failure"), " laws, the sooner the stronger");
  const left = (place) => (place + (place >= cases ? 1 : 0)) * width;
  const paint = () => {
    const style = getComputedStyle(document.documentElement);
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const fill = (place, row, strength, colour) => {
      pen.globalAlpha = 0.25 + 0.75 * strength;
      pen.fillStyle = style.getPropertyValue(colour);
      pen.fillRect(left(place), row * CELL, width - 1, CELL - 1);
    };
    mutants.forEach((mutant, row) => {
      pen.globalAlpha = 1;
      pen.fillStyle = style.getPropertyValue(mutant.killed ? "--faint" : "--fail");
      pen.fillRect(0, row * CELL, canvas.width, CELL - 1);
      const counts = new Map();
      for (const id of mutant.cases) counts.set(topic(id), (counts.get(topic(id)) ?? 0) + 1);
      for (const [name, count] of counts) fill(at.get(name), row, Math.min(1, Math.log2(1 + count) / 6), "--pass");
      for (const law of mutant.laws) fill(at.get(law.id), row, 1 / Math.log2(1 + Math.max(1, law.inputs)), "--known");
    });
  };
  canvas.addEventListener("mousemove", (event) => {
    const box = canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * (canvas.width / width));
    const mutant = mutants[Math.floor(((event.clientY - box.top) / box.height) * (canvas.height / CELL))];
    const column = columns[x > cases ? x - 1 : x === cases ? -1 : x];
    if (mutant && column) where.textContent = visible(`${mutant.id} (${mutant.rule}) × ${column}`);
  });
  document.addEventListener("themechange", paint);
  paint();
  return el("figure", el("div.heat", canvas), el("figcaption", key, where));
}
