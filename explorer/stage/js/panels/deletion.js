// The deletion of a leaf, in the parts of its step after the test: how often a guess like the deleted one is accepted,
// the running ratio that the guess before it still needs, the target's leftover, and the draft's scaled probabilities.
// The test that accepts a path compares with tests from the root.

import { h } from "../dom.js";
import { clip, num, probability, quoted, ratioText, rounded } from "../format.js";
import { judgedIn } from "../model.js";
import { quotient } from "../quotient.js";
import { calculation, throughSums, writtenIn } from "./calculation.js";
import { ORIGIN, bars, continuedOf } from "./judged.js";
import { bar } from "./laws.js";
import { leftAt, leftPanel, leftSums, rowFor, surplus } from "./leftover.js";
import { outcomes } from "./plan.js";
import { grid } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { Leftover } from "./leftover.js" */
/** @import { Part } from "./parts.js" */
/** @import { FromRoot, JudgedPanel, Origin } from "../types.d.ts" */
/** @typedef {"test" | "through" | "deleted" | "left" | "scaled" | "root"} LeafPart */

const SAME = 5e-4; // probabilities that differ less are written alike
const ROWS = 5; // guesses with a row

/**
 * The draft's probability of the next guess before and after a deletion; undefined if it stays the same.
 * @param {Model} model @param {It} it @param {number} phase @param {Leftover} found
 */
function changeOf(model, it, phase, { next }) {
  const { compared = [] } = judgedIn(it) ?? {}, change = compared.find((each) => each.step === phase
    && each.place === next);
  const before = change && (compared.findLast((each) => each.step < phase && each.place === next)?.q
    ?? model.get(it, "q", next));
  return change && before && Math.abs(change.q - before) > SAME ? { before, after: change.q } : undefined;
}

/**
 * The parts of a step that tests a leaf; none if it is shown as a whole.
 * @param {Model} model @param {It} it @param {number} phase @returns {LeafPart[]}
 */
export function leafParts(model, it, phase) {
  const found = leftAt(model, it, phase);
  if (found?.of !== "leaf") return judgedIn(it)?.root?.step === phase ? ["test", "root"] : [];
  const parts = /** @type {LeafPart[]} */ (["test"]);
  if (found.origin?.rows.length) parts.push("through");
  if (found.origin) parts.push("deleted");
  if (found.next >= 0) parts.push("left");
  if (changeOf(model, it, phase, found)) parts.push("scaled");
  return parts;
}

/**
 * The content of a part of the step; null for the test.
 * @param {Model} model @param {It} it @param {number} phase @param {LeafPart} part @param {JudgedPanel} panel
 * @returns {Part | null}
 */
export function leafPart(model, it, phase, part, panel) {
  if (part === "root") return rootPart(model, it, panel);
  const found = leftAt(model, it, phase);
  if (part === "test" || !found) return null;
  if (part === "left") return leafLeft(model, it, found);
  if (part === "scaled") return scaledPart(model, it, phase, found);
  return found.origin ? part === "through" ? throughPart(model, it, found, found.origin, panel)
    : deletedPart(model, it, found, found.origin) : null;
}

/** A guess in quotation marks. @param {Model} model @param {It} it @param {number} place */
const wordOf = (model, it, place) => quoted(model.text(it.n.token[place]));
/** The guess before the deleted one, after “after”; empty at the start. @param {Model} model @param {It} it
 * @param {Leftover} found */
const whereOf = (model, it, { verdict }) => (it.n.role[model.up(it, verdict.place)] === "draft"
  ? ` after ${wordOf(model, it, model.up(it, verdict.place))}` : "");

/** The guess before a deleted leaf. @param {Model} model @param {It} it @param {Leftover} found */
const testedBy = (model, it, { verdict, ratio }) => ({ it, place: model.up(it, verdict.place), ratio, leaf: true });

/**
 * How often a guess at the position of the deleted one is accepted.
 * @param {Model} model @param {It} it @param {Leftover} found @param {Origin} origin @param {JudgedPanel} panel
 * @returns {Part}
 */
function throughPart(model, it, found, origin, panel) {
  const plain = model.voice === "plain", before = wordOf(model, it, model.up(it, found.verdict.place));
  const says = plain ? `${before} may still be accepted, but how often? The draft may continue it with each of these guesses, and each is accepted with its `
    + "running ratio. Together they say in how many rounds a guess after it is accepted."
    : `The child x ~ q is accepted with probability a = min(1, α·p′/q), in all with ∑ q·a = ∑ min(α·p′, q) = ${
      num(origin.taken)}.`;
  return { name: plain ? "Next guess" : "Child", title: "", says, sums: throughSums(model, origin),
    alone: true, panel: [h("section", ORIGIN, continuedOf(model, panel, origin, testedBy(model, it, found)))] };
}

/**
 * How the deletion of a leaf changes the running ratio of the guess before it.
 * @param {Model} model @param {It} it @param {Leftover} found @param {Origin} origin @returns {Part}
 */
function deletedPart(model, it, found, origin) {
  const { work, missing } = origin, { voice } = model, result = writtenIn(work[voice]).at(-1);
  const word = wordOf(model, it, model.up(it, found.verdict.place));
  const says = voice === "plain" ? `${word} must be accepted as often as its running ratio says. If the guess after it is accepted, so is ${word}. Here it failed. `
    + `So the missing rounds must come from those in which it fails: its new running ratio is ${result}.`
    : `S = ∑ max(α·p′ − q, 0) = ${num(missing)}. Then α ← S/(S + 1 − α) = ${result} for ${word}.`;
  return { name: voice === "plain" ? "New ratio" : "Deletion", title: "", says, alone: true,
    sums: [calculation(work[voice], "origin-sum")],
    panel: [h("section", ORIGIN, bars(model, origin, testedBy(model, it, found)))] };
}

/**
 * The target's probabilities that remain at the position of a deletion.
 * @param {Model} model @param {It} it @param {Leftover} found @returns {Part}
 */
function leafLeft(model, it, found) {
  const plain = model.voice === "plain", where = whereOf(model, it, found), next = rowFor(it, found, found.next);
  const { ratio, again } = found, word = wordOf(model, it, found.next);
  const share = next && probability(model.voice, next.left), target = again ? "leftover" : "target";
  const times = ratio < 1 - 1e-9 ? `${ratioText(ratio)} × ${target}` : `the ${target}`;
  const says = plain ? `What is missing must now come from ${model.unit()}s to which ${times} gives more than the draft. This surplus is the target’s leftover${
    where}, scaled to 100%.`
    : `p′ ← norm(max(α·p′ − q, 0))${where}.${share ? ` Then p′ = ${share} for ${word}.` : ""}`;
  return { name: plain ? "Leftover" : "Residual", title: plain ? `The target’s leftover${where}` : `p′${where}`, says, alone: true,
    sums: leftSums(model, it, found), panel: [leftPanel(model, it, found)] };
}

/**
 * Why and how the draft's probabilities at the position of a deleted guess are scaled.
 * @param {Model} model @param {It} it @param {number} phase @param {Leftover} found @returns {Part}
 */
function scaledPart(model, it, phase, found) {
  const { voice } = model, plain = voice === "plain", gone = wordOf(model, it, found.verdict.place);
  const { before, after } = /** @type {{ before: number, after: number }} */ (changeOf(model, it, phase, found));
  const [first] = quotient(before, before / after, voice), result = probability(voice, after);
  const word = wordOf(model, it, found.next), where = whereOf(model, it, found);
  const says = plain ? `The draft samples no ${model.unit()} twice at one position. So it chose ${word} from its probabilities without ${gone}, scaled to 100%.`
    : `Children are sampled without replacement, so q′ = q/(1 − q(${gone}))${where}. For ${word}, q′ = ${result}.`;
  return { name: plain ? "Draft, scaled" : "Draft, rescaled", title: plain ? `The draft’s probabilities${where}` : `q′${where}`,
    says, alone: true, sums: [scaledSum(model, it, before, before / after, found.verdict.place)],
    panel: [scaledTable(model, it, found, before / after, first)] };
}

/**
 * How a probability of the draft is scaled after a word is left out.
 * @param {Model} model @param {It} it @param {number} value @param {number} left @param {number} gone the word's place
 */
function scaledSum(model, it, value, left, gone) {
  const { voice } = model, plain = voice === "plain", [first, rest] = quotient(value, left, voice);
  return calculation([[first, plain ? "draft" : "q"], plain ? "÷" : "/",
    [rest, `without ${clip(model.word(it.n.token[gone]), 9)}`], "=", [probability(voice, value / left), plain ? "draft, scaled" : "q′"]], "scaled");
}

/**
 * The draft's probabilities before and after one word is left out.
 * @param {Model} model @param {It} it @param {Leftover} found @param {number} rest what is left without the word
 * @param {string} told the draft's probability of the next guess, as the sentence writes it
 */
function scaledTable(model, it, { verdict, next, rows }, rest, told) {
  const { voice } = model, plain = voice === "plain", own = it.n.token[verdict.place];
  const turn = (/** @type {number} */ token) => (token === own ? 0 : token === it.n.token[next] ? 1 : 2);
  const shown = [...rows].filter(({ q }) => q > 1e-6).sort((a, b) => turn(a.token) - turn(b.token) || b.q - a.q)
    .slice(0, ROWS);
  const places = shown.every(({ q }) => Math.abs(100 * q - Math.round(100 * q)) < 0.05) ? 0 : 1;
  const write = (/** @type {number} */ value) => rounded(voice, value, places);
  const ink = (/** @type {"p" | "q" | "both"} */ of, /** @type {string} */ text) => h("b", { "data-of": of }, text);
  const lines = shown.map(({ token, q }) => [clip(model.word(token), 12),
    ink("q", token === it.n.token[next] ? told : write(q)), token === own
      ? h("s", {}, plain ? "left out" : "0") : ink("q", probability(voice, q / rest)),
    h("span", { class: "st-both" }, bar("q", 0, token === own ? 0 : q / rest))]);
  const others = 1 - shown.reduce((sum, { q }) => sum + q, 0);
  if (others > 0.005) lines.push(["others", ink("q", write(others)), ink("q", probability(voice, others / rest)), ""]);
  const word = clip(model.word(own), 9);
  return grid("scaled-rows", plain ? ["next guess", "draft", "draft, scaled", ""] : ["x", "q", "q′", ""],
    [...lines, ["sum", write(1), plain ? "100%" : "1", ""], [`sum without ${word}`, write(rest), "", ""]]);
}

/**
 * What tests from the root would do with the same tree and random numbers, in two small pictures.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @returns {Part | null}
 */
function rootPart(model, it, { root, rows }) {
  const { voice } = model, plain = voice === "plain";
  if (!root) return null;
  const leaves = rows.map(({ place, passed }) => /** @type {[number, boolean]} */ ([place, passed]));
  const pictures = outcomes(model, it, root.tests.map(([place, passed]) => [place, passed]), leaves);
  const found = rootLeft(it, root);
  return { name: "From the root", title: "", says: root.says[voice], alone: true,
    sums: found ? [...leftSums(model, it, found), ...rootSums(model, it, root, found)] : [],
    panel: [h("section", { class: "st-plan", "data-testid": "inspector-root" }, h("h2", { class: "st-part" }, plain
      ? "The same random numbers, in both orders" : "The same u, in both orders"), h("div", {},
      ...pictures.map((picture, k) => h("figure", {}, picture,
        h("figcaption", {}, [root.root, root.leaves][k][voice]))))),
    found && h("h2", { class: "st-part" }, `${plain ? "The leftover" : "p′"} after ${wordOf(model, it, root.tests[0][0])} fails`),
    found && leftPanel(model, it, found)] };
}

/**
 * What the first test from the root leaves for the second one, at the same position; null if it is not recorded.
 * @param {It} it @param {FromRoot} root @returns {Leftover | null}
 */
function rootLeft(it, { tests: [[first], second] }) {
  const at = it.n.parent[first], of = (/** @type {string} */ series) => it.dists.find((each) => each.at === at
    && each.series === series && !each.raw);
  const p = of("p"), q = of("q"), verdict = it.verdicts.find(({ place }) => place === first);
  return second && p && q && verdict && it.n.parent[second[0]] === at ? surplus(verdict, p, q, second[0]) : null;
}

/**
 * The threshold of the second test from the root: its leftover, divided by the draft's probability, which is scaled if
 * the draft samples no token twice.
 * @param {Model} model @param {It} it @param {FromRoot} root @param {Leftover} found
 */
function rootSums(model, it, { tests: [[first], [next, , a]] }, found) {
  const { voice } = model, plain = voice === "plain", row = rowFor(it, found, next);
  const gone = rowFor(it, found, first)?.q ?? 0;
  if (!row?.left || !row.q) return [];
  const scaled = Math.abs(Math.min(1, row.left / row.q) - a) > 1e-3, q = scaled ? row.q / (1 - gone) : row.q;
  const [top, below] = quotient(row.left, q, voice, num(a)), word = clip(model.word(it.n.token[next]), 9);
  return [...scaled ? [scaledSum(model, it, row.q, 1 - gone, first)] : [],
    calculation([[top, plain ? "leftover target" : "p′"], plain ? "÷" : "/", [below, `${plain ? "draft" : "q"}${
      scaled ? plain ? ", scaled" : "′" : ""}`], "=", [num(a), `${plain ? "threshold" : "a"} of ${word}`]], "root")];
}
