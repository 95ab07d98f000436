// Making elements. Text is only ever text: nothing here takes HTML.

/** An element: `el("a.big", {href: "#x"}, "text", child, …)`. Lists of children are flattened, nothing is left out. */
function el(kind, ...rest) {
  const [tag, ...classes] = kind.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const part of rest.flat(Infinity)) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node) node.append(part);
    else if (typeof part === "object") attributes(node, part);
    else node.append(visible(String(part)));
  }
  return node;
}

function attributes(node, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, value);
  }
}

/** Text with its control, invisible and combining characters written as escapes. */
function visible(text) {
  return text.replace(INVISIBLE, (c) => (c === "\n" ? c : `\\u{${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}}`));
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Co}\p{Zl}\p{Zp}\u00A0\u1680\u2000-\u200F\u202F\u205F\u3000\u115F\u1160\u3164\uFFA0\uFFF0-\uFFFF]/gu;

/** A number with commas between thousands. */
function number(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

function plural(count, one, many) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A link that leads outside, if it leads anywhere; else its text. */
function outside(text) {
  return /^https?:\/\//.test(text) ? el("a", { href: text, rel: "noopener noreferrer" }, text) : el("span", text);
}

/** A button that copies. */
function copier(text) {
  const button = el("button.copy", { type: "button", title: "Copy" }, "copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.parentElement.querySelector("code") ?? button);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = "selected";
    }
    setTimeout(() => (button.textContent = "copy"), 1500);
  });
  return button;
}
