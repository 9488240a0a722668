// Recurring n-grams over the draft (GSD §5.1, Figure 3), as facts and plain objects. The same n tokens at two places
// get the same letter: hollow where they came first, filled where they come again; a band in the same colour runs along
// the n-gram's edges.

import { percent } from "./format.js";

/** @import { Frame } from "./frame.js" */
/** @import { It, Model } from "./model.js" */
/** @import { Band, Tag } from "./scene.js" */
/**
 * The n-grams of one length that recur in an iteration: for each the places where it ends, the first one first.
 * @typedef {{ n: number, groups: number[][] }} Recurrence
 */

const GROUP_COLOURS = 7; // they come round again; the letters do not
/** @param {number} k @returns {string} */
export const letterOf = (k) => (k >= 26 ? letterOf(Math.floor(k / 26) - 1) : "") + String.fromCharCode(65 + (k % 26));

/** @param {It} it @param {number} n @returns {Recurrence} */
export const recurrenceOf = (it, n) => ({ n, groups: (it.recurring?.groups ?? []).filter(([size]) => size === n)
  .map(([, ends]) => ends).sort((a, b) => a[0] - b[0]) });

/**
 * The letters on nodes, by place.
 * @param {Frame} frame @param {Recurrence | null} recurrence @returns {Map<number, Tag>}
 */
export function tagsOf({ mode, spot }, recurrence) {
  const roomy = mode.high >= 28;
  return new Map((recurrence?.groups ?? []).flatMap((ends, k) => ends.flatMap((place, nth) => {
    const item = spot.get(place), letter = letterOf(k), wide = tagWidth(letter);
    return item ? [[place, { letter, hue: k % GROUP_COLOURS, first: nth === 0,
      tagX: roomy ? item.wide - wide + 6 : item.wide + 1, tagY: roomy ? -mode.high / 2 - 7 : -7 }]] : [];
  })));
}
/** @param {string} letter */
export const tagWidth = (letter) => 8 + 7.5 * letter.length;

/**
 * The bands behind edges.
 * @param {Frame} frame @param {number} step @param {Recurrence | null} recurrence @returns {Band[]}
 */
export function bandsOf({ model, it, spot }, step, recurrence) {
  return (recurrence?.groups ?? []).flatMap((ends, k) => ends.flatMap((end) => (spot.has(end)
    ? model.gram(it, end, recurrence?.n ?? 1).slice(0, -1) : []).flatMap((at) => {
    const d = spot.get(at)?.wire;
    return d ? [{ key: `${k}.${end}.${at}`, d, hue: k % GROUP_COLOURS, end, visible: it.born[end] <= step }] : [];
  })));
}

/**
 * All members of the group under the pointer.
 * @param {Frame} frame @param {Recurrence | null} recurrence @param {number} pointed
 */
export function membersOf({ model, it }, recurrence, pointed) {
  const group = recurrence?.groups.findLast((ends) => ends.includes(pointed));
  return new Set(group?.flatMap((end) => model.gram(it, end, recurrence?.n ?? 1)));
}

/** @param {number} n */
const same = (n) => `Same letter, same ${n === 1 ? "token" : `${n} tokens`}`;

/**
 * How much of what has been drafted by a step repeats what stood there.
 * @param {Model} model @param {It} it @param {Recurrence} recurrence @param {number} step
 * @param {boolean} asked whether a reader asked for it: else the check that follows a merge only says what letters are
 */
export function recurrenceSaid(model, it, { n, groups }, step, asked) {
  const born = (/** @type {number} */ place) => it.born[place] <= step;
  const drafted = it.n.role.filter((role, place) => role === "draft" && born(place) && !model.copied(it, place)).length;
  const again = groups.reduce((sum, ends) => sum + Math.max(0, ends.filter(born).length - 1), 0);
  const unmerged = it.steps.findIndex(({ phase }) => phase === "unmerge");
  if (!asked && unmerged >= 0 && step > unmerged) return again ? `${same(n)}.` : "";
  if (!drafted) return "Nothing is drafted yet.";
  const inside = it.recurring?.share.find(([size]) => size === n)?.[1] ?? 0;
  const share = again && drafted === it.recurring?.drafted && model.voice === "exact"
    ? ` ${percent(inside / drafted)} of the draft lies inside a recurring ${n}-gram.` : "";
  const key = again ? ` (${same(n).toLowerCase()}; hollow: the first)` : "";
  const what = `${again === 1 ? "repeats" : "repeat"} ${n === 1 ? "a token" : `a ${n}-gram`} that is already in the tree`;
  return `${again} of ${drafted} ${drafted === 1 ? "guess" : "guesses"} ${what}${key}.${share}`;
}
