// The picture of a step as plain objects: the position, text and look of nodes, without anything from later steps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "../../explorer/stage/js/picture/frame.js";
import { STATES, labelOf } from "../../explorer/stage/js/marks.js";
import { Model } from "../../explorer/stage/js/model.js";
import { recurrenceOf, recurrenceSaid } from "../../explorer/stage/js/picture/recurrence.js";
import { movesTo } from "../../explorer/stage/js/picture/motion.js";
import { NOTHING, scene } from "../../explorer/stage/js/picture/scene.js";
import { wordWide } from "../../explorer/stage/js/picture/words.js";

/** @import { Room } from "../../explorer/stage/js/picture/frame.js" */
/** @import { Scene } from "../../explorer/stage/js/picture/scene.js" */
/** @import { Packed, Step } from "../../explorer/stage/js/types.d.ts" */
/** @typedef {Packed["n"]["fates"][number][number]} PackedFate */

const DESKTOP = /** @type {Room} */ ({ w: 1100, h: 560, bar: 40, touched: false, typeface: "sans",
  width: (text) => 8 * text.length });
const PHONE = { ...DESKTOP, w: 370, h: 400, bar: 0, touched: true };
const PHASES = ["input", "draft", "merge", "unmerge", "verify", "commit"];
const CARD_HIGH = 92; // px: a box of a chain
const SEEN = 4; // the step in which the target decides

/** @param {string} phase @param {number} k @param {number[]} now @returns {Step} */
const step = (phase, k, now) => ({ phase, title: phase, called: phase, ahead: phase, plain: phase, exact: phase,
  nodes: [], now: k === SEEN ? now : [], verdicts: [], layer: null });

/**
 * A run of one iteration: node 0 is its input, every other one a draft below the node that `parents` names.
 * @param {number[]} parents of the drafts @param {Record<number, PackedFate[]>} fates by node, of those that matter
 * @param {Partial<Packed["n"]>} columns @param {Partial<Packed>} more
 */
function opened(parents, fates = {}, columns = {}, more = {}) {
  const all = [-1, ...parents], depth = all.map(() => 0), id = all.map((_, k) => k + 1);
  all.forEach((up, k) => { if (up >= 0) depth[k] = depth[up] + 1; });
  const born = all.map((_, k) => (k ? 1 : 0)), rows = all.map((_, k) => k);
  const packed = /** @type {Packed} */ ({ i: 0, says: "", heads: [["q", "draft", "draft"], ["p", "target", "target"]],
    lay: { kind: "free", at: rows, col: depth, y: rows.map((k) => Math.max(0, k - 1)), row: rows,
      cols: Math.max(...depth) + 1, rows: all.length - 1 },
    born, path: [0], n: { id, parent: all.map((up) => (up < 0 ? -1 : id[up])), token: rows, depth,
      role: all.map((_, k) => (k ? "draft" : "input")), q: all.map((_, k) => (k ? 0.5 : null)),
      fates: all.map((_, k) => fates[k] ?? [[k ? 1 : 0, k ? "pending" : "input", null, k ? "q .5" : "", "", "", ""]]),
      ...columns },
    steps: PHASES.map((phase, k) => step(phase, k, rows.slice(1))), seen: SEEN, commit: 5, verdicts: [], dists: [],
    panels: [], made: [], beams: [], seconds: 0, bar: { emitted: 1, kept: 1, drafted: 1, draws: 1, used: 1, wasted: 0,
      draft: 0, target: 0, other: 0, kv: 0, widths: [] }, from: [null], ...more });
  const model = new Model();
  model.open({ type: "open", name: "x", iterations: [packed],
    texts: Object.fromEntries(rows.map((k) => [k, `word${k}`])) });
  return { model, it: model.its[0] };
}
/** The layout of a chain. @param {number} count nodes @returns {Packed["lay"]} */
const chainOf = (count) => ({ kind: "chain", at: [...Array(count).keys()], col: [...Array(count).keys()],
  y: Array(count).fill(0), row: [...Array(count).keys()], cols: count + 1, rows: 1 });
/** @param {number} count drafts, all below the input */
const wide = (count) => opened(Array(count).fill(0));

test("more nodes show less each, and a phone shows an outline", () => {
  const nameOf = (/** @type {number} */ count, room = DESKTOP) => {
    const { model, it } = wide(count);
    return frameOf(model, it, room, true).mode.name;
  };
  assert.deepEqual([5, 14, 22, 120, 300].map((count) => nameOf(count)), ["rich", "duo", "line", "line", "dots"]);
  const { model, it } = opened([0, 1, 0]), outline = frameOf(model, it, PHONE, true);
  assert.equal(outline.narrow, true);
  assert.deepEqual(outline.items.map(({ x }) => x), [16, 38, 60, 38]); // indented by depth
  assert.ok(outline.items.every(({ cy }, k) => !k || cy - outline.items[k - 1].cy >= 44)); // apart, for a finger
  assert.equal(frameOf(model, it, DESKTOP, true).narrow, false);
  const deep = opened([0, 1, 2, 3, 4, 5, 6]);
  assert.equal(frameOf(deep.model, deep.it, { ...DESKTOP, w: 600 }, true).narrow, true); // it would be cut
});

test("all boxes behind the first have one width, whatever their words and fates, and edges run between them", () => {
  const times = /** @type {PackedFate} */ ([SEEN, "accepted", null, "", "×2 1● 1✕", "twice", ""]);
  const texts = { 1: "a", 2: "a very long word indeed", 3: "word" };
  const frames = [{}, { 1: [[1, "pending", null, "q .5", "", "", ""], times] }].map((fates) => {
    const { model, it } = opened([0, 1], /** @type {Record<number, PackedFate[]>} */ (fates));
    Object.assign(model.texts, texts);
    return frameOf(model, it, DESKTOP, true);
  });
  for (const frame of frames) {
    const [first, ...widths] = frame.items.map(({ wide }) => wide);
    assert.equal(new Set(widths).size, 1);
    assert.ok(first < widths[0], "the text so far needs no numbers");
    assert.ok(frame.items.every(({ word, font }) => 8 * word.length * (font / 17) < 140), "a long word is cut");
  }
  assert.deepEqual(frames[0].items.map(({ x, cy }) => [x, cy]), frames[1].items.map(({ x, cy }) => [x, cy]));
  const [, node, next] = frames[1].items;
  assert.ok(next.wire.startsWith(`M${node.x + node.wide} ${node.cy}H${node.edge + 4}C`));
  assert.equal(frames[1].items[0].wire, "");
});

/**
 * A chain of four drafts: the first is accepted, the second rejected and replaced, the others are not tested.
 * @param {boolean} rejected whether there is a rejection; if not, a bonus token follows
 */
function chained(rejected) {
  const verdict = (/** @type {number} */ place, /** @type {string} */ state, /** @type {object} */ more) =>
    ({ place, state, plain: "", exact: "", tiles: [], dists: [], p: 0.3, q: 0.5, ...more });
  const judged = rejected ? [verdict(1, "accepted", { u: 0.2, a: 0.6 }), verdict(2, "rejected", { u: 0.7, a: 0.6 }),
    verdict(3, "unused", {}), verdict(4, "unused", {}), verdict(5, "residual", { tiles: [["p′", 0.8, "", ""]] })]
    : [1, 2, 3, 4].map((place) => verdict(place, "accepted", { u: 0.2, a: 1 })).concat(verdict(5, "bonus", {}));
  const phases = ["input", "draft", "draft", "draft", "draft", "target", "verify", "verify", "rest", "own", "commit"];
  const at = [[0], [1], [2], [3], [4], [0, 1, 2, 3, 4], [1], ...(rejected ? [[2], [3, 4]] : [[2, 3, 4], []]), [5], []];
  const stepOf = (/** @type {number} */ place) => at.findLastIndex((places, k) => k > 5 && places.includes(place));
  const places = [0, 1, 2, 3, 4, 5], born = [0, 1, 2, 3, 4, 9], up = rejected ? 1 : 4;
  const fates = places.map((place) => {
    const own = place === 5 ? [] : [[born[place], place ? "pending" : "input", null, "", "", "", ""]];
    return place ? [...own, [stepOf(place), judged[place - 1].state, place - 1, "", "", "", ""]] : own;
  });
  return opened([0, 1, 2, 3, up], /** @type {any} */ (fates), {
    role: ["input", "draft", "draft", "draft", "draft", "target"], q: [null, 0.5, 0.5, 0.5, 0.5, null] },
  /** @type {any} */ ({ born, seen: 5, commit: 10, verdicts: judged,
    steps: phases.map((phase, k) => ({ ...step(phase, k, []), now: at[k], nodes: at[k],
      verdicts: judged.flatMap(({ place }, v) => (k > 5 && at[k].includes(place) ? [v] : [])) })),
    lay: { kind: "chain", at: places, col: [0, 1, 2, 3, 4, up + 1], y: places.map(() => 0), row: places, cols: 6,
      rows: 1 } }));
}
/** @param {boolean} rejected @param {Room} room */
const chainScenes = (rejected, room = DESKTOP) => {
  const { model, it } = chained(rejected), frame = frameOf(model, it, room, true);
  return it.steps.map((_, k) => scene(frame, k));
};

test("a chain gives no outcome away before its test", () => {
  for (const room of [DESKTOP, PHONE, { ...DESKTOP, w: 600, h: 220 }]) {
    const [bad, good] = [chainScenes(true, room), chainScenes(false, room)];
    for (let k = 0; k <= 6; k++) { // up to the first test, which both pass; the place of the own token is hidden
      const seen = (/** @type {Scene} */ { nodes, pass }) => ({ pass, nodes: nodes.slice(0, 5)
        .map((node) => ({ ...node, cut: null, coin: null, test: "", label: node.label.replace(node.test, "") })) });
      assert.deepEqual(seen(bad[k]), seen(good[k]), `step ${k}`);
      assert.equal(bad[k].nodes[5].visible, false);
      assert.ok(bad[k].pass.bonus?.visible);
    }
    assert.ok(bad.slice(0, 5).every(({ nodes }) => nodes.every(({ p }) => p === null)), "no p before the check");
    assert.ok(bad[5].nodes.slice(1, 5).every(({ p }) => p === 0.3), "p of every draft at the check");
  }
});

test("a rejected box falls with all behind it, and leaves an empty place for the target’s token", () => {
  const scenes = chainScenes(true), level = scenes[6].nodes[1].y;
  assert.ok(scenes[6].nodes.slice(0, 5).every(({ y }) => y === level));
  assert.deepEqual(scenes[7].nodes.slice(0, 5).map(({ y }) => y > level), [false, false, true, true, true]);
  const [hole, own] = [scenes[7].nodes[5], scenes[9].nodes[5]];
  assert.deepEqual([hole.visible, hole.state, hole.word, hole.classes], [true, null, "", "st-n ghost hole"]);
  assert.deepEqual([own.x, own.y, own.p, own.pName], [scenes[6].nodes[2].x, level, 0.8, "leftover"]);
  assert.equal(scenes[7].pass.bonus?.visible, false);
  const { target } = scenes[7].pass;
  assert.equal(target?.w, scenes[5].pass.target?.w, "the slab keeps the width of what the pass read");
  const top = scenes[7].nodes[2].y - CARD_HIGH / 2;
  assert.ok((target?.y ?? 0) + (target?.h ?? 0) < top, "fallen boxes are below the slab, not on it");
  const outline = chainScenes(true, PHONE);
  assert.deepEqual(outline[7].nodes.slice(0, 5).map(({ x }, k) => x - outline[6].nodes[k].x), [0, 0, 12, 12, 12]);
});

test("rejected boxes and the words below them stay in the picture, in a low panel too", () => {
  for (const h of [560, 330, 260]) {
    const { model, it } = chained(true), frame = frameOf(model, it, { ...DESKTOP, h }, true);
    const { nodes } = scene(frame, 9);
    const lowest = Math.max(...nodes.map(({ y }) => y)), { says } = frame.form.scale ?? {};
    assert.ok(says && lowest + says.y < frame.h, `${h} px`);
    assert.ok(h < 300 || (h - frame.bar) / frame.h >= frame.mode.least, `all of it fits ${h} px`);
  }
});

test("Present shows a rejected box on a screen of 720 px, with texts for the back row", () => {
  const { model, it } = chained(true), room = { ...DESKTOP, w: 770, h: 390, bar: 0, big: true };
  const { mode, h } = frameOf(model, it, room, true);
  assert.ok(mode.least * 16 >= 18 && mode.least * h <= room.h);
});

test("buttons beside the row of the draft model take no height; a finger’s buttons do", () => {
  const { model, it } = chained(true), bar = (/** @type {Room} */ room) => frameOf(model, it, room, true).bar;
  assert.deepEqual([bar(DESKTOP), bar({ ...DESKTOP, w: 760 }), bar({ ...DESKTOP, touched: true })], [0, 0, 40]);
  const deep = opened([0, 1, 2, 3, 4, 5, 0], {}, {}), last = { ...DESKTOP, w: 760, buttons: 300 };
  const frame = frameOf(deep.model, deep.it, last, true), { lane, most } = frame.models;
  assert.ok(most * frame.scale + lane.w * frame.scale <= last.w - last.buttons, "the draft’s block stops before them");
});

test("the words of a scale say why an outcome is certain, and where the target’s number fell", () => {
  const words = (/** @type {any} */ first, voice = "plain", room = DESKTOP) => {
    const { model, it } = chained(true);
    Object.assign(it.verdicts[0], first);
    model.voice = voice === "exact" ? "exact" : "plain";
    return scene(frameOf(model, it, room, true), 6).nodes[1].test;
  };
  const likelier = { p: 0.71, q: 0.69, a: 1 }, none = { p: 0, q: 0.07, a: 0, u: 0.3 };
  assert.deepEqual([words(likelier), words(likelier, "exact")], ["always: 71% ≥ 69%", "always: p ≥ q"]);
  assert.deepEqual([words(none), words(none, "exact")], ["never: target 0%", "never: p = 0"]);
  assert.equal(words(likelier, "plain", { ...DESKTOP, w: 700 }), "always", "a narrow box");
  const strip = { u: 0.42, own: 1, of: "r", parts: [[1, null, 0.25], [2, null, 0.55], [3, null, 0.2]] };
  const drawn = { strip, u: undefined, a: undefined };
  assert.deepEqual([words(drawn), words(drawn, "exact")], ["0.42 in its part", "0.25 ≤ 0.42 < 0.80"]);
});

test("the scale of a test has its threshold and its random number, and stays in a chain", () => {
  const scenes = chainScenes(true), read = (/** @type {number} */ k) =>
    scenes[k].nodes.map(({ cut, coin, test: says }) => [cut, coin, says]);
  assert.ok(read(5).every(([cut]) => cut === null));
  assert.deepEqual(read(7).slice(1, 4), [[0.6, 0.2, "0.20 < 0.60"], [0.6, 0.7, "0.70 ≥ 0.60"], [null, null, ""]]);
  assert.equal(chainScenes(false)[6].nodes[1].test, "always accepted");
});

test("the models work in their own steps only", () => {
  const scenes = chainScenes(true), on = scenes.map(({ pass }) => [pass.draft?.on, pass.target?.on, pass.area.on]);
  assert.deepEqual(on[2], [true, false, false]);
  assert.deepEqual(on[5], [false, true, true]);
  assert.deepEqual(on[7], [false, false, false]);
  assert.ok((scenes[3].pass.draft?.x ?? 0) > (scenes[2].pass.draft?.x ?? 0));
  assert.deepEqual([scenes[4].pass.target?.says, scenes[6].pass.target?.says], ["waits", "one pass"]);
  assert.equal(scenes[5].pass.rays.split("M").length - 1, 5); // of four drafts and the bonus
  assert.equal(scenes[6].pass.rays, "");
});

test("an unrecorded probability of an untested draft does not show which drafts are tested", () => {
  const { model, it } = chained(true);
  const gap = { ...it, scored: false };
  assert.deepEqual([1, 2, 3].map((place) => model.wanted(gap, place, 5)), [null, null, null]);
  assert.deepEqual([1, 2].map((place) => model.wanted(gap, place, 6)), [0.3, null]);
});

test("every fate has its mark, its words and its class", () => {
  for (const state of STATES.keys()) {
    const fates = /** @type {PackedFate[]} */ ([
      [1, "pending", null, "q .5", "", "", ""], [SEEN, state, null, "u < .1", "", "", ".05 < .1"]]);
    const { model, it } = opened([0], { 1: fates });
    const drawn = scene(frameOf(model, it, DESKTOP, true), SEEN), [, node] = drawn.nodes;
    assert.equal(node.state, state);
    const named = labelOf(state, "plain");
    assert.equal(node.label, state === "unused" ? `word1, ${named}, .05 < .1, draft 50%` // in place of its numbers
      : `word1, draft 50%, ${named}, .05 < .1`);
    assert.equal(drawn.edges[0].made, (STATES.get(state)?.strength ?? 0) >= 8, state);
  }
});

test("a forest shows the shares of both models from the step at which they are known", () => {
  const shares = [[], [[0, 0.3, null], [3, 0.3, 0.5]], [[0, 0.14, null], [SEEN, 0.21, 0.04]]];
  const { model, it } = opened([0, 1], {}, /** @type {any} */ ({ shares, q: [null, 0.3, 0.14], p: [null, 0.9, 0.9] }),
    { shares: { plain: "", exact: "" }, seen: 3 });
  const frame = frameOf(model, it, DESKTOP, true);
  const at = (/** @type {number} */ k) => scene(frame, k).nodes.slice(1).map(({ qText, pText }) => [qText, pText]);
  assert.deepEqual(at(2), [["30%", ""], ["14%", ""]]);
  assert.deepEqual(at(3), [["30%", "50%"], ["14%", ""]], "a later layer depends on the beams that continue");
  assert.deepEqual(at(SEEN), [["30%", "50%"], ["14% → 21%", "4%"]], "where the draft’s share is rescaled, too");
  const [, node] = scene(frame, SEEN).nodes;
  assert.deepEqual([node.qName, node.pName, node.second], ["draft", "target", ""]);
  assert.match(node.label, /^word1, draft 30%, target 50%, not decided yet/);
  model.voice = "exact";
  const [, exact] = scene(frame, SEEN).nodes;
  assert.deepEqual([exact.qName, exact.pName], ["q_beam", "p_beam"]);
});

test("a box shows the numbers that its test compared, with their names, and before it those of the models", () => {
  const tested = [{ place: 1, state: "rejected", plain: "", exact: "", dists: [], u: 0.9, a: 0.65, p: 0.12,
    q: 0.088, tiles: [["q", 0.088, "", ""], ["p′", 0.057, "", ""]] }];
  const fates = { 1: [[1, "pending", null, "", "", "", ""], [SEEN, "rejected", 0, "", "", "", ""]] };
  const given = (/** @type {number[]} */ parents) => {
    const { model, it } = opened(parents, /** @type {any} */ (fates),
      { q: [null, ...parents.map(() => 0.058)], p: [null, ...parents.map(() => 0.12)] },
      /** @type {any} */ ({ verdicts: tested, seen: 3, scored: true }));
    return frameOf(model, it, DESKTOP, true);
  };
  const frame = given([0, 1]), named = (/** @type {number} */ k) => {
    const [, { qName, qText, pName, pText, classes }] = scene(frame, k).nodes;
    return [qName, qText, pName, pText, / left\b/.test(classes)];
  };
  assert.deepEqual(named(SEEN - 1), ["draft", "5.8%", "target", "12%", false]);
  assert.deepEqual(named(SEEN), ["scaled", "5.8% → 8.8%", "leftover", "12% → 5.7%", true], "former numbers");
  assert.deepEqual(named(SEEN + 1), ["scaled", "8.8%", "leftover", "5.7%", true]);
  const [, untested] = scene(frame, SEEN).nodes.slice(1);
  assert.deepEqual([untested.qName, untested.pName], ["draft", "target"]);
  const dense = given(Array(11).fill(0)), keys = [SEEN - 1, SEEN].map((k) => scene(dense, k).pass.key?.p);
  assert.deepEqual(keys, ["target", "target (pale: leftover)"], "small boxes have no names");
});

test("boxes have the numbers of both models; in a graph too dense for them, one that becomes the target's", () => {
  const numbers = (/** @type {number[]} */ parents, /** @type {Room} */ room) => {
    const { model, it } = opened(parents, {}, { p: [null, ...parents.map(() => 0.7)] });
    const frame = frameOf(model, it, room, true), drawn = scene(frame, SEEN).nodes.slice(1);
    const early = scene(frame, SEEN - 1), late = scene(frame, SEEN), { one } = frame.form.bars ?? { one: false };
    assert.deepEqual([early.nodes[1].qText, early.nodes[1].pText], ["50%", ""]);
    assert.ok(drawn.every(({ pText, p }) => pText === "70%" && p === 0.7));
    assert.ok(drawn.every(({ qText }) => qText === (one ? "" : "50%")));
    return [frame.mode.name, one ? 1 : 2, frame.form.bars?.long ? null : [early, late].map(({ pass: { key } }) =>
      key && [key.q, key.p].filter(Boolean).join())];
  };
  const named = ["draft", "draft,target"];
  assert.deepEqual(numbers([0, 0], DESKTOP), ["rich", 2, null]);
  assert.deepEqual(numbers(Array(11).fill(0), DESKTOP), ["duo", 2, named]);
  assert.deepEqual(numbers(Array(17).fill(0), DESKTOP), ["chip", 2, named]);
  assert.deepEqual(numbers(Array(22).fill(0), DESKTOP), ["line", 2, named]);
  const deep = [0, 1, 2, 3, 4, 5, ...Array(24).fill(6)];
  assert.deepEqual(numbers(deep, { ...DESKTOP, w: 1000 }), ["line", 1, ["draft", "target"]]);
  assert.equal(numbers([0, 0], PHONE)[1], 2);
});

test("a box of a chain shows less the narrower it is, and always both numbers", () => {
  const boxes = (/** @type {number} */ count, /** @type {number} */ w, h = 560) => {
    const { model, it } = opened([...Array(count).keys()], {}, {}, { lay: chainOf(count + 1) });
    const { mode, form } = frameOf(model, it, { ...DESKTOP, w, h }, true), { bars } = form;
    assert.equal(mode.name, "card");
    if (!bars) throw new Error("a box of a chain without bars");
    assert.ok(bars.numbers.q !== null && bars.numbers.p !== null);
    return { above: bars.texts.q < 0, long: bars.long };
  };
  assert.deepEqual(boxes(2, 1400), { above: true, long: true });
  assert.deepEqual(boxes(4, 860), { above: true, long: true });
  assert.deepEqual(boxes(9, 860), { above: true, long: false });
  assert.deepEqual(boxes(4, 860, 320).above, false, "in a low panel names and bars are in one line");
});

test("a prefix that fails looks unlike a draft that is not checked, and its scale has the joint ratio", () => {
  const fates = /** @type {Record<number, PackedFate[]>} */ ({
    1: [[1, "pending", null, "", "", "", ""], [SEEN, "fails", null, "", "", "", ""]],
    2: [[1, "pending", null, "", "", "", ""], [SEEN + 1, "passes", null, "", "", "", ""]] });
  const row = { logp: -1, logq: -1, own: 1 };
  const panels = /** @type {any} */ ([{ kind: "prefixes", bar: 0.5, prefixes: [
    { ...row, step: SEEN, place: 1, j: 1, ratio: 0.4, product: 0.4, passed: false },
    { ...row, step: SEEN + 1, place: 2, j: 2, ratio: 1, product: 1.3, passed: true }] }]);
  const { model, it } = opened([0, 1], fates, {}, { lay: chainOf(3), panels });
  const frame = frameOf(model, it, DESKTOP, true), at = (/** @type {number} */ k) => scene(frame, k).nodes;
  const [, fails, waits] = at(SEEN), [, , passes] = at(SEEN + 1);
  assert.deepEqual([fails.side, fails.from, fails.cut, fails.coin], ["above", 0.5, 1, 0.4]);
  assert.match(fails.test, /0\.40 ≤ 0\.50 fails$/);
  assert.deepEqual([waits.coin, waits.test], [null, ""]);
  assert.match(passes.test, /1\.3 > 0\.50 passes$/);
  assert.equal(passes.coin, 1);
  const looks = ["pending", "passes", "fails"].map((name) => STATES.get(name));
  for (const part of /** @type {const} */ (["glyph", "dash", "sign"]))
    assert.notEqual(looks[0]?.[part], looks[2]?.[part], part);
  assert.equal(new Set(looks.map((look) => look?.glyph)).size, 3);
  assert.ok(!movesTo(scene(frame, SEEN - 1), scene(frame, SEEN), "prefix").some(({ name }) => name === "coin"),
    "a ratio is not a random number");
});

/** A tree of two levels in which nodes 1 and 3 are rejected, so that the target's own token is node 5. */
function replaced() {
  const fates = /** @type {Record<number, PackedFate[]>} */ ({ 5: [[5, "residual", null, "", "", "", ""]] });
  const lay = /** @type {Packed["lay"]} */ ({ kind: "tree", at: [0, 1, 2, 3, 4, 5], col: [0, 1, 1, 2, 2, 2],
    y: [0.5, 0, 1, 0, 1, 2], row: [0, 1, 3, 2, 4, 5], cols: 4, rows: 3 });
  const role = /** @type {Packed["n"]["role"]} */ (["input", "draft", "draft", "draft", "draft", "target"]);
  const steps = PHASES.map((phase, k) => step(k === SEEN ? "target" : phase, k, []));
  return { ...opened([0, 0, 1, 2, 1], fates, { role }, { lay, steps, born: [0, 1, 1, 1, 1, 5] }), lay };
}

test("the target's own token takes the end of the target's slab, and no box moves", () => {
  const { model, it, lay } = replaced(), frame = frameOf(model, it, DESKTOP, true);
  const at = (/** @type {number} */ k) => scene(frame, k).nodes.map(({ y }) => y);
  assert.deepEqual(at(4), at(5));
  const [before, after] = [4, 5].map((k) => scene(frame, k).pass.target), own = frame.items[5];
  if (!before || !after) throw new Error("there is a slab");
  assert.deepEqual({ ...before, on: false, w: after.w }, { ...after, on: false, says: before.says });
  assert.ok(before.w > after.w && after.x + after.w <= own.x - 6, "the slab ends before the token");
  assert.ok(Math.abs(own.cy - after.y - after.h / 2) <= 2, "in the row of the slab");
  assert.ok(after.start, "whose words are before it");
  const bottom = Math.max(...frame.items.slice(0, 5).map(({ cy }) => cy)) + frame.mode.high / 2;
  assert.ok(own.cy - frame.mode.high / 2 >= bottom + 7 && own.cy + frame.mode.high / 2 + 7 < frame.h, "with room");
  const { h } = frame, place = [0, 1, 2, 3, 4];
  const { model: other, it: alone } = opened([0, 0, 1, 2], {}, {}, { lay: { ...lay, at: place } });
  assert.equal(h, frameOf(other, alone, DESKTOP, true).h, "the graph has its size without it, too");
});

test("in a dense graph the target's own token stands below the candidates of its position, and nodes make room", () => {
  const { model, it } = replaced(), frame = frameOf(model, it, { ...DESKTOP, h: 110 }, true);
  assert.equal(frame.mode.name, "line");
  const at = (/** @type {number} */ k) => scene(frame, k).nodes, top = at(4)[1].y;
  const rows = (/** @type {number} */ k) => at(k).map(({ y }) => Math.round((10 * (y - top)) / frame.mode.row) / 10);
  assert.deepEqual(rows(4), [0.5, 0, 1, 0, 1, 1]);
  assert.deepEqual(rows(5), [0.5, 0, 2, 0, 2, 1], "below the rejected node 3, where node 4 was");
  const moves = movesTo(scene(frame, 4), scene(frame, 5), "residual");
  assert.equal(moves.filter(({ name }) => name === "room").length, 2);
  const wire = (/** @type {number} */ k) => scene(frame, k).edges.find(({ key }) => key === frame.items[4].key)?.d;
  assert.notEqual(wire(4), wire(5), "their edges follow");
  const phone = frameOf(model, it, PHONE, true), outline = (/** @type {number} */ k) =>
    scene(phone, k).nodes.map(({ y }) => Math.round((y - scene(phone, 4).nodes[0].y) / phone.mode.row));
  assert.deepEqual([outline(4), outline(5)], [[0, 1, 3, 2, 4, 3], [0, 1, 4, 2, 5, 3]], "on a phone, too");
});

test("a scene contains nothing from later steps", () => {
  const before = /** @type {PackedFate[]} */ ([[1, "pending", null, "q .5", "", "", ""]]);
  const after = (/** @type {string} */ state) =>
    opened([0, 0], { 1: [...before, [SEEN, state, null, "u .1", "", "", ""]] });
  const scenes = ["accepted", "rejected"].map(after).map(({ model, it }) => frameOf(model, it, DESKTOP, true))
    .map((frame) => PHASES.map((_, k) => scene(frame, k)));
  assert.deepEqual(scenes[0].slice(0, SEEN), scenes[1].slice(0, SEEN));
  assert.notDeepEqual(scenes[0][SEEN], scenes[1][SEEN]);
  const [ghost] = scenes[0][0].nodes.slice(1); // an outline only says that something will be drafted here
  assert.deepEqual([ghost.state, ghost.label, ghost.second, ghost.visible, ghost.classes],
    [null, "", "", true, "st-n ghost"]);
  assert.ok(ghost.ask);
  assert.equal(scenes[0][0].edges[0].classes, "st-e ghost");
});

test("the committed path is drawn when it is known", () => {
  const { model, it } = opened([0, 0], {}, {}, { path: [0, 1] }), frame = frameOf(model, it, DESKTOP, true);
  const paths = (/** @type {number} */ k) => scene(frame, k).edges.map(({ classes }) => classes);
  assert.deepEqual(paths(SEEN), ["st-e", "st-e"]);
  assert.deepEqual(paths(5), ["st-e", "st-e path"]); // above its siblings, so it is the last
});

test("folded, only the core is drawn, and what is hidden is counted as it comes", () => {
  const core = /** @type {Packed["lay"]} */ ({ kind: "free", at: [0, 1], col: [0, 1], y: [0, 0], row: [0, 1],
    cols: 2, rows: 1 });
  const { model, it } = opened([0, 0, 0], {}, {}, { core });
  const [part, whole] = [false, true].map((all) => frameOf(model, it, DESKTOP, all));
  assert.deepEqual(part.items.map(({ place }) => place), [0, 1]);
  assert.deepEqual([0, 1].map((k) => scene(part, k).hidden), [0, 2]);
  assert.equal(scene(whole, 1).hidden, 0);
});

test("arcs appear with the merge, links with the pointer, and a copy names its original", () => {
  const merged = /** @type {PackedFate[]} */ ([
    [1, "pending", null, "", "", "", ""], [2, "merged", null, "", "", "", ""]]);
  const { model, it } = opened([0, 0, 2], { 2: merged },
    { merge: [null, null, 2, null], origin: [null, null, null, 2] }); // node 4 repeats node 2
  const frame = frameOf(model, it, DESKTOP, true);
  const arc = (/** @type {number} */ pointed) =>
    [1, 2].map((k) => scene(frame, k, { ...NOTHING, pointed }).merges[0].visible);
  assert.deepEqual([arc(2), arc(1)], [[false, true], [false, true]], "of the merged node and of the one it repeats");
  assert.deepEqual(arc(-1), [false, false], "all arcs at once would hide the tree");
  const drawn = scene(frame, 2, { ...NOTHING, pointed: 3 });
  assert.match(drawn.nodes[3].classes, /\breplica\b/);
  assert.match(drawn.nodes[3].label, /copy of node 2/);
  assert.deepEqual(drawn.links.map(({ key }) => key), ["3"]);
  assert.deepEqual(scene(frame, 2, { ...NOTHING, pointed: 1 }).links.map(({ key }) => key), ["3"]); // from its origin
  assert.deepEqual(scene(frame, 2).links, []);
});

test("a merged node becomes one with the box that it repeats: one box, two parents", () => {
  const merged = /** @type {PackedFate[]} */ ([
    [1, "pending", null, "", "", "", ""], [2, "merged", null, "", "", "", ""]]);
  const { model, it } = opened([0, 0, 1, 2], { 4: merged }, { merge: [null, null, null, null, 4] });
  it.steps[2].now = [4];
  const frame = frameOf(model, it, DESKTOP, true), [before, after] = [1, 2].map((k) => scene(frame, k));
  const box = after.nodes[3], was = before.nodes[4], joined = after.nodes[4];
  assert.deepEqual([was.joined, joined.joined, joined.state], [false, true, "merged"]);
  assert.ok(was.y !== box.y && Math.abs(joined.y - box.y) < frame.mode.high, "it has moved to the box");
  assert.match(box.classes, /\bshared\b/);
  assert.doesNotMatch(before.nodes[3].classes, /shared/);
  assert.match(box.label, /shared by 2 paths/);
  const edge = after.merges.find(({ key }) => key === "4"), own = after.merges.find(({ key }) => key === "3-own");
  assert.ok(edge && own);
  const looks = [edge, own].map((each) => [each?.visible, each?.solid, each?.bold]);
  assert.deepEqual(looks, [[true, true, true], [true, true, true]], "two bold arrows lead into the box");
  assert.deepEqual(before.merges.map(({ visible }) => visible), [false]);
  assert.deepEqual(scene(frame, 3).merges.map(({ bold }) => bold), [false, false], "at the step of the merge only");
  assert.ok(edge?.d.startsWith(`M${frame.items[2].x + frame.items[2].wide} ${frame.items[2].cy}`), "from its own parent");
  assert.equal(after.edges.find(({ key }) => key === joined.key)?.visible, false);
  assert.deepEqual(movesTo(before, after, "merge").map(({ name, node }) => [name, node]), [["merge", joined.key]]);
  const phone = frameOf(model, it, PHONE, true);
  assert.deepEqual([phone.narrow, scene(phone, 2).nodes[4].joined], [false, true], "a small graph on a phone, too");
  const many = opened([0, 0, 1, 2, ...Array(40).fill(0)], { 4: merged }, { merge: [...it.n.merge ?? [],
      ...Array(40).fill(null)] }), outline = frameOf(many.model, many.it, PHONE, true);
  assert.deepEqual([outline.narrow, scene(outline, 2).nodes[4].joined], [true, false], "an outline has a row for each");
  assert.match(scene(outline, 2).nodes[3].classes, /\bshared\b/, "and marks the node that is repeated");
  assert.match(recurrenceSaid(model, it, { n: 2, groups: [[3, 4]] }, 2, true), /◆ is merged: it goes on like/);
  assert.doesNotMatch(recurrenceSaid(model, it, { n: 2, groups: [[3, 4]] }, 1, true), /◆/);
});

test("equal n-grams have one colour, from the drafts that repeat them on, and a copy has a mark", () => {
  const fates = /** @type {Record<number, PackedFate[]>} */ ({ 6: [[1, "pending", null, "", "", "", ""],
    [2, "merged", null, "", "", "", ""]] });
  const none = Array(6).fill(null), recurring = { drafted: 6, groups: [], share: [], tau: 2 };
  const run = opened([0, 0, 1, 2, 3, 4], fates, { merge: [...none, 6] }, { recurring }); // 3 5 and 4 6 are equal
  run.it.steps[2].now = [6];
  const hues = (/** @type {number} */ k) => scene(frameOf(run.model, run.it, DESKTOP, true), k).nodes
    .map(({ gram, classes }) => [gram !== null, /\btail\b/.test(classes)]);
  const [both, neither] = [[true, true], [false, false]];
  for (const k of [1, 2])
    assert.deepEqual(hues(k), [neither, neither, neither, both, both, both, both], "found twice, then merged");
  assert.deepEqual(hues(3), Array(7).fill(neither));
  const copied = opened([0, 0, 1, 2], {}, { origin: [null, null, null, null, 4], merge: [null, null, 2, null, null] });
  const marks = scene(frameOf(copied.model, copied.it, DESKTOP, true), 3).nodes.map(({ copy }) => copy);
  assert.deepEqual(marks, ["", "", "", "", "copy"]);
});

test("in a dense draft graph, nodes that nothing was decided about are quiet, unless a copy was tested", () => {
  const verdict = (/** @type {number} */ place, /** @type {string} */ state) =>
    ({ place, state, plain: "", exact: "", tiles: [], dists: [] });
  const verdicts = [verdict(1, "unused"), verdict(3, "unused"), verdict(4, "accepted"), verdict(5, "unused")];
  const columns = { origin: [null, null, null, null, 4, null], merge: [null, null, 2, null, null, null] };
  const quiet = (/** @type {Partial<Packed["n"]>} */ more, room = { ...DESKTOP, h: 110 }) => {
    const { model, it } = opened([0, 0, 1, 2, 1], {}, more, { verdicts, steps: PHASES.map((phase, k) =>
      ({ ...step(phase, k, []), verdicts: k === SEEN ? [0, 1, 2, 3] : [] })) });
    const drawn = (/** @type {number} */ k) => scene(frameOf(model, it, room, true), k).nodes
      .flatMap(({ place, classes }) => (/\bquiet\b/.test(classes) ? [place] : []));
    return [drawn(SEEN - 1), drawn(SEEN)];
  };
  assert.deepEqual(quiet(columns), [[], [1, 5]], "node 3 has a copy that was accepted");
  assert.deepEqual(quiet({}), [[], []], "a plain tree is not a draft graph");
  assert.deepEqual(quiet(columns, DESKTOP), [[], []], "a small graph shows them as not tested");
});

test("a node that repeats one further left stays a box: an edge back would be a circle", () => {
  const merged = /** @type {PackedFate[]} */ ([
    [1, "pending", null, "", "", "", ""], [2, "merged", null, "", "", "", ""]]);
  const { model, it } = opened([0, 1, 2], { 3: merged }, { merge: [null, null, null, 2] });
  assert.equal(scene(frameOf(model, it, DESKTOP, true), 2).nodes[3].joined, false);
});

test("without copies a box shows the strongest outcome of its paths, and no outcome before the check", () => {
  const fates = /** @type {Record<number, PackedFate[]>} */ ({
    2: [[1, "pending", null, "", "", "", ""], [4, "unused", 0, "", "", "", ""]],
    3: [[1, "pending", null, "", "", "", ""], [4, "accepted", 1, "", "", "", ""]] });
  const verdicts = ["unused", "accepted"].map((state, k) => ({ place: k + 2, state, plain: "", exact: "", tiles: [],
    dists: [] }));
  const core = /** @type {Packed["lay"]} */ ({ kind: "free", at: [0, 1, 2], col: [0, 1, 2], y: [0, 0, 0],
    row: [0, 1, 2], cols: 3, rows: 1 });
  const { model, it } = opened([0, 1, 0], fates, { origin: [null, null, null, 3] }, { core, verdicts, path: [0, 3] });
  it.stepOf.fill(SEEN);
  const frame = frameOf(model, it, DESKTOP, false), at = (/** @type {number} */ k) => scene(frame, k).nodes[2];
  assert.deepEqual([3, 4].map((k) => [at(k).state, at(k).id]), [["pending", 3], ["accepted", 4]]);
  assert.equal(at(5).path, true);
  assert.doesNotMatch(at(3).classes, /replica/);
});

test("the pointer, the selection and What if? change only looks", () => {
  const { model, it } = opened([0, 1]), frame = frameOf(model, it, DESKTOP, true), plain = scene(frame, 1);
  const chosen = scene(frame, 1, { ...NOTHING, picked: 2, pointed: 2, roving: 1 });
  assert.deepEqual(chosen.nodes.map(({ classes }) => classes), ["st-n lit", "st-n lit", "st-n picked lit-end"]);
  assert.deepEqual(chosen.nodes.map(({ tab }) => tab), ["-1", "0", "-1"]);
  const supposed = scene(frame, 1, { ...NOTHING, supposed: { place: 1, state: "rejected" } }).nodes[1];
  assert.deepEqual([supposed.state, supposed.second, supposed.classes], ["rejected", "what if", "st-n supposed"]);
  const places = (/** @type {typeof plain} */ drawn) => drawn.nodes.map(({ x, y, wide: w }) => [x, y, w]);
  assert.deepEqual(places(chosen), places(plain));
});

test("a node without room for its word shows it on hover, once it has appeared", () => {
  const { model, it } = wide(300), frame = frameOf(model, it, DESKTOP, true), floated = { ...NOTHING, floated: 5 };
  assert.deepEqual([0, 1].map((k) => scene(frame, k, floated).float?.word), [undefined, "word5"]);
  assert.equal(frameOf(model, it, DESKTOP, true).items[0].named, true); // but those on the path
});

test("repeated n-grams have letters, bands and a sentence that counts them", () => {
  const recurring = { tau: 2, drafted: 4, groups: [[1, [1, 3]], [2, [2, 4]]], share: [[2, 4]] };
  const { model, it } = opened([0, 1, 0, 3], {}, {}, /** @type {Partial<Packed>} */ ({ recurring }));
  const frame = frameOf(model, it, DESKTOP, true), found = recurrenceOf(it, 2), drawn = scene(frame, 1, NOTHING, found);
  assert.deepEqual(drawn.nodes.map(({ letter, first }) => [letter, first]),
    [[null, false], [null, false], ["A", true], [null, false], ["A", false]]);
  assert.deepEqual(drawn.bands.map(({ end, visible }) => [end, visible]), [[2, true], [4, true]]);
  assert.ok(scene(frame, 0, NOTHING, found).bands.every(({ visible }) => !visible));
  assert.match(scene(frame, 1, { ...NOTHING, pointed: 2 }, found).nodes[4].classes, /rec-lit/);
  assert.equal(recurrenceSaid(model, it, found, 0, true), "Nothing is drafted yet.");
  assert.match(recurrenceSaid(model, it, found, 1, true), /^1 of 4 guesses repeats a 2-gram that is already/);
});

test("nodes of one kind share elements, assigned by keys in order", () => {
  const { model, it } = opened([0, 0]), { nodes, edges } = scene(frameOf(model, it, DESKTOP, true), 1);
  assert.equal(new Set(nodes.map(({ key }) => key)).size, nodes.length);
  assert.deepEqual(edges.map(({ key }) => key), nodes.slice(1).map(({ key }) => key));
});

test("a node of a tree that is tested leaf by leaf shows its running ratio, which a deletion lowers", () => {
  const rows = [{ step: 4, place: 2, work: "", cut: 0.2, u: 0.5, passed: false, chosen: false }];
  const ratios = [[4, 1, 0.9, false], [4, 2, 0.2, false], [4, 1, 0.5, true], [5, 3, 1, false]]
    .map(([step, place, ratio, fell]) => ({ step, place, ratio, fell, ...place === 3 ? { uncapped: 1.4699 } : {} }));
  const compared = [{ step: 4, place: 3, q: 0.8, p: 0.25 }];
  const panel = /** @type {any} */ ({ kind: "judged", rows, ratios, compared });
  const { model, it } = opened([0, 1, 1], {}, { p: [null, 0.5, 0.75, 0.6] }, { panels: [panel] });
  const frame = frameOf(model, it, DESKTOP, true);
  it.seen = 3;
  const shown = (/** @type {number} */ step) => scene(frame, step).nodes.map(({ ratio, qName, qText, pName, pText }) =>
    [ratio, qName, qText, pName, pText]);
  const both = (/** @type {string} */ p) => ["draft", "50%", "target", p];
  assert.deepEqual(shown(3).slice(1), ["50%", "75%", "60%"].map((p) => ["", ...both(p)]));
  assert.deepEqual(shown(4)[1], ["↓0.50", ...both("50%")], "both probabilities stay");
  assert.deepEqual(shown(4)[2], ["0.20", ...both("75%")]);
  assert.deepEqual(shown(4)[3], ["", "scaled", "50% → 80%", "leftover", "60% → 25%"], "what the next test compares");
  assert.deepEqual(shown(5)[3].slice(1), ["scaled", "80%", "leftover", "25%"]);
  assert.deepEqual(shown(5)[1], ["0.50", ...both("50%")], "the arrow is only at the step of the deletion");
  assert.equal(shown(5)[3][0], "1.47→1");
  assert.match(scene(frame, 4).nodes[1].label, /running ratio 0\.50/);
  model.voice = "exact";
  assert.equal(shown(4)[2][0], ".20");
  assert.deepEqual(shown(5)[3].slice(1), ["q′", ".80", "p′", ".25"]);
});

test("a running ratio has room beside its word, and a capped product has fewer digits in a small box", () => {
  const panel = /** @type {any} */ ({ kind: "judged", rows: [], ratios: [{ step: 4, place: 1, ratio: 1, fell: false,
    uncapped: 1.4699 }, { step: 4, place: 2, ratio: 0.3, fell: false }] });
  const { model, it } = opened([0, 1, 1, 0], {}, {}, { panels: [panel] });
  it.seen = 3;
  const ratios = (/** @type {number} */ w) => {
    const frame = frameOf(model, it, { ...DESKTOP, w }, true);
    const free = frame.form.word.end - frame.form.word.x;
    assert.ok(frame.items.every(({ word, font, place }) => !place || wordWide(word, font, DESKTOP) <= free));
    return scene(frame, 4).nodes.slice(1, 3).map(({ ratio }) => ratio);
  };
  assert.deepEqual(ratios(1400), ["1.47→1", "0.30"]);
  const low = ratios(620);
  assert.match(low[0], /^1\.(5|47)→1$/);
  assert.equal(low[1], "0.30");
});

test("the scale of a test ends above the next box of its column, with its mark and its random number", () => {
  const verdicts = /** @type {any} */ ([{ place: 1, state: "rejected", u: 0.7, a: 0.3, tiles: [] }]);
  for (const count of [3, 8, 14, 20]) {
    const steps = PHASES.map((phase, k) => step(phase, k, [1]));
    steps[SEEN].verdicts = [0];
    const { model, it } = opened(Array(count).fill(0), {}, {}, { verdicts, steps });
    const frame = frameOf(model, it, DESKTOP, true), { scale } = frame.form;
    if (!scale) continue;
    const { cut, coin } = scene(frame, SEEN).nodes[1];
    assert.deepEqual([cut, coin], [0.3, 0.7]);
    const next = frame.mode.row - frame.mode.high / 2, middle = scale.y + scale.high / 2;
    assert.ok(middle + scale.high + 1 <= next - 0.75, `${frame.mode.name}: the dot and its edge are above the next box`);
    assert.ok(scale.y + scale.high + 2.5 < next - 0.75, `${frame.mode.name}: the mark, 2.5 px below the scale`);
  }
});

test("a leaf that was deleted is crossed out, and a rejected token of a chain is not", () => {
  const panel = /** @type {any} */ ({ kind: "judged", rows: [], ratios: [] });
  const fates = { 2: /** @type {any} */ ([[1, "pending", null, "", "", "", ""],
    [SEEN, "rejected", null, "", "", "", ""]]) };
  const tree = opened([0, 0], fates, {}, { panels: [panel] });
  assert.match(scene(frameOf(tree.model, tree.it, DESKTOP, true), SEEN).nodes[2].classes, /\bdeleted\b/);
  assert.doesNotMatch(scene(frameOf(tree.model, tree.it, DESKTOP, true), SEEN - 1).nodes[2].classes, /\bdeleted\b/);
  const other = opened([0, 0], fates);
  assert.doesNotMatch(scene(frameOf(other.model, other.it, DESKTOP, true), SEEN).nodes[2].classes, /\bdeleted\b/);
});

test("the scales of all prefixes have one length and stay, a line below the one before", () => {
  const { model, it } = chained(false), place = [1, 2, 3, 4];
  const rows = place.map((at, k) => ({ step: 6 + k, place: at, cut: k === 1 ? 0.41 : 0, u: 0.3,
    passed: k === 1, chosen: k === 1 }));
  it.panels = /** @type {any} */ ([{ kind: "judged", rows, told: 10 }]);
  const frame = frameOf(model, it, DESKTOP, true), boxes = frame.items.filter(({ place: at }) => place.includes(at));
  const nodes = (/** @type {number} */ step) => scene(frame, step).nodes.filter(({ cut }) => cut !== null);
  const scales = (/** @type {number} */ step) => nodes(step).map(({ place: at, span, test }) => [at, span, test]);
  const whole = boxes[3].x - boxes[0].x, far = (/** @type {number} */ k) => ({ before: boxes[k].x - boxes[0].x,
    after: whole - (boxes[k].x - boxes[0].x), line: 18 * k, name: `prefix ${k + 1}` });
  assert.deepEqual(scales(6), [[1, far(0), "never passes"]]);
  assert.deepEqual(scales(7)[1], [2, far(1), "0.30 < 0.41"]);
  for (const step of [9, 10]) assert.deepEqual(scales(step).map(([at, , test]) => [at, test]), place.map((at) =>
    [at, at === 2 ? "0.30 < 0.41" : "never passes"]), "they stay when the target adds its own token, without a scale");
});

test("the scale of a prefix stays where it is when the box of its last token falls", () => {
  const { model, it } = chained(true), place = [1, 2, 3, 4];
  const rows = place.map((at, k) => ({ step: 6, place: at, cut: 0.5, u: 0.3, passed: !k, chosen: !k }));
  it.panels = /** @type {any} */ ([{ kind: "judged", rows, told: 7 }]);
  const frame = frameOf(model, it, DESKTOP, true), at = (/** @type {number} */ step) => scene(frame, step).nodes
    .flatMap(({ place: of, y, span }) => (place.includes(of) ? [y + (span?.line ?? NaN)] : []));
  const fallen = scene(frame, 9).nodes.filter((node) => node.fallen).map((node) => node.place);
  assert.deepEqual(fallen, [2, 3, 4]);
  assert.deepEqual(at(6), place.map((_, k) => at(6)[0] + 18 * k));
  assert.deepEqual(at(9), at(6));
});

test("of a long chain, only the scale of the current prefix is drawn, and then that of the longest passing one", () => {
  const { model, it } = chained(false), place = [1, 2, 3, 4];
  const rows = [1, 2, 3, 4, 4, 4].map((at, k) => ({ step: 6 + k, place: at, cut: k === 1 ? 0.41 : 0, u: 0.3,
    passed: k === 1, chosen: k === 1 }));
  it.panels = /** @type {any} */ ([{ kind: "judged", rows, told: 10 }]);
  const frame = frameOf(model, it, DESKTOP, true), boxes = frame.items.filter(({ place: at }) => place.includes(at));
  const scales = (/** @type {number} */ step) => scene(frame, step).nodes
    .filter(({ cut, side }) => cut !== null && side !== "own").map(({ place: at, span, test }) => [at, span, test]);
  const [first, own, , last] = boxes.map(({ x }) => x), span = { before: own - first, after: last - own, line: null,
    name: "" };
  const second = [[2, span, "prefix 2: 0.30 < 0.41"]];
  assert.deepEqual(scales(7), second);
  assert.deepEqual(scales(10), second, "no test is shown under a token that another test accepted");
});

test("the target’s token has a ray only where one fits between it and the target’s block", () => {
  const { model, it } = opened([0, 0]), frame = frameOf(model, it, DESKTOP, true);
  const steps = it.steps.map((each) => ({ ...each, phase: "residual", now: [2] })), last = frame.items[2];
  const rayTo = (/** @type {number} */ x, /** @type {number} */ gap) => {
    const { slab } = frame.models, cy = slab.y - gap - frame.mode.high / 2;
    const spot = new Map([[2, { ...last, x, cy }]]);
    return scene({ ...frame, it: { ...it, steps }, spot, items: frame.items }, SEEN).pass.rays;
  };
  const inside = frame.models.slab.x + 4 - last.wide / 2; // its middle is left of all boxes
  assert.match(rayTo(inside, 40), /^M.*V/);
  assert.equal(rayTo(inside, 10), ""); // a stub
  assert.equal(rayTo(last.x, frame.models.slab.y), ""); // it would run behind the boxes below it
  assert.equal(rayTo(frame.models.slab.x + frame.models.slab.w + 40, 40), ""); // beside the block
});

test("the block of a draft is wide enough for its name", () => {
  const { model, it } = opened([0, 0]);
  const wideOf = (/** @type {string} */ method) => {
    model.header = /** @type {any} */ ({ ...model.header, method });
    const { draft } = scene(frameOf(model, it, DESKTOP, true), 1).pass;
    return /** @type {const} */ ([draft?.name ?? "", draft?.w ?? 0]);
  };
  const [name, wide] = wideOf("suffix");
  assert.equal(name, "Suffix tree");
  assert.ok(wide > wideOf("spd")[1] && wide >= DESKTOP.width(name, "") + 10);
});

test("a guess below a lost draft looks lost, and its duplicates are counted with their outcomes", () => {
  const verdicts = ["rejected", "rejected"].map((state) => ({ place: 1, state, plain: "", exact: "", tiles: [],
    dists: [] }));
  const fates = { 1: [[1, "pending", null, "", "×2", "two draws", ""], [SEEN, "rejected", 0, "", "×2 1✕", "", ""],
    [SEEN + 1, "rejected", 1, "", "×2 2✕", "", ""]] };
  const { model, it } = opened([0, 1], /** @type {any} */ (fates), { count: [1, 2, 1] },
    /** @type {any} */ ({ verdicts, steps: PHASES.map((phase, k) => ({ ...step(phase, k, []),
      verdicts: k === SEEN ? [0] : k === SEEN + 1 ? [1] : [] })) }));
  const frame = frameOf(model, it, DESKTOP, true);
  const lost = (/** @type {number} */ k) => / lost\b/.test(scene(frame, k).nodes[2].classes);
  assert.deepEqual([SEEN - 1, SEEN, SEEN + 1].map(lost), [false, false, true], "a duplicate may still be accepted");
  assert.equal(scene(frame, SEEN + 1).edges.find(({ classes }) => /lost/.test(classes))?.state, "pending");
  assert.match(scene(frame, SEEN + 1).nodes[2].label, /below a draft that was not accepted/);
  assert.deepEqual([SEEN - 1, SEEN, SEEN + 1].map((k) => scene(frame, k).nodes[1].times), ["×2", "×2 1✕", "×2 2✕"]);
});

test("the draft’s block points at the column that it guesses, also where the panel’s buttons keep it away", () => {
  const { model, it } = opened([0, 1, 2, 3, 4], {}, {}, /** @type {any} */ ({
    steps: PHASES.map((phase, k) => ({ ...step(phase, k, []), now: phase === "draft" ? [5] : [] })) }));
  for (const buttons of [0, 700]) {
    const frame = frameOf(model, it, { ...DESKTOP, buttons }, true), { draft } = scene(frame, 1).pass;
    const last = frame.items[5], middle = last.x + last.wide / 2;
    assert.ok(Math.abs((draft?.tip ?? 0) - middle) < 1);
    assert.equal((draft?.x ?? 0) + (draft?.w ?? 0) > middle, buttons === 0, "the block itself");
  }
});
