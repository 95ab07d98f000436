// Filters live in the address, so that a view can be linked to and gone back to.

/** The address of a view. */
function route(view, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#${view}${text ? `?${text}` : ""}`;
}

function address() {
  const text = location.hash.slice(1) || "overview";
  const cut = text.indexOf("?");
  const [view, query] = cut < 0 ? [text, ""] : [text.slice(0, cut), text.slice(cut + 1)];
  return { view, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** A form of filters; a change leads to the view it asks for. */
function filters(view, query, parts) {
  const form = el("form.filters", { role: "search" }, parts.filter(Boolean).map((part) => part(query)));
  let waiting = 0;
  const go = () => {
    const chosen = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
    history.replaceState(null, "", route(view, chosen));
    show({ keep: document.activeElement?.name });
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(go, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

function search(label) {
  return (query) => el("input", { type: "search", name: "search", placeholder: `${label}  ( / )`, "aria-label": label, value: query.search ?? "", autocomplete: "off", spellcheck: "false" });
}

function choose(name, everything, options, names = {}) {
  return (query) =>
    el(
      "select",
      { name, "aria-label": name },
      everything !== null && el("option", { value: "" }, everything),
      options.map((option) => el("option", { value: option, selected: query[name] === String(option) }, names[option] ?? option)),
    );
}
