// GSD: what a node shares with others. A merged node and the first occurrence of its n-gram, or a copy and its
// original, with the draft's probability, which was computed once, and the target's on each path.

import { h } from "../dom.js";
import { probability, short } from "../format.js";
import { gauge } from "./gauge.js";

/** @import { It, Model } from "../model.js" */
/** @import { Twin } from "../types.d.ts" */

/**
 * The record of what a node shares with others at a step; undefined if it shares nothing, or nothing yet.
 * @param {It} it @param {number} place @param {number} phase
 */
export const twinsOf = (it, place, phase) => it.twins?.find((each) => each.place === place && each.known <= phase);

/**
 * A value of one model as a bar with its number.
 * @param {"q" | "p"} of @param {string} name @param {string} said @param {number | null} value
 */
function amount(of, name, said, value) {
  return h("span", { class: "st-twin-n", "data-of": of }, h("small", {}, name), gauge(value ?? 0, null, 1, of),
    h("b", {}, said));
}

/**
 * A row about one node. Its name is a button that shows the node, unless the node is shown already.
 * @param {Model} model @param {It} it @param {Twin} twin @param {number} own @param {number} phase
 * @param {(place: number) => void} go
 */
function row(model, it, twin, own, phase, go) {
  const plain = model.voice === "plain", here = twin.place === own, name = twin[model.voice];
  const say = (/** @type {number | null} */ value) => (value === null ? "–" : probability(model.voice, value, short));
  const named = model.copied(it, twin.place) ? (plain ? "copied" : "q copied") : plain ? "draft" : "q";
  const q = model.get(it, "q", twin.place), p = model.wanted(it, twin.place, phase);
  return h("li", { class: here ? "own" : "" },
    here ? h("span", { class: "st-twin-name" }, name) : h("button", { type: "button", class: "st-twin-name",
      title: "Show this node", onclick: () => go(twin.place) }, name),
    h("div", {}, amount("q", named, say(q), q),
      phase >= it.seen ? amount("p", plain ? "target" : "p", say(p), p) : null));
}

/**
 * The panel; null for a node that shares nothing.
 * @param {Model} model @param {(text: string) => (Node | string)[]} explained marks the terms of a text
 * @param {It} it @param {number} place @param {number} phase @param {(place: number) => void} go selects a node
 */
export function twins(model, explained, it, place, phase, go) {
  const found = twinsOf(it, place, phase);
  if (!found) return null;
  const lines = found.lines.filter(({ step, until = Infinity }) => step <= phase && phase < until);
  return h("section", { class: "st-twins", "data-testid": "inspector-twins", "data-part": "twins" },
    h("ul", {}, ...found.rows.map((twin) => row(model, it, twin, place, phase, go))),
    ...lines.map((line) => h("p", {}, ...explained(line[model.voice]))));
}
