// Where a reader jumps to in a run: its first rejection, rounds whose whole draft was accepted, words of its text.
// Draws nothing.

import { pieces } from "./format.js";

/** @import { It, Made, Model } from "./model.js" */
/** @typedef {{ it: number, phase: number, node: number | null }} Place */

const UNSENT = "not_sent"; // drafted, but never given to the target

/** Whether anything was drafted that the target judged. @param {It} it */
const drafts = (it) => judged(it).length > 0;
/** The places of an iteration's drafts that the target saw. @param {It} it */
const judged = (it) => it.n.role.flatMap((role, place) =>
  (role === "draft" && it.fates[place].at(-1)?.state !== UNSENT ? [place] : []));

/**
 * Whether the committed path goes through the draft to its deepest level; in a chain, whether all drafts were accepted.
 * @param {It} it
 */
export function accepted(it) {
  const places = judged(it), deepest = Math.max(...places.map((place) => it.n.depth[place]));
  return places.some((place) => it.n.depth[place] === deepest && it.onPath[place]);
}

/** Why a jump leads nowhere, if nothing of that kind is in the run. @param {Model} model @param {string} none */
function without(model, none) {
  if (!model.its.some(drafts)) return "Nothing is drafted in this run.";
  return model.live ? `${none} so far.` : `${none}.`;
}

/** The first rejection of the run, or why there is none. @param {Model} model @returns {Place | string} */
export function firstRejection(model) {
  for (const it of model.its) {
    const phase = it.steps.findIndex(({ verdicts }) => verdicts.some((v) => it.verdicts[v].state === "rejected"));
    const verdict = it.steps[phase]?.verdicts.find((v) => it.verdicts[v].state === "rejected");
    if (verdict !== undefined) return { it: it.i, phase, node: it.n.id[it.verdicts[verdict].place] };
  }
  return without(model, "This run has no rejection");
}

/**
 * The end of the next round after `it` whose whole draft was accepted, or why there is none.
 * @param {Model} model @param {number} it @returns {Place | string}
 */
export function nextAccepted(model, it) {
  const found = model.its.slice(it + 1).find(accepted);
  if (found) return { it: found.i, phase: found.steps.length - 1, node: null };
  const any = model.its.some(accepted);
  return without(model, any ? "No later round is fully accepted" : "No round is fully accepted");
}

/**
 * The tokens in which the searched words begin, in order; upper and lower case are the same.
 * @param {Made[]} tokens @param {string} words @param {(token: number) => string} text @param {string} joiner
 */
export function hits(tokens, words, text, joiner) {
  const wanted = words.toLowerCase();
  if (!wanted.trim()) return [];
  const parts = pieces(tokens.map(({ token }) => text(token))), starts = /** @type {number[]} */ ([]);
  let whole = "";
  for (const part of parts) {
    starts.push(whole.length);
    whole += part.text.toLowerCase() + joiner;
  }
  const found = /** @type {Made[]} */ ([]);
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
    const first = at + (wanted.length - wanted.trimStart().length); // of the word itself, not of the space before it
    const made = tokens[parts[starts.findLastIndex((start) => start <= first)].index];
    if (found.at(-1) !== made) found.push(made);
  }
  return found;
}
