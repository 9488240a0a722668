// The two models and the target's pass at a step.

import { plural, seconds } from "../format.js";
import { cutOf } from "./fates.js";
import { barsOf } from "./numbers.js";
import { emOf, fitting } from "./words.js";

/** @import { Frame } from "./frame.js" */
/** @import { Block, Pass } from "./scene.js" */

const OWN = new Set(["residual", "bonus", "fill", "drawn"]); // what the target samples: states, and phases
const TARGET = 78; // px: the name in the target's block, with its margins
const SAYS = 15.5; // px: the size of the words beside a block, at most
const GLOW = 7; // px: how far the area of a box reaches beyond it
const GAP = 8; // px between the target's slab and its own token beside it
const RAY = 16; // px: the shortest ray that is drawn
const LETTER = 7.6; // px: about the width of a letter of a model's name
const ROW = 226, ROOM = 118; // px: a row, and a box, with room for the words about the bonus token

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
  // the block is above the boxes that are being guessed, and then returns to its place
  const at = on ? items.filter(({ place }) => now.includes(place)) : [];
  const first = at.length ? Math.min(...at.map(({ x }) => x)) : lane.x;
  const x = !below || !at.length ? lane.x : mode.text ? first + (mode.wide - lane.w) / 2 : first;
  const name = model.drafter(), w = Math.max(lane.w, Math.ceil(name.length * LETTER) + 24);
  const home = Math.max(lane.x, Math.min(x, models.most)), middle = mode.text ? mode.wide / 2 : mode.wide;
  const draft = drafts ? { ...lane, x: home, on, name, w, tip: at.length && !narrow ? first + middle : home + w / 2,
    says: checked && below ? `${plural(guesses.length, "step")}${lasted(it.bar.draft)}` : "" } : null;
  const positions = it.steps[it.seen]?.nodes.length ?? 0, passes = it.mask?.starts.length || 1;
  const here = phase === "target" && frame.view !== "early" && frame.view !== "plan";
  const part = here && below && !chain ? sentOf(frame, step) : [];
  const passed = passes === 1 ? "one pass" : plural(passes, "pass", "passes");
  const over = here ? `${passed} over ${plural(positions, "position")}` : passed, time = lasted(it.bar.target);
  const did = checked ? [`${over}${time}`, over, `${passed}${time}`, passed] : ["waits"];
  const own = models.docks ? items.find(({ place, cy }) => it.n.role[place] === "target" && it.born[place] <= step
    && cy + mode.high / 2 > slab.y) : null; // it takes the end of the slab
  const room = own ? own.x - slab.x : slab.w;
  const target = { ...slab, w: own ? Math.max(TARGET, room - GAP) : slab.w, on: here, name: "Target",
    says: fitting((room - TARGET) / SAYS, ...did, ""), start: models.docks };
  return { draft, target: it.steps.some((each) => each.phase === "target") ? target : null,
    area: { ...area, on: here && !part.length, below }, sent: part, bonus: bonusOf(frame, step),
    head: below ? 0 : models.head,
    key: on ? null : (here && raysSaid(frame)) || keyOf(frame, step, draft, target),
    rays: narrow ? "" : here && chain ? raysOf(frame) : sampledFrom(frame, step) };
}

/** The meaning of the dotted lines from the target, below the target if there is room. @param {Frame} frame */
function raysSaid({ model, chain, narrow, form, w, h, models: { slab } }) {
  const y = slab.y + slab.h + 18, label = model.voice === "exact" ? "Dotted: each position gives p of the next token."
    : `Dotted: each position gives the target’s probabilities of the next ${model.unit()}.`;
  const fits = emOf(label) * form.small <= w - slab.x && y + 6 <= h;
  return chain && !narrow && fits ? { x: slab.x, y, label, q: "", p: "" } : null;
}

/**
 * The words that name the models of the numbers in the boxes, if the boxes have no room for names.
 * @param {Frame} frame @param {number} step @param {Block | null} draft @param {Block} target
 */
function keyOf(frame, step, draft, target) {
  const { model, it, form, narrow, models, h } = frame, { bars } = form, plain = model.voice === "plain";
  const path = !form.sure && it.n.sure && bars?.name === null;
  if (!bars || bars.long || (bars.name !== null && !plain)) return null;
  const after = draft && draft.says ? emOf(draft.says) * SAYS + 24 : 12;
  const x = !models.below ? target.x + target.w + 12 : draft ? draft.x + draft.w + after : target.x;
  const checked = step >= it.seen, both = checked && !(bars.one && path);
  const label = narrow ? "" : "numbers:", own = plain ? "target" : "p";
  const q = bars.one && checked && !path ? "" : path ? "path confidence" : plain ? "draft" : "q";
  const pale = both && leavesAt(frame, step) ? [`${own} (pale: ${plain ? "leftover" : "p′"})`] : [];
  const fits = (/** @type {string} */ p) => x + emOf(`${label} ${q}, ${p}`) * form.small <= models.until;
  for (const p of both ? [...pale, own] : [""])
    if (fits(p)) return { x, y: models.lane.y + models.lane.h / 2 + 5, label, q, p };
  const under = { x: models.lane.x, y: h - 4, label, q, p: both ? pale[0] ?? own : "" }; // below the graph
  return narrow || models.below ? null : under;
}
/** Whether a box shows a leftover target probability at a step. @param {Frame} frame @param {number} step */
const leavesAt = (frame, step) => frame.items.some((item) => frame.it.born[item.place] <= step
  && barsOf(frame, item, step, frame.model.fate(frame.it, item.place, step)).left);
const DRAFTING = new Set(["draft", "exit"]);

/**
 * The areas of the boxes that the target reads, if it does not read all drafts; otherwise none, and one area covers
 * all.
 * @param {Frame} frame @param {number} step
 */
function sentOf({ it, items, mode }, step) {
  const read = new Set(it.steps[step].nodes), drafts = items.filter(({ place }) => it.born[place] <= step);
  return drafts.every(({ place }) => read.has(place)) ? [] : drafts.filter(({ place }) => read.has(place))
    .map(({ x, cy, wide }) => ({ x: x - GLOW, y: cy - mode.high / 2 - GLOW, w: wide + 2 * GLOW,
      h: mode.high + 2 * GLOW }));
}

/**
 * A ray from the target to the beam or token that it samples at a step, in a graph with the target below it.
 * @param {Frame} frame @param {number} step
 */
function sampledFrom({ it, items, spot, models, mode, chain }, step) {
  const { phase, now } = it.steps[step], { slab, below } = models;
  if (chain || !below || it.shares || !OWN.has(phase)) return ""; // other beams hide rays
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
