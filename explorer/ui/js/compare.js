// The "Compare" tab: stages side by side.

import { parameters, write } from "../../stage/js/address.js";
import { catchUp, chose, holders } from "./page.js";

const SLOTS = "#compare .slot", BLOCKS = "#compare .slot.block"; // Gradio also puts the class on inner elements
const LOOKS = 50; // how often to look for a button that Gradio is still drawing, ten times per second
const PATIENCE = 5000; // ms that Compare waits for a prompt

const COMPARISON = "comparison"; // the parameter of the address that names a stored comparison
/** The stored comparison that the address names, or "". */
export const named = () => parameters().get(COMPARISON) ?? "";

/**
 * Moves all stages together: stepping one takes the others to the end of the same round, or of their last round. Also
 * opens the comparison that the address names.
 * @param {HTMLElement} element @param {(event: string, data: object) => void} trigger
 */
export function lockStep(element, trigger) {
  if (named()) trigger("select", { name: named() });
  let moving = false;
  document.addEventListener("stage:step", (event) => {
    const from = /** @type {CustomEvent<{ it: number }>} */ (event), target = /** @type {Element} */ (from.target);
    if (!element.isConnected || moving || !target.closest("#compare")) return;
    moving = true;
    const { it } = from.detail;
    for (const holder of holders(SLOTS)) if (!holder.contains(target)
      && holder.stage.state().it !== it) holder.stage.goto({ it });
    moving = false;
  });
}

const PROMPT = 2; // index of the prompt among the controls, after the pair and the methods
let coming = /** @type {{ pair: unknown, prompt: Promise<unknown>, close: (prompt: unknown) => void } | null} */ (null);

/**
 * Notes that the prompt of a chosen pair is on its way. Code that waits for an earlier pair's prompt waits for this
 * one.
 */
export function chosen(/** @type {object} */ _, /** @type {unknown} */ pair) {
  if (!chose()) return;
  if (coming) return void (coming.pair = pair);
  let close = /** @type {(prompt: unknown) => void} */ (() => {});
  coming = { pair, prompt: new Promise((done) => { close = done; }), close };
}

/**
 * Takes a pair's prompt when it arrives, if the pair is still chosen and nothing has been typed in the meantime.
 * @param {object} _ @param {string} answer @param {unknown} pair @param {unknown} prompt
 */
export function brought(_, answer, pair, prompt) {
  const [asked, before, own] = answer ? JSON.parse(answer) : [];
  if (!answer || asked !== pair) return undefined;
  const put = prompt === before ? own : prompt;
  if (coming && coming.pair === pair) {
    coming.close(put);
    coming = null;
  }
  return put;
}

/**
 * Starts a comparison; waits for the prompt of a pair that was chosen just before.
 * @param {object} _ @param {...unknown} given
 */
export async function run(_, ...given) {
  const late = coming && Promise.race([coming.prompt, new Promise((done) => setTimeout(done, PATIENCE))]);
  const prompt = late ? await late : undefined;
  coming = null;
  document.dispatchEvent(new Event("race:begun"));
  return prompt === undefined ? given : given.map((value, i) => (i === PROMPT ? prompt : value));
}

/** After the runs: gives every stage its complete run and name, and the race (race.js) its runs. */
export function afterRuns() {
  const stages = holders(SLOTS), stored = document.querySelector("#compare-table [data-comparison]"),
    rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#compare-table tr[data-run]")),
    slots = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(BLOCKS));
  rows.forEach((row, place) => { if (stages[place]) catchUp(stages[place].stage, row, { at: { it: 1 } }); });
  slots.forEach((slot, place) => {
    const called = rows[place]?.dataset.called; // set if a method takes part twice
    if (called) slot.dataset.called = called;
    else delete slot.dataset.called;
  });
  write({ [COMPARISON]: stored instanceof HTMLElement ? stored.dataset.comparison ?? "" : "" }); // for a reload
  document.dispatchEvent(new Event("race:runs"));
}

/** Starts the comparison that another tab has filled in, as soon as its button exists; not after an error. */
export async function press() {
  if (document.querySelector("#status .wrong")) return;
  for (let looks = 0; looks < LOOKS; looks++) {
    const button = document.getElementById("compare-run");
    if (button?.checkVisibility()) return button.click();
    await new Promise((done) => setTimeout(done, 100));
  }
}
