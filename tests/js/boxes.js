// Finds texts that touch something in the pictures of runs. Usage: node boxes.js FILE, where FILE has the messages of
// runs by name. Texts are measured in a wide font, so that what holds here holds in every font. Writes one line per
// fault.

import { readFileSync } from "node:fs";
import { log } from "node:console";
import { argv } from "node:process";
import { Model } from "../../explorer/stage/js/model.js";
import { frameOf } from "../../explorer/stage/js/picture/frame.js";
import { spanned } from "../../explorer/stage/js/picture/patch.js";
import { NAMES } from "../../explorer/stage/js/picture/modes.js";
import { ratioWide } from "../../explorer/stage/js/picture/numbers.js";
import { NOTHING, scene } from "../../explorer/stage/js/picture/scene.js";

/** @import { Frame, Room } from "../../explorer/stage/js/picture/frame.js" */
/** @import { Node, Scene } from "../../explorer/stage/js/picture/scene.js" */
/** @import { Message } from "../../explorer/stage/js/types.d.ts" */
/** @typedef {{ name: string, x0: number, x1: number, y0: number, y1: number }} Rect */

// The advance widths of DejaVu Sans and DejaVu Sans Bold in times the size, the widest of the usual fonts.
const SIGNS = /** @type {[RegExp, number, number][]} */ ([[/[%mMW]/, 0.99, 1.11], [/[w@]/, 0.82, 1],
  [/[<>=≥≤≈+×÷]/, 0.84, 0.84], [/[iIjl.,:;|'’! ]/, 0.34, 0.4], [/[ftr()\-·]/, 0.42, 0.5], [/[A-Z]/, 0.77, 0.85]]);
/** @param {string} text @param {boolean} [bold] */
export const emOf = (text, bold = false) => Array.from(text).reduce((sum, sign) => {
  const found = SIGNS.find(([of]) => of.test(sign));
  return sum + (found ? found[bold ? 2 : 1] : bold ? 0.72 : 0.64);
}, 0);

const AIR = 1; // px between a text and a bar, at least
const SIZES = /** @type {[string, Partial<Room>][]} */ ([["1440×900", { w: 1024, h: 546, bar: 40 }],
  ["1280×720", { w: 868, h: 366, bar: 40 }], ["390 px", { w: 370, h: 314, bar: 0, touched: true }]]);
const room = (/** @type {Partial<Room>} */ size) => /** @type {Room} */ ({ touched: false, typeface: "sans", ...size,
  width: (/** @type {string} */ text, /** @type {string} */ font) =>
    emOf(text, true) * Number(/([\d.]+)px/.exec(font)?.[1]) });

/**
 * The rectangle of a text. Capitals and digits are 0.74 of the size high, and only some letters go below the line.
 * @param {string} name @param {string} text @param {number} size @param {{ x: number, y: number }} at
 * @param {"start" | "middle" | "end"} anchor @param {boolean} [bold] @returns {Rect[]}
 */
function rect(name, text, size, { x, y }, anchor, bold) {
  const wide = emOf(text, bold) * size, x0 = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
  return text ? [{ name: `${name} “${text}”`, x0, x1: x0 + wide, y0: y - 0.74 * size,
    y1: y + (/[gjpqyQ,;_…↵()]/.test(text) ? 0.22 : 0.02) * size }] : [];
}

/**
 * The texts of a node, and what they must not touch.
 * @param {Frame} frame @param {Node} node @returns {{ texts: Rect[], rest: Rect[], plate: Rect[], below: Rect[] }}
 */
function partsOf({ mode, form, it, has }, node) {
  const { bars, scale, small } = form, half = mode.high / 2, copied = node.kind.split(",")[1] === "true";
  const texts = rect("word", node.word, node.font, form.word, "start", true);
  if (copied) texts.push(...rect("times", node.times, small, form.times, "end"));
  texts.push(...rect("copy", node.copy, small, form.times, "end"));
  if (form.sure) texts.push(...rect("sure", node.sure, small, form.sure, "end"));
  if (form.second && !(copied && node.times)) {
    const start = it.n.role[node.place] === "input" && form.start;
    texts.push(...rect("second", node.second, 13, start || form.second,
      form.second.end && !start ? "end" : "start"));
  }
  const rest = /** @type {Rect[]} */ ([]), below = /** @type {Rect[]} */ ([]);
  for (const of of /** @type {const} */ (["q", "p"])) {
    if (!bars || node[of] === null) continue;
    const y = bars[of], x = bars.x[of], base = y + bars.texts[of], number = bars.numbers[of];
    const text = node[`${of}Text`], changed = text.includes("→"); // a changed number takes the bar's place
    if (bars.high && bars.wide && !changed && !/ untested/.test(node.classes)) rest.push({ name: `${of} bar`, x0: x, x1: x + bars.wide, y0: y - bars.high / 2 - AIR,
      y1: y + bars.high / 2 + AIR });
    const name = node[`${of}Name`];
    if (bars.name !== null) texts.push(...rect(`${of} name`, name, mode.name === "rich" ? NAMES : small, { x: bars.name, y: base }, "start"));
    if (number !== null) texts.push(...rect(`${of} number`, text, small, { x: number, y: base }, "end", changed));
  }
  if (form.ratio && node.ratio) {
    const { x, y } = form.ratio, tall = Math.ceil(small * 1.15) / 2, [text] = rect("ratio", node.ratio, small,
      { x: x - 5, y: y + small * 0.36 }, "end", true);
    const plate = { name: "ratio", x0: x - ratioWide(node.ratio, small), x1: x, y0: y - tall, y1: y + tall };
    rest.push(plate);
    if (text.x0 < plate.x0 + 1) texts.push(text); // it touches its plate
  }
  if (scale && !scale.says && node.coin !== null) below.push({ name: "scale", x0: scale.x, x1: scale.x + scale.wide,
    y0: scale.y - 2.5, y1: scale.y + scale.high + Math.max(2.5, scale.high / 2 + 1) }); // with its mark and the dot
  if (scale && node.coin !== null) {
    const { x, y, wide, high, says } = node.span ? spanned(scale, node.span) : scale;
    const beside = node.span && node.span.line !== null;
    rest.push({ name: "scale", x0: x, x1: x + wide, y0: y, y1: y + high });
    if (says) below.push(...rect("scale says", node.test, small, says, beside ? "start" : "middle"));
  }
  const wide = Math.max(Math.ceil(small * 1.1) + 1, Math.ceil(node.nth.length * small * 0.7) + 6);
  const plate = node.nth && has.nth ? [{ name: `candidate ${node.nth}`, x0: 7 - wide, x1: 7, y0: -small * 0.6,
    y1: small * 0.6 }] : [];
  const glyph = [{ name: "mark", x0: form.glyph.x - form.glyph.r, x1: form.glyph.x + form.glyph.r,
    y0: form.glyph.y - form.glyph.r, y1: form.glyph.y + form.glyph.r }];
  const edge = [{ name: "left edge", x0: -2, x1: 2, y0: -half, y1: half },
    { name: "right edge", x0: node.wide - 2, x1: node.wide + 2, y0: -half, y1: half },
    { name: "upper edge", x0: 0, x1: node.wide, y0: -half - 1, y1: -half + 0.5 },
    { name: "lower edge", x0: 0, x1: node.wide, y0: half - 0.5, y1: half + 1 }];
  return { texts, rest: [...rest, ...glyph, ...edge], plate, below };
}
/** @param {Rect} a @param {Rect} b @param {number} [slack] */
const touch = (a, b, slack = 0.2) => a.x0 < b.x1 - slack && b.x0 < a.x1 - slack && a.y0 < b.y1 - slack
  && b.y0 < a.y1 - slack;
/** @param {Rect} a @param {Node} node */
const moved = (a, { x, y }) => ({ ...a, x0: a.x0 + x, x1: a.x1 + x, y0: a.y0 + y, y1: a.y1 + y });

/** The faults of one picture. @param {Frame} frame @param {Scene} drawn */
export function faultsOf(frame, drawn) {
  const faults = /** @type {string[]} */ ([]);
  const all = drawn.nodes.filter(({ state, joined }) => state !== null && !joined)
    .map((node) => ({ node, ...partsOf(frame, node) }));
  const boxes = all.map(({ node }) => ({ node, box: moved({ name: "box", x0: 0, x1: node.wide,
    y0: -frame.mode.high / 2, y1: frame.mode.high / 2 }, node) }));
  const says = all.flatMap(({ node, below }) => below.map((each) => ({ node, rect: moved(each, node) })));
  for (const { node, texts, rest, plate, below } of all) {
    texts.forEach((text, k) => {
      for (const other of [...texts.slice(k + 1), ...rest, ...plate])
        if (touch(text, other)) faults.push(`${text.name} touches ${other.name}`);
    });
    for (const each of [...plate, ...below].map((one) => moved(one, node)))
      for (const { node: other, box } of boxes)
        if (other !== node && touch(each, box)) faults.push(`${each.name} is on another box`);
  }
  says.forEach(({ rect: a }, k) => {
    for (const { rect: b } of says.slice(k + 1)) if (touch(a, b)) faults.push(`${a.name} touches ${b.name}`);
  });
  return faults;
}

/**
 * All pictures of the last steps of a run: voice, round, size, and whether all of a large graph is drawn.
 * @param {Model} model
 */
const cases = (model) => /** @type {("plain" | "exact")[]} */ (["plain", "exact"]).flatMap((voice) =>
  model.its.flatMap((it) => SIZES.flatMap((size) => (it.core ? [false, true] : [false]).map((whole) =>
    /** @type {const} */ ([voice, it, size, whole])))));

/** Looks at the pictures of all runs. @param {Record<string, Message>} runs */
function check(runs) {
  const seen = /** @type {Set<string>} */ (new Set());
  let pictures = 0;
  for (const [name, message] of Object.entries(runs)) {
    const model = new Model();
    model.open(message);
    for (const [voice, it, [size, has], whole] of cases(model)) {
      model.voice = voice;
      const frame = frameOf(model, it, room(has), whole);
      if (frame.mode.name === "dots") continue; // without texts
      pictures++;
      const tests = frame.chain ? [] : it.steps.flatMap(({ verdicts }, k) => (verdicts.length ? [k] : []));
      for (const step of new Set([...tests.slice(0, 2), it.steps.length - 1]))
        for (const fault of faultsOf(frame, scene(frame, step, NOTHING, null))) seen.add(`${size} ${voice} ${frame.mode.name}${frame.narrow ? " outline" : ""} ${name}: ${fault}`);
    }
  }
  for (const fault of seen) log(fault);
  log(`${pictures} pictures, ${seen.size} faults`);
}
if (argv[2]) check(JSON.parse(readFileSync(argv[2], "utf8")));
