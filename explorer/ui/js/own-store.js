// The list of this browser's runs. It is stored only in the browser, newest first, and checked when it is read.

/**
 * @typedef {"running" | "finished" | "stopped" | "failed" | "gone"} State of a run; gone: no longer stored by the app
 * @typedef {{ name: string, key: string, method: string, title: string, pair: string, prompt: string, when: number,
 *   label: string, state: State, why: string }} Entry `when` in ms; `label` is a name given by the reader, `why` the
 *   reason of a failure
 */
const KEY = "speculative-decoding-explorer-runs";
export const MOST = 200;
export const LABEL = 80; // characters of a name
const TEXT = 400; // characters of every other field
/** @type {State[]} */
const STATES = ["running", "finished", "stopped", "failed", "gone"];

let memory = "[]"; // used if the browser refuses storage

/** A string of limited length; "" for anything else. @param {unknown} value @param {number} most */
const text = (value, most = TEXT) => (typeof value === "string" ? value.slice(0, most) : "");

/** A checked entry; null if it is invalid. @param {unknown} given @returns {Entry | null} */
function entryOf(given) {
  if (typeof given !== "object" || given === null) return null;
  const fields = /** @type {Record<string, unknown>} */ (given), name = text(fields.name), when = Number(fields.when);
  if (!/^run-[\w-]{22}$/.test(name) || !Number.isFinite(when)) return null;
  const state = STATES.find((each) => each === fields.state) ?? "running";
  return { name, when, state, key: text(fields.key), method: text(fields.method), title: text(fields.title),
    pair: text(fields.pair), prompt: text(fields.prompt), label: text(fields.label, LABEL), why: text(fields.why) };
}

/** The valid entries of a stored list. @param {string} stored @returns {Entry[]} */
export function entriesOf(stored) {
  let given = /** @type {unknown} */ (null);
  try { given = JSON.parse(stored); } catch { /* not a list */ }
  return Array.isArray(given) ? given.slice(0, MOST).map(entryOf).filter((entry) => entry !== null) : [];
}

/** All entries. @returns {Entry[]} */
export function read() {
  try { return entriesOf(localStorage.getItem(KEY) ?? memory); } catch { return entriesOf(memory); }
}
/** Stores the entries. @param {Entry[]} entries */
function write(entries) {
  memory = JSON.stringify(entries.slice(0, MOST));
  try { localStorage.setItem(KEY, memory); } catch { /* kept for this visit only */ }
}

/** Adds a run at the top of the list. @param {unknown} given */
export function add(given) {
  const entry = entryOf(given);
  if (entry) write([entry, ...read().filter(({ name }) => name !== entry.name)]);
  return entry;
}
/** Changes a run's entry. @param {string} name @param {Partial<Entry>} changes */
export function change(name, changes) {
  write(read().map((entry) => (entry.name === name ? entryOf({ ...entry, ...changes }) ?? entry : entry)));
}
/** Removes a run's entry. @param {string} name */
export const remove = (name) => write(read().filter((entry) => entry.name !== name));
/** Calls back when another tab of this browser has changed the list. @param {() => void} act */
export function onChange(act) {
  addEventListener("storage", ({ key }) => { if (key === KEY || key === null) act(); });
}
