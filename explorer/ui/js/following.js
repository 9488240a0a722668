// Controls that follow what is opened (explorer/ui/following.py says how): asked for, noted, answered, filled in.

import { taken, update } from "./page.js";

/**
 * What is remembered on the page: `asked` counts what was asked for, `notes` are those still open by their number,
 * `now` is what the controls held at the last event, `filled` what the page itself put into them last, `stage`
 * is the number of what is on the stage, `pair` is the one that was chosen or filled in
 * last, `undo` is what a trace replaced, `settings` what the settings held when a method was chosen. A note's `put` is
 * there once it is closed: what its answer put into the controls, nothing where none came.
 * @typedef {{ trace: boolean, before: unknown[], put: Promise<unknown[]>, close: (put: unknown[]) => void }} Note
 * @typedef {{ asked: number, notes: Map<number, Note>, now: unknown[], filled: unknown[], stage: number,
 *   pair: unknown, undo?: unknown[], settings?: unknown[] }} Mine
 */
const PROMPT = 2; // its place among the controls, after the pair and the method

/** @returns {{ explorerControls?: Mine }} */
const page = () => /** @type {any} */ (window);
/** @param {unknown[]} first what the controls hold when the page opens @returns {Mine} */
export function mine(first = []) {
  return page().explorerControls ??= { asked: 0, notes: new Map(), now: first, filled: [...first], stage: 0,
    pair: first[0] };
}
/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Something is about to be asked for. The first opening is the page's own, asked for once the page is there: something
 * may have been typed already.
 * @param {{ first: unknown[] }} config @param {...unknown} now
 */
export function note({ first }, ...now) {
  const known = page().explorerControls;
  mine(first).now = known ? now : first;
}

/**
 * Numbers what is asked for and notes what the controls hold. It takes the notes of what was asked for before; a pair's
 * prompt (`trace` false) drops no trace, and none is asked for where the list was only passed: the pair is the same.
 * At the page's start it may be called before `note` has been.
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

/** Their answers are no longer wanted. @param {Mine} my @param {(noted: Note) => boolean} which */
function close(my, which) {
  for (const [number, noted] of my.notes) if (which(noted)) {
    my.notes.delete(number);
    noted.close([]);
  }
}

/**
 * Run: what was being opened is no longer wanted. What a pair brings, its prompt above all, is part of what is run: Run
 * waits for it where it is still on its way.
 * @param {{ first: unknown[] }} config @param {unknown} _ @param {...unknown} given
 */
export async function run({ first }, _, ...given) {
  const my = mine(first), number = my.stage = ++my.asked;
  close(my, (noted) => noted.trace);
  const [pair] = my.notes.values(), put = pair ? await pair.put : [];
  return [number, ...given.map((value, i) => (put[i] === undefined ? value : put[i]))];
}

/** An answer failed; which one is not told. */
export const lost = () => close(mine(), () => true);

/**
 * Shows an answer and fills in the controls that still hold what was noted. A pair that was changed meanwhile brings
 * its own prompt, a method its own `settings`, whose controls begin at that place.
 * @param {{ settings: number }} config @param {string} answer @param {...unknown} now
 */
export function fill({ settings }, answer, ...now) {
  const my = mine(), [number, shown, wanted] = JSON.parse(answer), noted = my.notes.get(number);
  if (!noted) return;
  my.notes.delete(number);
  if (noted.trace && typeof shown[0] === "string") my.stage = number;
  const theirs = now.map((value, i) => !same(value, noted.before[i]) && !same(value, my.filled[i]));
  const kept = (/** @type {number} */ i) => theirs[i] || (i === PROMPT && theirs[0]) || (i >= settings && theirs[1]);
  const own = noted.before.map((value, i) => !same(value, my.filled[i]));
  const put = /** @type {unknown[]} */ (now.map(() => undefined));
  let replaced = false;
  wanted.forEach((/** @type {unknown[]} */ value, /** @type {number} */ i) => {
    if (!value.length || kept(i)) return;
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

/** Puts back what a trace replaced. @param {object} _ @param {...unknown} now */
export function back(_, ...now) {
  const was = mine().undo || now, put = now.map((value, i) => (same(value, was[i]) ? undefined : was[i]));
  mine().pair = was[0];
  return [...put, update({ visible: false })];
}

/** A method is chosen: what its settings hold by now may be replaced. @param {object} _ @param {...unknown} now */
export function chosen(_, ...now) {
  if (taken({ list: "settings" }, true)[0]) mine().settings = now;
}

/**
 * A method's settings have come: they are put where it is still the chosen one and nothing was typed meanwhile.
 * @param {object} _ @param {string} answer @param {unknown} method @param {...unknown} now
 */
export function settle(_, answer, method, ...now) {
  const [asked, values] = answer ? JSON.parse(answer) : [], before = mine().settings;
  if (!answer || asked !== method || !before) return now.map(() => undefined);
  return now.map((value, i) => (values[i].length && same(value, before[i]) && !same(value, values[i][0]) ? values[i][0]
    : undefined));
}
