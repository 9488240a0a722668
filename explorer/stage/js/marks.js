// The marks of the states: names, signs and shapes from explorer/states.json.

import lists from "../../states.json" with { type: "json" };
import { s } from "./dom.js";

/** @typedef {typeof lists.states[number]} State */

/** All states by name, in the order of the legend. @type {Map<string, State>} */
export const STATES = new Map(lists.states.map((state) => [state.name, state]));
/** All origins of tokens by name. @type {Map<string, typeof lists.origins[number]>} */
export const ORIGINS = new Map(lists.origins.map((origin) => [origin.name, origin]));
/** @type {Record<string, string>} */
const SHAPES = lists.glyphs;

/** A state by its name. @param {string} name @returns {State} */
export function stateOf(name) {
  const state = STATES.get(name);
  if (!state) throw new Error(`states.json has no state ${name}`);
  return state;
}

/** A state's label in a voice. @param {string} name @param {"plain" | "exact"} voice */
export function labelOf(name, voice) {
  const { label, plain } = stateOf(name);
  return voice === "plain" && plain ? plain : label;
}

/** The state that is drawn for a node whose duplicates are in several states. @param {string[]} states */
export const strongest = (states) => states.reduce((one, other) =>
  (stateOf(other).strength > stateOf(one).strength ? other : one));

const PHASES = new Map(lists.phases.map((phase) => [phase.name, phase]));
/** A phase with its group and colour. A phase of a plugin's method belongs to the decisions. @param {string} name */
export const phaseOf = (name) => PHASES.get(name)
  ?? { name, label: name.replaceAll("_", " "), plain: undefined, group: "decide", colour: "ink" };

const GROUPS = new Map(lists.groups.map(({ name, label }) => [name, label]));
/** The label of a group of phases in the strip. @param {string} name */
export const groupOf = (name) => GROUPS.get(name) ?? name;

/**
 * The label of a phase before its sentence. In the plain voice it may be the label of its group.
 * @param {string} name @param {"plain" | "exact"} voice
 */
export function calledOf(name, voice) {
  const { label, plain, group } = phaseOf(name);
  return voice === "exact" ? label : plain ?? groupOf(group);
}

/** The outline of a state's mark, in units of its radius. @param {string} state */
export const shapeOf = (state) => SHAPES[stateOf(state).glyph];

/** @param {string} state @param {number} r */
const glyph = (state, r) => s("path", { d: shapeOf(state), class: "st-g", "data-kind": state,
  transform: `scale(${r})` });

/** @param {string} state */
export const glyphIcon = (state) => s("svg",
  { viewBox: "-8 -8 16 16", width: 16, height: 16, class: "st-icon", "aria-hidden": "true" }, glyph(state, 5.4));
