// Stores a visitor's choices in the browser: the voice and which pictures are open. Also names the tab for the server.

const NAME = "speculative-decoding-explorer";

/** @returns {Record<string, string>} */
function all() {
  try { return JSON.parse(localStorage.getItem(NAME) || "{}"); } catch { return {}; } // storage refused or not ours
}
/** A stored choice, empty if there is none. @param {string} key */
export const recall = (key) => all()[key] || "";
/** Stores a choice. @param {string} key @param {string} value */
export function keep(key, value) {
  try { localStorage.setItem(NAME, JSON.stringify({ ...all(), [key]: value })); } catch { /* not stored */ }
}

let own = "";
/** A random name of this tab. With it the server distinguishes visitors who share one network address. */
export function visitor() {
  try { own = own || sessionStorage.getItem(NAME) || ""; } catch { /* storage refused: kept for this page only */ }
  if (own) return own;
  own = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
  try { sessionStorage.setItem(NAME, own); } catch { /* the same */ }
  return own;
}

/**
 * Opens the pictures below the stage that were open at the last visit, and stores later changes.
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
