// The beams of all rounds so far as one tree of texts. It must make clear that beams share their beginning, that a beam
// can have several continuations, and that a beam which no later one continues is lost.

import { h } from "../dom.js";
import { num, percent, tail } from "../format.js";

/** @import { It, Model } from "../model.js" */
/**
 * Text without a fork: its nodes, what follows it, and the last round (from 0) that ended with a beam in it or below.
 * A live beam that ends here has `copies` and `beam`.
 * @typedef {{ nodes: number[], below: Part[], last: number, copies: number, beam: It["beams"][number] | null }} Part
 */

const LOST = 3; // lost beams that are shown, the latest
const WIDE = 34; // characters of a text

/**
 * The tree of the beams up to a round as parts without a fork. Lost beams are left out, except for the latest.
 * @param {Model} model @param {number} upto the last finished round, from 0
 * @returns {Part[]}
 */
export function partsOf(model, upto) {
  const last = /** @type {Map<number, number>} */ (new Map()), below = /** @type {Map<number, number[]>} */ (new Map());
  for (const it of model.its.slice(0, upto + 1)) for (const { node } of it.beams)
    for (const made of model.path(null, node)) {
      if (!last.has(made.node)) below.set(made.parent, [...(below.get(made.parent) ?? []), made.node]);
      last.set(made.node, it.i);
    }
  const ends = [...last.keys()].filter((node) => !below.has(node) && last.get(node) !== upto);
  const shown = new Set(ends.sort((a, b) => (last.get(b) ?? 0) - (last.get(a) ?? 0) || b - a).slice(0, LOST));
  const live = new Map(model.beamsOf(model.its[upto]).map(({ beam, slots }) => [beam.node, { beam, slots }]));
  /** @param {number} node @returns {boolean} */
  const kept = (node) => last.get(node) === upto || shown.has(node) || (below.get(node) ?? []).some(kept);
  /** @param {number} node @returns {Part} */
  const part = (node) => {
    const nodes = [node], next = (/** @type {number} */ at) => (below.get(at) ?? []).filter(kept);
    let at = node;
    for (let [one, ...others] = next(at); one !== undefined && !others.length && !live.has(at)
      && (last.get(one) === upto) === (last.get(at) === upto); [one, ...others] = next(at)) nodes.push(at = one);
    const end = live.get(at);
    return { nodes, last: last.get(node) ?? 0, below: next(at).map(part), copies: end?.slots.length ?? 0,
      beam: end?.beam ?? null };
  };
  const roots = [...last.keys()].filter((node) => !last.has(model.lineage.get(node)?.parent ?? -1)).filter(kept);
  return roots.map(part);
}

/**
 * The panel. Null if the run has no beams, or if no round is finished.
 * @param {Model} model @param {number} upto the last finished round, from 0
 */
export function beamTree(model, upto) {
  if (upto < 0 || !model.its.slice(0, upto + 1).some(({ beams }) => beams.length > 1)) return null;
  const parts = partsOf(model, upto), plain = model.voice === "plain";
  const joint = (/** @type {number | null} */ logp) => (logp === null ? "" : plain ? percent(Math.exp(logp))
    : num(logp));
  /** @param {Part} part @returns {HTMLElement} */
  const item = ({ nodes, below, last, copies, beam }) => {
    const tokens = nodes.map((node) => model.lineage.get(node)?.token ?? -1), lost = last < upto;
    const notes = [copies > 1 ? `×${copies}` : "", beam ? joint(beam.logp) : "",
      beam?.best ? "likeliest" : "",
      lost && !below.length ? `✕ not continued after round ${last + 1}` : ""].filter(Boolean).join(" · ");
    return h("li", { "data-of": lost ? "lost" : beam ? "end" : "trunk" },
      h("span", {}, h("b", {}, tail(model.phrase(tokens).replace(/\n/g, "⏎").trim(), WIDE)),
        notes ? h("small", {}, notes) : null),
      below.length ? h("ul", {}, ...below.map(item)) : null);
  };
  return h("section", { class: "st-tree", "data-testid": "inspector-beamtree" },
    h("h2", {}, `Beams so far, with their ${plain ? "probability" : "Σ log p"}`), h("ul", {}, ...parts.map(item)));
}
