// Long lists: only the rows that can be seen are there.

const ROW = 34;

/** A list of `items`, each made by `row(item)`, in a box that scrolls. */
function longList(items, row, empty) {
  if (items.length === 0) return el("p.empty", empty);
  const inner = el("div.rows", { style: `height:${items.length * ROW}px` });
  const box = el("div.long", { tabindex: "0", role: "list" }, inner);
  let shown = [-1, -1];
  const draw = () => {
    const height = box.clientHeight || 600;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 10);
    const last = Math.min(items.length, Math.ceil((box.scrollTop + height) / ROW) + 10);
    if (shown[0] === first && shown[1] === last) return;
    shown = [first, last];
    const rows = items.slice(first, last).map((item, at) => {
      const node = row(item);
      node.style.top = `${(first + at) * ROW}px`;
      node.setAttribute("role", "listitem");
      node.dataset.at = first + at;
      return node;
    });
    inner.replaceChildren(...rows);
  };
  box.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  box.addEventListener("keydown", (event) => step(event, box, inner, items.length, draw));
  new ResizeObserver(draw).observe(box);
  draw();
  return box;
}

/** Up and down go from row to row, also beyond what can be seen. */
function step(event, box, inner, count, draw) {
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15, Home: -count, End: count }[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const here = document.activeElement?.closest?.("[data-at]");
  const from = here ? Number(here.dataset.at) : by > 0 ? -1 : count;
  const at = Math.min(count - 1, Math.max(0, from + by));
  const top = at * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
  draw();
  inner.querySelector(`[data-at="${at}"]`)?.focus();
}
