// What a visitor chose is kept in the browser for the next visit: the voice, and which pictures are open. And who asks.

const NAME = "speculative-decoding-explorer";

/** @returns {Record<string, string>} */
function all() {
  try { return JSON.parse(localStorage.getItem(NAME) || "{}"); } catch { return {}; } // refused, or not ours
}
/** @param {string} key */
export const recall = (key) => all()[key] || "";
/** @param {string} key @param {string} value */
export function keep(key, value) {
  try { localStorage.setItem(NAME, JSON.stringify({ ...all(), [key]: value })); } catch { /* only for this visit */ }
}

let own = "";
/** A name for this tab, by which the server tells visitors apart where many share one address: a class, a proxy's. */
export function visitor() {
  try { own = own || sessionStorage.getItem(NAME) || ""; } catch { /* refused: the name lasts as long as the page */ }
  if (own) return own;
  own = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
  try { sessionStorage.setItem(NAME, own); } catch { /* the same */ }
  return own;
}

/**
 * Opens the pictures below the stage that were open at the last visit, and notes what is opened.
 * @param {Element} root
 */
export function remember(root) {
  for (const box of root.querySelectorAll("details[data-testid]")) {
    if (!(box instanceof HTMLDetailsElement)) continue;
    const name = `open-${box.dataset.testid}`;
    box.open = recall(name) === "1";
    box.addEventListener("toggle", () => keep(name, box.open ? "1" : ""));
  }
}
