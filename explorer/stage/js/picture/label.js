// What a screen reader says about a node.

import { num } from "../format.js";
import { lostAt } from "./fates.js";
import { joinedBy } from "./merged.js";
import { numbersOf, ratioAt, sureOf } from "./numbers.js";

/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate } from "../model.js" */
/** @import { Node } from "./scene.js" */

/**
 * The text for screen readers; it begins with the visible text, in the order of the elements in patch.js.
 * @param {Frame} frame @param {Item} item @param {Fate} fate @param {boolean} copied @param {number} step
 * @param {Pick<Node, "second" | "times" | "letter" | "qName" | "qText" | "pName" | "pText" | "test" | "copy"
 *   | "ratio" | "span">} drawn
 */
export function labelled(frame, item, fate, copied, step, drawn) {
  const { model, it, form } = frame, paths = 1 + item.shared.filter((each) => joinedBy(frame, each, step)).length;
  const { place, word, whole, named, copies, nth } = item, { second, qName, qText, pName, pText, test } = drawn;
  const { q, p, say } = numbersOf(model, it, place, step);
  const { name = null, numbers = { q: null, p: null } } = form.bars ?? {};
  const bar = (/** @type {"q" | "p"} */ of, /** @type {string} */ called, /** @type {string} */ value) =>
    [name !== null && called, numbers[of] !== null && value].filter(Boolean).join(" ");
  const read = name !== null && numbers.q !== null, says = model.second(fate); // read: the bars have names and numbers
  const sure = form.sure ? sureOf(frame, place) : "", ratio = ratioAt(frame, place, step);
  const seen = [word, named && copies && drawn.times, sure, drawn.ratio, form.second && second,
    bar("q", qName, qText), bar("p", pName, pText), drawn.span?.name, test, numberSaid(nth, drawn.letter), drawn.copy];
  return [...seen, sure && `confidence ${sure}`, named && copies && fate.told,
    !seen.includes(model.called(fate)) && model.called(fate),
    fate.state === "pending" && lostAt(frame, place, step) && "below a draft that was not accepted",
    !seen.includes(says) && says,
    q !== null && !(read && qName && qText === say(q)) && `draft ${say(q)}`,
    p !== null && !(read && pName && pText === say(p)) && `target ${say(p)}`,
    ratio && `running ratio ${num(ratio.ratio)}`,
    paths > 1 && `shared by ${paths} paths`, copied && `copy of node ${model.get(it, "origin", place)}`,
    word !== whole && whole].filter(Boolean).join(", ");
}

/**
 * The number among the candidates and the letter of an n-gram, in the order in which they are seen.
 * @param {number | null} nth @param {string | null} letter
 */
function numberSaid(nth, letter) {
  if (nth === null) return letter && `${letter}, letter of its n-gram`;
  return letter ? `${nth} ${letter}: number among the candidates, letter of its n-gram` : `${nth} among the candidates`;
}
