// The list of this browser's runs: kept in the browser alone, newest first. What is read from it is checked.

/**
 * @typedef {"running" | "finished" | "stopped" | "failed" | "gone"} State of a run; gone: no longer kept by the app
 * @typedef {{ name: string, key: string, method: string, title: string, pair: string, prompt: string, when: number,
 *   label: string, state: State, why: string }} Entry `when` in ms; `label` is the name that was given to it, `why` the
 *   reason of a failure
 */
const KEY = "speculative-decoding-explorer-runs";
export const MOST = 200;
export const LABEL = 80; // characters of a name
const TEXT = 400; // characters of every other field
/** @type {State[]} */
const STATES = ["running", "finished", "stopped", "failed", "gone"];

let memory = "[]"; // where the browser keeps nothing

/** @param {unknown} value @param {number} most */
const text = (value, most = TEXT) => (typeof value === "string" ? value.slice(0, most) : "");

/** An entry as it should be, or null. @param {unknown} given @returns {Entry | null} */
function entryOf(given) {
  if (typeof given !== "object" || given === null) return null;
  const held = /** @type {Record<string, unknown>} */ (given), name = text(held.name), when = Number(held.when);
  if (!/^run-[\w-]{22}$/.test(name) || !Number.isFinite(when)) return null;
  const state = STATES.find((each) => each === held.state) ?? "running";
  return { name, when, state, key: text(held.key), method: text(held.method), title: text(held.title),
    pair: text(held.pair), prompt: text(held.prompt), label: text(held.label, LABEL), why: text(held.why) };
}

/** The entries of what a browser has kept; what is damaged is left out. @param {string} kept @returns {Entry[]} */
export function entriesOf(kept) {
  let given = /** @type {unknown} */ (null);
  try { given = JSON.parse(kept); } catch { /* not ours */ }
  return Array.isArray(given) ? given.slice(0, MOST).map(entryOf).filter((entry) => entry !== null) : [];
}

/** @returns {Entry[]} */
export function read() {
  try { return entriesOf(localStorage.getItem(KEY) ?? memory); } catch { return entriesOf(memory); }
}
/** @param {Entry[]} entries */
function write(entries) {
  memory = JSON.stringify(entries.slice(0, MOST));
  try { localStorage.setItem(KEY, memory); } catch { /* only for this visit */ }
}

/** A run has begun. @param {unknown} given */
export function add(given) {
  const entry = entryOf(given);
  if (entry) write([entry, ...read().filter(({ name }) => name !== entry.name)]);
  return entry;
}
/** @param {string} name @param {Partial<Entry>} changes */
export function change(name, changes) {
  write(read().map((entry) => (entry.name === name ? entryOf({ ...entry, ...changes }) ?? entry : entry)));
}
/** @param {string} name */
export const remove = (name) => write(read().filter((entry) => entry.name !== name));
/** Calls back when another tab of this browser has changed the list. @param {() => void} act */
export function onChange(act) {
  addEventListener("storage", ({ key }) => { if (key === KEY || key === null) act(); });
}
