// The picture of a step as plain objects: a pure function of the layout (frame.js), the step and the selection. It
// contains nothing from later steps. patch.js draws it, motion.js moves to it.

import { num, percent, plural, seconds, short } from "../format.js";
import { joinedBy, wireAt } from "./frame.js";
import { stateOf } from "../marks.js";
import { coloured, copyMark, gramBands, gramsAt, linksOf, mergesOf, quietAt } from "./merging.js";
import { bandsOf, membersOf, tagsOf } from "./recurrence.js";

/** @import { Form } from "./form.js" */
/** @import { Box, Frame, Item } from "./frame.js" */
/** @import { Fate, It, Model } from "../model.js" */
/** @import { Strip } from "../types.d.ts" */
/** @import { Recurrence } from "./recurrence.js" */
/**
 * What the reader has selected: places, −1 for none. `supposed`: a node in another state (What if?); `roving`: the node
 * that the keyboard reaches; `floated`: the node whose word is shown next to it.
 * @typedef {{ picked: number, pointed: number, floated: number, roving: number,
 *   supposed: { place: number, state: string } | null }} Selection
 * A node. `q` and `p` are the lengths of its two bars, null for none, with their names and numbers; `cut` and `coin`
 * are the acceptance probability and the random number of its test, with their words in `test`. Of the target's own
 * token they are the end of its part of the distribution and the random number that fell into it; the part begins at
 * `from`. Of a prefix of MTAD, `coin` is the joint ratio, which passes above the threshold `from`: then `side` is
 * "above", of a token of the target "own", else "below". `span` is how far the scale of a whole prefix begins before
 * the box, which is at its first token; null for other tests. `nth` is its number among the candidates. `gram` is the
 * colour of its n-gram where nodes are merged, `onto` the box that a merged node becomes, `copy` the mark of a copy
 * (GSD).
 * @typedef {{ key: string, kind: string, place: number, id: number, x: number, y: number, wide: number, font: number,
 *   word: string, state: string | null, visible: boolean, ask: number | null, q: number | null, p: number | null,
 *   qName: string, pName: string, qText: string, pText: string, from: number, cut: number | null,
 *   coin: number | null, side: "below" | "above" | "own", test: string, span: number | null,
 *   nth: string, sure: string, second: string, times: string, told: string, repeated: boolean, label: string,
 *   classes: string,
 *   copy: string, gram: number | null, onto: { x: number, y: number } | null, path: boolean, fallen: boolean,
 *   joined: boolean, tab: string, letter: string | null, hue: number, first: boolean, tagX: number,
 *   tagY: number }} Node
 * A model's block: its rectangle, whether it works at this step, and what is written on it and beside it.
 * @typedef {Box & { on: boolean, name: string, says: string }} Block
 * The models at a step: the draft's block, the target's slab, the area of the pass, the rays from the position that
 * gives a probability to the box that it is for, and the place of the bonus token with its words.
 * @typedef {{ draft: Block | null, target: Block | null, area: Box & { on: boolean, below: boolean }, rays: string,
 *   bonus: (Box & { visible: boolean, name: string, says: string[] }) | null }} Pass
 * @typedef {Pick<Node, "letter" | "hue" | "first" | "tagX" | "tagY">} Tag
 * @typedef {{ key: string, d: string, state: string | null, made: boolean, raised: boolean, visible: boolean,
 *   classes: string }} Edge
 * @typedef {{ key: string, d: string, visible: boolean, solid?: boolean, bold?: boolean }} Arc
 * @typedef {Arc & { hue: number, end: number }} Band
 * @typedef {{ mode: Frame["mode"], form: Form, nodes: Node[], edges: Edge[], merges: Arc[], bands: Band[],
 *   links: Arc[], pass: Pass, float: { word: string, x: number, y: number } | null, hidden: number }} Scene
 */

const OWN = new Set(["residual", "bonus", "fill", "drawn"]); // what the target samples: states, and phases
const RAY = 16; // px: the shortest ray that is drawn
const LETTER = 7.6; // px: about the width of a letter of a model's name
const ROW = 226, ROOM = 118; // px: a row, and a box, with room for the words about the bonus token
const SAYS = 130; // px: the room of a sentence below the scale of a test
const MADE = 8; // states of at least this strength belong to the result
const WHAT_IF = "what if"; // at a node in another state
const DECIDED = 6; // states of at least this strength are a test's outcome

/** @type {Selection} */
export const NOTHING = { picked: -1, pointed: -1, floated: -1, roving: -1, supposed: null };

/**
 * The scene of a step.
 * @param {Frame} frame @param {number} step @param {Selection} selection
 * @param {Recurrence | null} recurrence the repeated n-grams to mark @returns {Scene}
 */
export function scene(frame, step, selection = NOTHING, recurrence = null) {
  const { model, it, items, spot } = frame, marked = marksOf(frame, step, selection, recurrence);
  const tags = tagsOf(frame, recurrence), grams = gramsAt(model, it, step), hues = coloured(model, it, grams);
  const nodes = /** @type {Node[]} */ ([]), edges = /** @type {Edge[]} */ ([]);
  for (const item of items) {
    const marks = item.stands.flatMap((place) => [...marked.get(place) ?? []]);
    const node = { ...nodeOf(frame, item, step, selection, marks, tags.get(item.place)),
      gram: hues.get(item.place) ?? null };
    if (node.gram !== null) node.classes += " tail";
    nodes.push(node);
    if (item.up >= 0) edges.push(edgeOf(wireAt(frame, item, step), node));
  }
  const { mode, form } = frame;
  return { mode, form, pass: passOf(frame, step), nodes, edges: [...edges.filter(({ raised }) => !raised),
    ...edges.filter(({ raised }) => raised)],
  merges: mergesOf(frame, step, selection.pointed), links: linksOf(frame, step, selection.pointed),
  bands: recurrence ? bandsOf(frame, step, recurrence) : gramBands(frame, step, grams),
  float: floatOf(frame, step, selection),
  hidden: it.born.filter((born, place) => born <= step && spot.get(place)?.place !== place).length };
}

/**
 * The state of a node at a step; null before it appears.
 * @param {Frame} frame @param {number} place @param {number} step @param {Selection} selection @returns {Fate | null}
 */
function fateAt({ model, it }, place, step, { supposed }) {
  if (it.born[place] > step) return null;
  const fate = model.fate(it, place, step);
  return supposed?.place === place ? { ...fate, state: supposed.state, second: WHAT_IF, plain: WHAT_IF } : fate;
}

/**
 * The column of the first rejected draft of a chain at a step, Infinity before a rejection. It and all drafts behind it
 * have fallen out of the text.
 * @param {Frame} frame @param {number} step
 */
export function cutOf({ model, it, items, chain }, step) {
  const fell = chain ? items.filter(({ place }) => it.n.role[place] === "draft" && it.born[place] <= step
    && model.fate(it, place, step).state === "rejected") : [];
  return Math.min(Infinity, ...fell.map(({ col }) => col));
}

/**
 * A node as it looks at a step.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Selection} selection
 * @param {string[]} marked @param {Tag | undefined} tag @returns {Node}
 */
function nodeOf(frame, item, step, selection, marked, tag) {
  const { model, it, mode } = frame, { named } = item, place = standing(frame, item, step),
    fate = fateAt(frame, place, step, selection), joined = joinedBy(frame, item, step);
  const done = step >= it.commit, added = item.stands.some((each) => it.onPath[each]);
  const path = done && fate !== null && !joined && added;
  const copied = model.copied(it, place) && item.place === place;
  // An empty outline shows that a token will stand here, but not which one and not its outcome: a draft before it is
  // guessed, and the target's own token once a rejection has left its position empty.
  const draft = it.n.role[place] === "draft", cut = cutOf(frame, step);
  const hole = !fate && !draft && item.col >= cut, open = hole || (!fate && draft && !copied);
  const fallen = draft && item.col >= cut && fate !== null, dots = mode.name === "dots", long = dots && named && path;
  const wide = long ? Math.ceil(item.wide + 12 + 7 * item.word.length) : item.wide;
  let classes = "st-n";
  if (copied) classes += " replica";
  if (!fate) classes += " ghost";
  if (hole) classes += " hole";
  if (fallen) classes += " fallen";
  if (path) classes += " path";
  if (fate?.state === "input" && done && !path) classes += " gone";
  const quiet = !path && quietAt(frame, place, step);
  if (quiet) classes += " quiet";
  if (it.n.merge && fate?.state === "pruned") classes += " leaf";
  if (joined) classes += " joined";
  else if (!quiet && sharedAt(frame, item, step)
    && (!fate || stateOf(fate.state).strength < DECIDED)) classes += " shared";
  const ratio = ratioAt(frame, place, step), deleted = isTree(frame) && fate?.state === "rejected";
  if (ratio && !frame.form.bars?.long && frame.form.bars?.numbers.p) classes += " ratio";
  if (deleted) classes += " deleted";
  for (const name of new Set(marked)) classes += ` ${name}`;
  const here = place === item.place ? item : { ...item, place }, number = numberOf(frame, here, step);
  const shown = number === item.nth ? here : { ...here, nth: number };
  const { x, y } = joined ?? placed(frame, item, fallen, step), bars = barsOf(frame, shown, step, fate),
    test = testOf(frame, shown, step, fate), second = fate ? secondOf(frame, place, fate) : "",
    times = (it.shares ? fate?.times : fate?.times.split(" ")[0]) ?? "";
  return { key: item.key, kind: item.kind, place, id: it.n.id[place], x, y,
    wide: joined ? 2 * frame.form.glyph.x : wide, joined: joined !== null,
    onto: joined && { x: joined.item.x, y: joined.item.cy }, font: item.font,
    word: fate && named && (long || !dots) ? item.word : "",
    state: fate?.state ?? null, visible: fate !== null || open, ask: open && named && !dots ? item.wide / 2 : null,
    ...bars, ...test, nth: fate && number !== null ? String(number) : "",
    sure: fate && frame.form.sure ? sureOf(frame, place) : "", second, gram: null, copy: copyMark(frame, item, fate),
    times, told: fate?.told ?? "", repeated: !!fate?.times,
    label: fate ? labelled(frame, shown, fate, copied, step,
      { ...bars, ...test, second, times, letter: joined ? null : tag?.letter ?? null }) : "", classes, path,
    fallen,
    tab: [place, item.place].includes(selection.roving) ? "0" : "-1", letter: tag?.letter ?? null, hue: tag?.hue ?? 0,
    first: tag?.first ?? false, tagX: tag?.tagX ?? 0, tagY: tag?.tagY ?? 0 };
}
/**
 * Whether a merged node shares the continuation of this one by a step, drawn as one box with it or as a copy (GSD).
 * @param {Frame} frame @param {Item} item @param {number} step
 */
function sharedAt({ it, repeats }, { place }, step) {
  return (repeats.get(it.n.id[place]) ?? []).some((from) => from <= step);
}
/**
 * The place whose state a box shows: its own or, after the check of a merged graph, that of the path with the strongest
 * outcome.
 * @param {Frame} frame @param {Item} item @param {number} step
 */
function standing({ model, it }, { place, stands }, step) {
  if (stands.length < 2 || step < it.seen) return place;
  const strength = (/** @type {number} */ at) => (it.born[at] > step || !model.decided(it, at, step).length ? -1
    : stateOf(model.fate(it, at, step).state).strength);
  return stands.reduce((best, at) => (strength(at) > strength(best) ? at : best), place);
}
/** The draft's confidence of the path to a node. @param {Frame} frame @param {number} place */
function sureOf({ model, it }, place) {
  const value = model.get(it, "sure", place);
  return value === null ? "" : model.voice === "plain" ? percent(value) : short(value);
}
/** Where a node stands. @param {Frame} frame @param {Item} item @param {boolean} fallen @param {number} step */
const placed = ({ drop, aside, room }, { x, cy, makes }, fallen, step) => ({ x: fallen ? x + aside : x,
  y: (fallen ? cy + drop : cy) + (step >= room ? makes : 0) });

/**
 * The second line of a node. A box with the numbers of both models has none.
 * @param {Frame} frame @param {number} place @param {Fate} fate
 */
function secondOf({ model, it, form, chain }, place, fate) {
  const text = model.second(fate), supposed = text === WHAT_IF && !chain;
  return form.bars?.name && it.n.role[place] !== "input" && !supposed ? "" : text;
}

/**
 * The two probabilities of a drafted node or of the target's own, as far as they are known, and how they are written.
 * @param {Model} model @param {It} it @param {number} place @param {number} step
 */
function numbersOf(model, it, place, step) {
  const input = it.n.role[place] === "input", write = model.voice === "plain" ? percent : short;
  return { q: input || model.unweighed(it, place) ? null : model.drafted(it, place, step),
    p: input ? null : model.wanted(it, place, step),
    say: (/** @type {number | null} */ value) => (value === null ? "" : write(value)) };
}

/**
 * The bars of a node. That of a replacement shows the residual that it was sampled from.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Fate | null} fate
 */
function barsOf(frame, { place }, step, fate) {
  const { model, it, form } = frame;
  if (!fate || !form.bars) return { q: null, p: null, qName: "", pName: "", qText: "", pText: "" };
  const { q, p, say } = numbersOf(model, it, place, step);
  const verdict = fate.verdict === null ? null : it.verdicts[fate.verdict];
  const tile = fate.state === "residual" ? verdict?.tiles.find(([name]) => name === "p′")?.[1] : undefined;
  const used = typeof tile === "number" ? tile : undefined;
  const ratio = ratioAt(frame, place, step), shown = ratio?.ratio ?? used ?? p;
  const long = model.voice === "plain" && form.bars.long, beam = it.shares && form.bars.long ? "_beam" : "";
  const name = ratio ? (long ? "ratio" : form.bars.long ? "α" : "") : used !== undefined
    ? (long ? "leftover" : "p′") : long ? "target" : `p${beam}`;
  return { q, p: shown, qName: q === null ? "" : long ? model.guessed() : `q${beam}`, qText: say(q),
    pText: ratio ? ratioSaid(ratio, model.voice) : say(shown), pName: shown === null ? "" : name };
}

/** Whether the leaves of a tree are tested, one after the other. @param {Frame} frame */
const isTree = ({ it, chain }) => !chain && it.panels.some(({ kind }) => kind === "judged");

/**
 * The running ratio of a node in a tree whose leaves are tested, from the first test that reaches the node on.
 * @param {Frame} frame @param {number} place @param {number} step
 */
function ratioAt({ it, chain }, place, step) {
  const panel = chain ? undefined : it.panels.find(({ kind }) => kind === "judged");
  const found = panel?.kind === "judged"
    ? panel.ratios?.findLast((each) => each.place === place && each.step <= step) : undefined;
  return found ? { ...found, fell: found.fell && found.step === step } : null;
}

/**
 * A running ratio as it is written at a node; an arrow marks one that has just fallen.
 * @param {{ ratio: number, fell: boolean }} found @param {"plain" | "exact"} voice
 */
const ratioSaid = ({ ratio, fell }, voice) => `${fell ? "↓" : "×"}${(voice === "plain" ? num : short)(ratio)}`;

/**
 * The last test of a prefix or a leaf that ends at a place, as far as it is known at a step: its numbers and its place
 * in the order of the tests.
 * @param {It} it @param {number} place @param {number} step
 */
function judgedAt(it, place, step) {
  const panel = it.panels.find(({ kind }) => kind === "judged");
  if (panel?.kind !== "judged") return undefined;
  const nth = panel.rows.findLastIndex((row) => row.place === place && row.step <= step);
  return nth < 0 ? undefined : { ...panel.rows[nth], nth: nth + 1 };
}

/**
 * The number at a node: of its test if the tests have an order of their own, else its number among the candidates.
 * @param {Frame} frame @param {Item} item @param {number} step
 */
function numberOf({ it, chain, mode, narrow, tests }, { place, nth }, step) {
  if (tests) return narrow ? null : tests.get(place)?.findLast((test) => test.step <= step)?.nth ?? null;
  if (chain || !it.panels.some(({ kind }) => kind === "judged")) return nth;
  return mode.bars && !narrow ? judgedAt(it, place, step)?.nth ?? null : null;
}

/**
 * The test of a prefix of a chain whose scale is shown at a step: the current one or, after all tests, that of the
 * longest prefix that passed. Undefined if the chain is not tested as a whole, null if no scale is shown at this place.
 * @param {Frame} frame @param {number} place @param {number} step
 */
function wholeAt({ it, chain, narrow, spot }, place, step) {
  const panel = it.panels.find(({ kind }) => kind === "judged");
  if (!chain || panel?.kind !== "judged" || it.n.role[place] !== "draft") return undefined;
  const nth = panel.rows.findIndex((row) => (step >= panel.told ? row.chosen : row.step === step));
  const row = panel.rows[nth], [from, to] = [spot.get(panel.rows[0]?.place), spot.get(place)];
  if (row?.place !== place) return null;
  return { ...row, nth: nth + 1, span: narrow || !from || !to ? 0 : to.x - from.x };
}

/**
 * The scale of a node's test: in a chain of every test so far, in a tree of the test of this step. That of a prefix
 * reaches from the first token to the last.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Fate | null} fate
 */
function testOf(frame, { place }, step, fate) {
  const { model, it, form, chain } = frame;
  const none = { from: -1, cut: null, coin: null, side: /** @type {Node["side"]} */ ("below"), test: "", span: null };
  if (!fate || !form.scale) return none;
  const prefix = prefixAt(it, place, step);
  if (prefix && (chain || prefix.step === step)) return { ...ratioTest(prefix, form), span: null };
  const whole = wholeAt(frame, place, step);
  if (whole === null) return none;
  if (whole) return wholeTest(whole, form.scale, model.voice);
  const tests = model.decided(it, place, step).filter((v) => chain || it.stepOf[v] === step);
  const verdict = it.verdicts[tests.at(-1) ?? -1];
  if (verdict?.strip) return { ...drawnFrom(verdict.strip, form.scale, model.voice), span: null };
  if (verdict?.u === undefined || verdict.a === undefined) return none;
  const { u, a } = verdict;
  const test = form.scale.says ? comparison(model.voice, u, a, "accepted", form.scale.wide, verdict) : "";
  return { ...none, cut: Math.min(1, a), coin: u, test };
}

/**
 * The scale of the test of a whole prefix.
 * @param {NonNullable<ReturnType<typeof wholeAt>>} whole @param {NonNullable<Form["scale"]>} scale
 * @param {"plain" | "exact"} voice
 */
function wholeTest({ cut, u, nth, span }, scale, voice) {
  const none = { from: -1, cut: null, coin: null, side: /** @type {Node["side"]} */ ("below"), test: "", span };
  if (u === null) return none;
  const wide = scale.wide + span, words = comparison(voice, u, cut, "passes", wide), roomy = wide >= SAYS;
  const name = !roomy ? "" : cut > 0 && cut < 1 ? `prefix ${nth}: ` : `prefix ${nth} `;
  return { ...none, cut: Math.min(1, cut), coin: u, test: scale.says ? name + words : "" };
}

/**
 * The test of the prefix that ends at a place with the threshold τ (MTAD), as far as it is known at a step.
 * @param {It} it @param {number} place @param {number} step
 */
function prefixAt(it, place, step) {
  const panel = it.panels.find(({ kind }) => kind === "prefixes");
  if (panel?.kind !== "prefixes") return null;
  const found = panel.prefixes.find((row) => row.place === place && row.step <= step);
  return found ? { ...found, bar: panel.bar } : null;
}
/**
 * The joint ratio of a prefix on a scale from 0 to 1, where it passes above the threshold.
 * @param {NonNullable<ReturnType<typeof prefixAt>>} prefix @param {Form} form
 */
function ratioTest({ ratio, product, passed, bar }, { scale }) {
  const value = product === null ? "∞" : num(product), sign = passed ? ">" : "≤";
  const wide = scale?.wide ?? 0, joint = wide >= 150 ? "joint " : "";
  const word = wide < 96 ? "" : passed ? " passes" : " fails"; // the mark of the box says it, too
  return { from: Math.min(1, bar), cut: 1, coin: ratio, side: /** @type {Node["side"]} */ ("above"),
    test: scale?.says ? `${joint}${value} ${sign} ${num(bar)}${word}` : "" };
}
/**
 * The words of a test: its random number and its threshold or, if no random number can change the outcome, why.
 * @param {"plain" | "exact"} voice @param {number} u @param {number} a @param {string} passes what happens below a
 * @param {number} wide room in px @param {{ p?: number | null, q?: number | null }} [ratio] with what p/q is computed
 */
function comparison(voice, u, a, passes, wide, ratio = {}) {
  const sign = u < a ? "<" : "≥", plain = voice === "plain", { p, q } = ratio;
  if (a > 0 && a < 1) return plain ? `${num(u)} ${sign} ${num(a)}` : `u = ${short(u)} ${sign} ${short(a)}`;
  const certain = a >= 1 ? "always" : "never", roomy = wide >= SAYS;
  if (roomy && a >= 1 && typeof p === "number" && typeof q === "number" && p >= q)
    return plain ? `${certain}: ${percent(p)} ≥ ${percent(q)}` : `${certain}: p ≥ q`;
  if (roomy && a <= 0 && p === 0) return plain ? `${certain}: target 0%` : `${certain}: p = 0`;
  return roomy ? `${certain} ${passes}` : certain;
}
/**
 * The scale of a token that the target sampled: its part of the distribution, and the random number in it.
 * @param {Strip} strip @param {NonNullable<Form["scale"]>} scale @param {"plain" | "exact"} voice
 */
function drawnFrom({ u, parts, own }, { says, wide }, voice) {
  const upto = (/** @type {number} */ k) => parts.slice(0, k).reduce((sum, [, , value]) => sum + value, 0);
  const all = upto(parts.length), from = upto(own) / all, cut = upto(own + 1) / all;
  const [low, at, high] = [from, u, cut].map(wide < SAYS ? short : (value) => num(value));
  const test = voice === "exact" ? `${low} ≤ ${at} < ${high}`
    : wide >= SAYS ? `${num(u)} falls in its part` : `picked by ${num(u)}`;
  return { from, cut, coin: u, side: /** @type {Node["side"]} */ ("own"), test: says ? test : "" };
}

/**
 * The two models and the target's pass at a step.
 * @param {Frame} frame @param {number} step @returns {Pass}
 */
export function passOf(frame, step) {
  const { model, it, items, models, chain, narrow, mode } = frame, { phase, now } = it.steps[step];
  const guesses = it.steps.flatMap((each, k) => (DRAFTING.has(each.phase) ? [k] : []));
  const drafts = it.n.role.some((role) => role === "draft") || guesses.length > 0, checked = step >= it.seen;
  const { lane, slab, area, below } = models, on = DRAFTING.has(phase);
  const lasted = (/** @type {number} */ value) => (value >= 0.0005 && !model.toy() ? ` · ${seconds(value)}` : "");
  // the block stands above the boxes that are being guessed, and goes home afterwards
  const at = on ? items.filter(({ place }) => now.includes(place)) : [];
  const first = at.length ? Math.min(...at.map(({ x }) => x)) : lane.x;
  const x = !below || !at.length ? lane.x : mode.text ? first + (mode.wide - lane.w) / 2 : first;
  const name = model.drafter(), draft = drafts ? { ...lane, x: Math.max(lane.x, x), on, name,
    w: Math.max(lane.w, Math.ceil(name.length * LETTER) + 24),
    says: checked && below ? `${plural(guesses.length, "step")}${lasted(it.bar.draft)}` : "" } : null;
  const positions = it.steps[it.seen]?.nodes.length ?? 0, passes = it.mask?.starts.length || 1;
  const here = phase === "target", { w } = slab;
  const passed = passes === 1 ? "one pass" : plural(passes, "pass", "passes"), room = w > 270;
  const over = here && room ? ` over ${plural(positions, "position")}` : "";
  const target = { ...slab, on: here, name: "Target",
    says: !checked ? (w < 110 ? "" : "waits") : w < 140 ? "" : `${passed}${over}${w < 180 ? "" : lasted(it.bar.target)}` };
  return { draft, target: it.steps.some((each) => each.phase === "target") ? target : null,
    area: { ...area, on: here, below }, bonus: bonusOf(frame, step),
    rays: narrow ? "" : here && chain ? raysOf(frame) : sampledFrom(frame, step) };
}
const DRAFTING = new Set(["draft", "exit"]);

/**
 * A ray from the target to the beam or token that it samples at a step, in a graph with the target below it.
 * @param {Frame} frame @param {number} step
 */
function sampledFrom({ it, items, spot, models, mode, chain }, step) {
  const { phase, now } = it.steps[step], { slab, below } = models;
  if (chain || !below || !OWN.has(phase)) return "";
  return now.flatMap((place) => spot.get(place) ?? []).flatMap(({ x, cy, wide }) => {
    const middle = x + wide / 2, under = cy + mode.high / 2, above = middle > slab.x && middle < slab.x + slab.w;
    const free = items.every((item) => item.x > middle || item.x + item.wide < middle || item.cy + item.makes <= cy);
    return above && free && slab.y - under >= RAY ? [`M${middle} ${slab.y}V${under}`] : []; // a stub says nothing
  }).join("");
}

/** A ray from every position of the pass to the box that its probabilities are for. @param {Frame} frame */
function raysOf({ items, models, mode, it, top }) {
  const { slab, bonus } = models, drafts = items.filter(({ place }) => it.n.role[place] !== "target");
  const ends = [...drafts.slice(1), ...(bonus ? [bonus] : [])];
  const half = mode.wide / 2, under = top + mode.high + 3;
  return ends.map((end, k) => `M${drafts[k].x + half} ${slab.y}L${end.x + half} ${under}`).join("");
}

/**
 * The place of the bonus token, visible until a draft is rejected or the token is there.
 * @param {Frame} frame @param {number} step
 */
function bonusOf(frame, step) {
  const { it, items, models, narrow } = frame;
  const own = items.find(({ place }) => it.n.role[place] === "target" && it.born[place] <= step);
  if (!models.bonus) return null;
  const drafts = items.filter(({ place }) => it.n.role[place] === "draft").length;
  const words = drafts < 1 || models.bonus.w < (narrow ? ROW : ROOM) ? []
    : narrow ? [`if ${drafts === 1 ? "it is" : "all are"} accepted`]
    : drafts === 1 ? ["only if the guess", "is accepted"] : [`only if all ${drafts}`, "are accepted"];
  const visible = !own && step < it.commit && !Number.isFinite(cutOf(frame, step));
  return { ...models.bonus, visible, name: drafts ? "bonus" : "?",
    says: !narrow && models.bonus.h < 80 ? [] : words };
}

/**
 * The text for screen readers; it begins with the visible text, in the order of the elements in patch.js.
 * @param {Frame} frame @param {Item} item @param {Fate} fate @param {boolean} copied @param {number} step
 * @param {Pick<Node, "second" | "times" | "letter" | "qName" | "qText" | "pName" | "pText" | "test">} drawn
 */
function labelled(frame, item, fate, copied, step, drawn) {
  const { model, it, form } = frame, paths = 1 + item.shared.filter((each) => joinedBy(frame, each, step)).length;
  const { place, word, whole, named, copies, nth } = item, { second, qName, qText, pName, pText, test } = drawn;
  const { q, p, say } = numbersOf(model, it, place, step);
  const { name = null, numbers = { q: null, p: null } } = form.bars ?? {};
  const bar = (/** @type {"q" | "p"} */ of, /** @type {string} */ called, /** @type {string} */ value) =>
    [name !== null && called, numbers[of] !== null && called && value].filter(Boolean).join(" ");
  const read = name !== null && numbers.q !== null, says = model.second(fate); // read: the bars have names and numbers
  const sure = form.sure ? sureOf(frame, place) : "";
  const ratio = ratioAt(frame, place, step);
  const seen = [word, named && copies && drawn.times, sure, form.second && second,
    bar("q", qName, qText), bar("p", pName, pText), test, numberSaid(nth, drawn.letter)];
  return [...seen, sure && `confidence ${sure}`, named && copies && fate.told, model.called(fate),
    !seen.includes(says) && says,
    q !== null && !(read && qName) && `draft ${say(q)}`,
    p !== null && !(read && pText === say(p)) && `target ${say(p)}`,
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

/** The edge above a node. @param {string} d @param {Node} node @returns {Edge} */
function edgeOf(d, { key, state, visible, path, fallen, joined, classes }) {
  const made = state !== null && stateOf(state).strength >= MADE;
  return { key, d, state, made, raised: made || path, visible: visible && !fallen && !joined,
    classes: state === null ? "st-e ghost" : path ? "st-e path" : / quiet\b/.test(classes) ? "st-e quiet" : "st-e" };
}

/**
 * The classes of nodes that depend on the step and the pointer, by place.
 * @param {Frame} frame @param {number} step @param {Selection} selection @param {Recurrence | null} recurrence
 */
function marksOf(frame, step, { picked, pointed, supposed }, recurrence) {
  const { model, it, spot } = frame, { now } = it.steps[step];
  const marks = /** @type {Map<number, Set<string>>} */ (new Map());
  const mark = (/** @type {number} */ place, /** @type {string} */ name) => {
    marks.set(place, (marks.get(place) ?? new Set()).add(name));
  };
  for (const place of now) mark(place, "now");
  if (picked >= 0) mark(picked, "picked");
  if (supposed) mark(supposed.place, "supposed");
  for (let at = pointed; at >= 0; at = model.up(it, at)) { // the node and its ancestors
    const here = spot.has(at) ? at : it.place.get(model.get(it, "origin", at) ?? -1) ?? -1;
    mark(here, at === pointed ? "lit-end" : "lit"); // a copy that is not drawn is shown by its original
  }
  for (const place of membersOf(frame, recurrence, pointed)) mark(place, "rec-lit");
  return marks;
}
/**
 * The word of a node that has no room for it.
 * @param {Frame} frame @param {number} step @param {Selection} selection
 */
function floatOf({ it, spot }, step, { floated }) {
  const item = spot.get(floated);
  if (!item || item.named || it.born[floated] > step) return null;
  return { word: item.word, x: item.x + item.wide + 2, y: item.cy - 10 };
}
