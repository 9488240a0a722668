// Controls that follow the opened run (explorer/ui/form/following.py explains how): requests are noted, answered and
// filled in.

import { taken, update } from "./page.js";

/**
 * The memory of the page. `asked` counts requests; `notes` are the open ones by number. `now` are the values of the
 * controls at the last event, `filled` the values that the page itself filled in last. `stage` is the number of the
 * request on the stage, `pair` the pair that was chosen or filled in last. `undo` are the values that a trace
 * replaced, `settings` those of the settings when a method was chosen. A note's `put` resolves when it is closed, to
 * the values that its answer filled in; it is empty if no answer came.
 * @typedef {{ trace: boolean, before: unknown[], put: Promise<unknown[]>, close: (put: unknown[]) => void }} Note
 * @typedef {{ asked: number, notes: Map<number, Note>, now: unknown[], filled: unknown[], stage: number,
 *   pair: unknown, undo?: unknown[], settings?: unknown[] }} Mine
 */
const PROMPT = 2; // index of the prompt among the controls, after the pair and the method

/** @returns {{ explorerControls?: Mine }} */
const page = () => /** @type {any} */ (window);
/** The memory of the page. @param {unknown[]} first values of the controls when the page opens @returns {Mine} */
export function mine(first = []) {
  return page().explorerControls ??= { asked: 0, notes: new Map(), now: first, filled: [...first], stage: 0,
    pair: first[0] };
}
/** Whether two values are equal as JSON. @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Notes the values of the controls before a request. The first request is the page's own and comes after it is drawn,
 * so something may have been typed already.
 * @param {{ first: unknown[] }} config @param {...unknown} now
 */
export function note({ first }, ...now) {
  const before = page().explorerControls;
  mine(first).now = before ? now : first;
}

/**
 * Numbers a request and notes the values of the controls. It closes earlier requests, but a request for a pair's prompt
 * (`trace` false) closes no request for a trace. No prompt is requested if Tab only passed the list, so that the pair
 * is the same. When the page starts, this may be called before `note`.
 * @param {{ trace: boolean, first: unknown[] }} config @param {unknown} _ @param {...unknown} given
 */
export function ask({ trace, first }, _, ...given) {
  const my = mine(first), [earlier] = my.notes.values(), before = earlier ? [...earlier.before] : my.now;
  const passed = !trace && same(given[0], my.pair);
  if (!trace) my.pair = before[0] = my.now[0];
  if (!passed) close(my, (noted) => trace || !noted.trace);
  let done = /** @type {Note["close"]} */ (() => {});
  const put = /** @type {Note["put"]} */ (new Promise((resolve) => { done = resolve; }));
  my.notes.set(++my.asked, { trace, before, put, close: done });
  return [my.asked, ...(passed ? [null, ...given.slice(1)] : given)];
}

/** Closes requests whose answers are no longer needed. @param {Mine} my @param {(noted: Note) => boolean} which */
function close(my, which) {
  for (const [number, noted] of my.notes) if (which(noted)) {
    my.notes.delete(number);
    noted.close([]);
  }
}

/**
 * Starts a run. Traces that are still being opened are dropped. The values that a pair brings, such as its prompt,
 * belong to the run, so it waits for them.
 * @param {{ first: unknown[] }} config @param {unknown} _ @param {...unknown} given
 */
export async function run({ first }, _, ...given) {
  const my = mine(first), number = my.stage = ++my.asked;
  close(my, (noted) => noted.trace);
  const [pair] = my.notes.values(), put = pair ? await pair.put : [];
  return [number, ...given.map((value, i) => (put[i] === undefined ? value : put[i]))];
}

/** Closes all requests after a failed answer, because Gradio does not say which one failed. */
export const lost = () => close(mine(), () => true);

/**
 * Shows an answer and fills in the controls that still have their noted values. A pair that was changed meanwhile
 * brings its own prompt, a method its own settings; `settings` is the index of their first control.
 * @param {{ settings: number }} config @param {string} answer @param {...unknown} now
 */
export function fill({ settings }, answer, ...now) {
  const my = mine(), [number, shown, values] = JSON.parse(answer), noted = my.notes.get(number);
  if (!noted) return;
  my.notes.delete(number);
  if (noted.trace && typeof shown[0] === "string") my.stage = number;
  const theirs = now.map((value, i) => !same(value, noted.before[i]) && !same(value, my.filled[i]));
  const stays = (/** @type {number} */ i) => theirs[i] || (i === PROMPT && theirs[0]) || (i >= settings && theirs[1]);
  const own = noted.before.map((value, i) => !same(value, my.filled[i]));
  const put = /** @type {unknown[]} */ (now.map(() => undefined));
  let replaced = false;
  values.forEach((/** @type {unknown[]} */ value, /** @type {number} */ i) => {
    if (!value.length || stays(i)) return;
    my.filled[i] = value[0];
    if (same(value[0], now[i])) return;
    put[i] = value[0];
    if (i === 0) my.pair = value[0];
    replaced ||= own[i];
  });
  if (replaced) my.undo = noted.before;
  noted.close(put);
  return [...shown, ...put, replaced ? update({ visible: true }) : undefined];
}

/** Restores the values that a trace replaced. @param {object} _ @param {...unknown} now */
export function back(_, ...now) {
  const was = mine().undo || now, put = now.map((value, i) => (same(value, was[i]) ? undefined : was[i]));
  mine().pair = was[0];
  return [...put, update({ visible: false })];
}

/**
 * Notes the values of the settings when a method is chosen; its own settings may replace them.
 * @param {object} _ @param {...unknown} now
 */
export function chosen(_, ...now) {
  if (taken({ list: "settings" }, true)[0]) mine().settings = now;
}

/**
 * Fills in a method's settings if it is still chosen, except where something was typed meanwhile.
 * @param {object} _ @param {string} answer @param {unknown} method @param {...unknown} now
 */
export function settle(_, answer, method, ...now) {
  const [asked, values] = answer ? JSON.parse(answer) : [], before = mine().settings;
  if (!answer || asked !== method || !before) return now.map(() => undefined);
  return now.map((value, i) => (values[i].length && same(value, before[i]) && !same(value, values[i][0]) ? values[i][0]
    : undefined));
}
