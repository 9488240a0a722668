// Targets of jumps in a run: its first rejection, rounds whose whole draft was accepted, and matches of a search. Pure
// functions.

import { pieces } from "../format.js";

/** @import { It, Made, Model } from "../model.js" */
/** @typedef {{ it: number, phase: number, node: number | null }} Place */

const UNSENT = "not_sent"; // drafted, but never sent to the target

/** Whether the target tested any draft token in an iteration. @param {It} it */
const drafts = (it) => judged(it).length > 0;
/** The draft tokens of an iteration that were sent to the target. @param {It} it */
const judged = (it) => it.n.role.flatMap((role, place) =>
  (role === "draft" && it.fates[place].at(-1)?.state !== UNSENT ? [place] : []));

/**
 * Whether the committed path reaches the deepest level of the draft. In a chain: whether all draft tokens were
 * accepted.
 * @param {It} it
 */
export function accepted(it) {
  const places = judged(it), deepest = Math.max(...places.map((place) => it.n.depth[place]));
  return places.some((place) => it.n.depth[place] === deepest && it.onPath[place]);
}

/** Why a jump has no target. @param {Model} model @param {string} none */
function without(model, none) {
  if (!model.its.some(drafts)) return "Nothing is drafted in this run.";
  return model.live ? `${none} so far.` : `${none}.`;
}

/**
 * The first rejection of the run, or a sentence that says why there is none.
 * @param {Model} model @returns {Place | string}
 */
export function firstRejection(model) {
  for (const it of model.its) {
    const phase = it.steps.findIndex(({ verdicts }) => verdicts.some((v) => it.verdicts[v].state === "rejected"));
    const verdict = it.steps[phase]?.verdicts.find((v) => it.verdicts[v].state === "rejected");
    if (verdict !== undefined) return { it: it.i, phase, node: it.n.id[it.verdicts[verdict].place] };
  }
  return without(model, "This run has no rejection");
}

/**
 * The end of the next round after `it` whose whole draft was accepted, or a sentence that says why there is none.
 * @param {Model} model @param {number} it @returns {Place | string}
 */
export function nextAccepted(model, it) {
  const next = model.its.slice(it + 1).find(accepted);
  if (next) return { it: next.i, phase: next.steps.length - 1, node: null };
  const any = model.its.some(accepted);
  return without(model, any ? "No later round is fully accepted" : "No round is fully accepted");
}

/**
 * The tokens in which matches of a search begin, in order. Upper and lower case are equal.
 * @param {Made[]} tokens @param {string} words @param {(token: number) => string} text @param {string} joiner
 */
export function hits(tokens, words, text, joiner) {
  const query = words.toLowerCase();
  if (!query.trim()) return [];
  const parts = pieces(tokens.map(({ token }) => text(token))), starts = /** @type {number[]} */ ([]);
  let whole = "";
  for (const part of parts) {
    starts.push(whole.length);
    whole += part.text.toLowerCase() + joiner;
  }
  const matches = /** @type {Made[]} */ ([]);
  for (let at = whole.indexOf(query); at >= 0; at = whole.indexOf(query, at + query.length)) {
    const first = at + (query.length - query.trimStart().length); // of the word itself, not of the space before it
    const token = tokens[parts[starts.findLastIndex((start) => start <= first)].index];
    if (matches.at(-1) !== token) matches.push(token);
  }
  return matches;
}
