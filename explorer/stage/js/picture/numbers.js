// The numbers of a node: the probabilities of both models, as bars and as texts.

import { percent, ratioText, short } from "../format.js";
import { WHAT_IF } from "./fates.js";
import { nameRoom, ratioRoom } from "./modes.js";
import { judgedIn } from "../model.js";
import { leftDigits } from "../panels/leftover.js";
import { numbersIn, threshold } from "../quotient.js";
import { leftFor } from "../rejections.js";
import { emOf } from "./words.js";

/** @import { Form } from "./form.js" */
/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate, It, Model } from "../model.js" */

/**
 * The second line of a node, if it fits. A box with the numbers of both models has none.
 * @param {Frame} frame @param {number} place @param {Fate} fate
 */
export function secondOf({ model, it, form, mode, chain, spot }, place, fate) {
  const text = model.second(fate), { second, start } = form, input = it.n.role[place] === "input";
  if (!input) return form.bars && (text !== WHAT_IF || chain) ? "" : text;
  const wide = spot.get(place)?.wide ?? mode.wide;
  const room = start ? wide - start.x : second && !second.end ? wide - second.x : Infinity;
  return emOf(text) * SECOND + 6 <= room ? text : "";
}
const SECOND = 13; // px: the size of the second line

/**
 * The two probabilities of a drafted node or of the target's own token, as far as they are known, and their texts.
 * @param {Model} model @param {It} it @param {number} place @param {number} step
 */
export function numbersOf(model, it, place, step) {
  const input = it.n.role[place] === "input", write = model.voice === "plain" ? percent : short;
  return { q: input || model.unweighed(it, place) ? null : model.drafted(it, place, step),
    p: input ? null : model.wanted(it, place, step),
    say: (/** @type {number | null} */ value) => (value === null ? "" : write(value)) };
}

/**
 * A number with as few digits as a box needs.
 * @param {Model} model @param {number | null} value
 */
function compact(model, value) {
  if (value === null) return "";
  const text = model.voice === "plain" ? percent(value) : short(value);
  if (text.length < 6) return text;
  return value > 0.5 ? ">.99" : model.voice === "plain" ? "≈0%" : "≈0";
}

/** The last step whose remainder after a rejection is shown. @param {Frame} frame @param {number} step */
const leftUntil = ({ view }, step) => (view === "test" || view === "deleted" ? step - 1 : step);

/**
 * The numbers that the test of a node compares, if they differ from those that the models gave. They are the leftover
 * target probability after rejections, and a draft probability that was rescaled after others were removed. Null if
 * they do not differ, and once later layers are tested.
 * @param {Frame} frame @param {number} place @param {number} step @param {Fate} fate
 */
function comparedAt(frame, place, step, fate) {
  const { model, it, chain, view } = frame;
  const panel = chain || it.n.role[place] !== "draft" ? undefined : judgedIn(it);
  if (panel) {
    const found = panel.compared?.findLast((each) => each.place === place && each.step <= leftUntil(frame, step));
    const now = view !== "unscaled" ? found
      : panel.compared?.findLast((each) => each.place === place && each.step < step);
    const drawn = model.get(it, "q", place), scaled = now && drawn !== null && Math.abs(now.q - drawn) > SAME;
    return { left: found?.p ?? null, rescaled: scaled ? now.q : null };
  }
  const here = it.steps[step].verdicts.find((v) => it.verdicts[v].place === place) ?? fate.verdict;
  const found = here === null ? null : it.verdicts[here], own = model.drafted(it, place, step);
  const over = it.shares && found?.layer !== undefined && it.deepest[step] > found.layer; // its own share counts again
  const { tiles = [], u, q } = over ? {} : found ?? {};
  const waits = view !== null && fate.state === "pending" && step >= it.seen;
  const left = waits ? leftFor(it, place, leftUntil(frame, step)) : tiles.find(([name]) => name === "p′")?.[1];
  const first = it.n.shares?.[place]?.[0]?.[1] ?? own, used = u === undefined ? own : q ?? own;
  const rescaled = used !== null && first !== null && Math.abs(used - first) > SAME;
  return { left: typeof left === "number" ? left : null, rescaled: rescaled ? used : null };
}
const SAME = 0.0005; // probabilities that differ less are written alike
const BOLD = 1.15; // times the width of a text: its width in bold

/**
 * The bars of a node. At a step that changes a number, its former value takes the place of the bar, but not where the
 * model's own number comes back.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Fate | null} fate
 */
export function barsOf(frame, item, step, fate) {
  if (untested(frame, fate)) return { q: 0, p: null, left: false, qName: frame.model.voice === "plain" ? "not tested"
    : "unused", pName: "", qText: "", pText: "" };
  const { it, model, form, view } = frame, { place } = item;
  const now = barsAt(frame, item, step, fate);
  if (!form.bars?.long || !fate || it.born[place] >= step) return now;
  const before = (view === "left" || view === "unscaled") && it.steps[step].verdicts.length
    ? barsAt({ ...frame, view: view === "left" && isTree(frame) ? "unscaled" : "test" }, item, step, fate)
    : barsAt({ ...frame, view: view && "left" }, item, step - 1, model.fate(it, place, step - 1));
  const both = (/** @type {"q" | "p"} */ of, /** @type {string} */ old, /** @type {string} */ text) => {
    const { [of]: end } = form.bars?.numbers ?? { q: null, p: null }, room = (end ?? 0) - (form.bars?.x[of] ?? 0);
    return old && text && old !== text && emOf(`${old} → ${text}`) * BOLD * form.small <= room ? `${old} → ${text}` : text;
  };
  const back = { q: now.qName === model.guessed() && before.qName !== now.qName, p: before.left && !now.left };
  const told = (view === "left" && leftAsTold(frame, place, step)) || toldAt(frame, place, step);
  const written = (/** @type {"q" | "p"} */ of) => {
    const text = now[`${of}Text`], shown = back[of] ? text : both(of, before[`${of}Text`], text);
    return text && (shown === text || view === "left") && told[of]?.length > text.length ? told[of] : shown;
  };
  return { ...now, qText: written("q"), pText: written("p") };
}

/**
 * Whether a node of a tree shows that it is not tested instead of its numbers.
 * @param {Frame} frame @param {Fate | null} fate
 */
export const untested = ({ it, form, chain }, fate) => fate?.state === "unused" && !chain && !it.shares
  && !!form.bars?.long && form.bars.name !== null;

/**
 * The two numbers of the test of a step as its calculation writes them, so that a box, a sentence and a calculation
 * have the same digits. Nothing for other nodes, and for numbers without room.
 * @param {Frame} frame @param {number} place @param {number} step @returns {Record<string, string>}
 */
function toldAt({ model: { voice }, it, form }, place, step) {
  const tested = it.steps[step].verdicts.map((v) => it.verdicts[v])
    .find((each) => each.place === place && each.u !== undefined);
  const row = judgedIn(it)?.rows.find((each) => each.step === step && each.place === place);
  const terms = row ? row.work?.[voice] : tested && threshold(tested, voice);
  return thatFit(form, voice, numbersIn(terms));
}

/**
 * The texts that have room beside the bars of a box, or above them.
 * @param {Form} form @param {"plain" | "exact"} voice @param {{ p?: string, q?: string }} written
 * @returns {Record<string, string>}
 */
function thatFit({ bars, small }, voice, written) {
  if (!bars) return {};
  const before = (/** @type {"p" | "q"} */ of) => (bars.texts[of] >= 0 ? bars.x[of] + bars.wide
    : bars.name === null ? 0 : bars.name + nameRoom(small));
  return Object.fromEntries((/** @type {const} */ (["p", "q"])).flatMap((of) => {
    const text = (voice === "plain" ? written[of] : written[of]?.replace(/^0\./, ".")) ?? "";
    return text && emOf(text) * small < (bars.numbers[of] ?? 0) - before(of) ? [[of, text]] : [];
  }));
}

/**
 * The numbers of a box as they are written in the part about the remainder after a rejection; null for other nodes and
 * steps.
 * @param {Frame} frame @param {number} place @param {number} step @returns {Record<string, string> | null}
 */
function leftAsTold({ model, it, form }, place, step) {
  const found = leftDigits(model, it, step, place), { voice } = model;
  if (!found) return null;
  const { q, p, left } = found, both = `${p} → ${left}`, { bars, small } = form;
  const room = bars ? (bars.numbers.p ?? 0) - bars.x.p : 0;
  const change = left && bars?.texts.p && bars.texts.p >= 0 && emOf(both) * BOLD * small <= room ? both : left;
  return { ...thatFit(form, voice, { q, p: left ?? p }), ...change === both ? { p: both } : {} };
}

/**
 * The bars of a node, with the numbers that its test compared. Where the draft has a confidence of the whole path and
 * boxes have no room for it beside q, it takes the place of q.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Fate | null} fate
 */
function barsAt(frame, { place }, step, fate) {
  const { model, it, form } = frame, { bars } = form;
  if (!fate || !bars || (bars.one && ratioSaid(frame, place, step))) // a running ratio takes the place of one number
    return { q: null, p: null, left: false, qName: "", pName: "", qText: "", pText: "" };
  const { q: own, p } = numbersOf(model, it, place, step), { left, rescaled } = comparedAt(frame, place, step, fate);
  const write = (/** @type {number | null} */ value) => compact(model, value);
  const path = !form.sure && bars.name === null && it.n.sure ? model.get(it, "sure", place) : null;
  const shown = bars.one && path !== null ? null : left ?? p;
  const q = bars.one && shown !== null ? null : path ?? (own === null ? null : rescaled ?? own);
  const plain = model.voice === "plain", beam = it.shares && bars.long ? "_beam" : "";
  const named = (/** @type {string} */ word, /** @type {string} */ sign) => (!plain ? sign : bars.long ? word : "");
  const name = left !== null ? named("leftover", "p′") : named("target", `p${beam}`);
  const drafts = rescaled !== null && path === null ? "scaled" : model.guessed();
  const sign = rescaled !== null && isTree(frame) ? "q′" : `q${beam}`;
  return { q, p: shown, left: left !== null && shown !== null, qName: q === null ? "" : named(drafts, sign),
    qText: write(q), pText: write(shown), pName: shown === null ? "" : name };
}

/** Whether the leaves of a tree are tested, one after the other. @param {Frame} frame */
export const isTree = ({ it, chain }) => !chain && judgedIn(it) !== undefined;

/**
 * The running ratio of a node in a tree whose leaves are tested, from the first test that reaches the node on.
 * @param {Frame} frame @param {number} place @param {number} step
 */
export function ratioAt(frame, place, step) {
  const { it, chain } = frame, until = frame.view === "test" ? step - 1 : step;
  const known = chain ? [] : judgedIn(it)?.ratios?.filter((each) => each.place === place
    && each.step <= (each.fell ? until : step)) ?? [];
  const found = known.at(-1);
  return found ? { ...found, fell: found.fell && found.step === step, before: known.at(-2)?.ratio } : null;
}

/**
 * A running ratio as it is written at a node. A ratio that has just fallen has its former value before it or, in a
 * small box, an arrow. A product that was capped at 1 is written with its arrow to 1.
 * @param {Frame} frame @param {number} place @param {number} step
 */
export function ratioSaid(frame, place, step) {
  const found = frame.form.ratio ? ratioAt(frame, place, step) : null;
  if (!found) return "";
  const { model, mode, it } = frame, { ratio, fell, before, uncapped } = found;
  const ends = !it.children[place].some((at) => it.n.role[at] === "draft"), full = ratioText(ratio, ends);
  const fits = (/** @type {string} */ text) => ratioWide(text, mode.small) <= ratioRoom(mode);
  if (uncapped !== undefined) for (const size of [3, 2]) {
    const text = uncapped < 99 ? String(+uncapped.toPrecision(size)) : ">99";
    if (text !== "1" && fits(`${text}→1`)) return `${text}→1`;
  }
  const text = model.voice === "plain" && fits(`${fell ? "↓" : ""}${full}`) ? full : full.replace(/^0\./, ".");
  const said = text.length > 6 ? "≈0" : text, from = `${short(before)}↓${text}`;
  return !fell ? said : before !== undefined && fits(from) ? from : `↓${said}`;
}
/** The width of the plate of a running ratio. @param {string} text @param {number} small the size of its text */
export const ratioWide = (text, small) => Math.ceil(emOf(text) * small * 1.06) + (/[→↓]/.test(text) ? 12 : 8);

/** The draft's confidence of the path to a node. @param {Frame} frame @param {number} place */
export function sureOf({ model, it }, place) {
  const value = model.get(it, "sure", place);
  return value === null ? "" : model.voice === "plain" ? percent(value) : short(value);
}
