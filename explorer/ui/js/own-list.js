// The list of this browser's runs, with buttons to open, rename, stop and delete. Prompts and names are text, never
// markup.

import { h, put, setText } from "../../stage/js/dom.js";
import { LABEL } from "./own-store.js";
import { brief, since } from "./own-words.js";

/** @import { Entry } from "./own-store.js" */
/** @import { Loading } from "./own-words.js" */
/**
 * @typedef {{ tokens: number, wanted: number, loading: Loading | null }} Going the progress of a run
 * @typedef {{ open: (name: string) => void, rename: (name: string, label: string) => void,
 *   stop: (name: string) => void, delete: (name: string) => void }} Acts
 */
const EMPTY = "You have not run anything here yet. Press “Run your own” in the Explore tab to start.";
const ABOUT = "The list is stored in this browser, so only you see it. A run continues while you view something else.";
const SURE = 4000; // ms during which a second click deletes

/** The name of a run: the name that the reader gave it, or its prompt. @param {Entry} entry */
export const called = ({ label, prompt, title }) => label || prompt || title;

/** The state of a run in words. @param {Entry} entry @param {Going | undefined} going */
function stateOf({ state, why }, going) {
  if (state === "running") return going?.wanted ? `running, ${brief(going.loading, going.tokens, going.wanted)}` : "running";
  if (state === "gone") return "no longer stored by the app";
  return why ? `${state}: ${why}` : state;
}

/** A small button. @param {string} name @param {string} label for screen readers @param {() => void} act */
const button = (name, label, act) => h("button", { type: "button", class: "own-button", "aria-label": label,
  onclick: act }, name);

/** A delete button that asks for a second click. @param {string} label @param {() => void} act */
function deleteButton(label, act) {
  const control = button("Delete", label, () => {
    if (control.dataset.sure) return act();
    control.dataset.sure = "1";
    control.textContent = "Really delete?";
    setTimeout(() => {
      delete control.dataset.sure;
      control.textContent = "Delete";
    }, SURE);
  });
  return control;
}

/** Replaces the name of a run by a field. @param {Entry} entry @param {HTMLElement} row @param {Acts} acts */
function rename(entry, row, acts) {
  const field = h("input", { type: "text", maxlength: LABEL, value: called(entry).slice(0, LABEL),
    "aria-label": "Run name" });
  let over = false;
  const end = (/** @type {boolean} */ keep) => {
    if (over) return;
    over = true;
    acts.rename(entry.name, keep ? field.value.trim() : entry.label);
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    const list = row.closest(".own-list"); // the list is drawn again, but the focus stays with the run
    end(event.key === "Enter");
    /** @type {HTMLElement | null | undefined} */ (list?.querySelector(`[data-run="${entry.name}"] .own-acts button`))
      ?.focus();
  });
  field.addEventListener("blur", () => end(true));
  row.querySelector(".own-open")?.replaceWith(field);
  field.focus();
  field.select();
}

/**
 * One run.
 * @param {Entry} entry @param {string} shown name of the run on the stage @param {Going | undefined} going @param
 * {Acts} acts
 */
function rowOf(entry, shown, going, acts) {
  const name = called(entry), state = stateOf(entry, going), running = entry.state === "running";
  const open = h("button", { type: "button", class: "own-open", onclick: () => acts.open(entry.name),
    "aria-current": entry.name === shown && "true" }, h("b", {}, name),
  h("small", {}, `${entry.title} · ${entry.pair} · `, h("time", { datetime: new Date(entry.when).toISOString() },
    since(entry.when))), h("small", { class: "own-state", "data-state": entry.state }, state));
  const row = /** @type {HTMLLIElement} */ (h("li", { "data-run": entry.name }, open));
  row.append(h("span", { class: "own-acts" }, button("Rename", `Rename the run ${name}`,
    () => rename(entry, row, acts)), running ? button("Stop", `Stop the run ${name}`, () => acts.stop(entry.name))
  : deleteButton(`Delete the run ${name}`, () => acts.delete(entry.name))));
  return row;
}

const drawn = /** @type {WeakMap<Element, string>} */ (new WeakMap()); // the content of each list

/** Updates only the states. @param {Element} place @param {Entry[]} entries @param {Map<string, Going>} goings */
function drawStates(place, entries, goings) {
  place.querySelectorAll(".own-state").forEach((line, i) => {
    setText(line, stateOf(entries[i], goings.get(entries[i].name)));
  });
}

/**
 * Draws the list into `place`, but not while a name is being edited or a delete button waits. An unchanged list is not
 * drawn again, so that no click is lost.
 * @param {Element} place @param {Entry[]} entries @param {string} shown @param {Map<string, Going>} goings
 * @param {Acts} acts
 */
export function draw(place, entries, shown, goings, acts) {
  const same = JSON.stringify([shown, entries]);
  if (place.querySelector("input, [data-sure]")) return;
  if (place.firstChild && drawn.get(place) === same) return drawStates(place, entries, goings);
  drawn.set(place, same);
  const here = place.contains(document.activeElement) ? document.activeElement : null;
  const at = here ? [...place.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (here)) : -1;
  const rows = entries.map((entry) => rowOf(entry, shown, goings.get(entry.name), acts));
  put(place, h("p", { class: "own-about" }, rows.length ? ABOUT : EMPTY), rows.length > 0 && h("ul", {}, ...rows));
  const buttons = place.querySelectorAll("button");
  if (at >= 0) buttons[Math.min(at, buttons.length - 1)]?.focus({ preventScroll: true });
}
