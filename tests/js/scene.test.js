// The picture of a step as plain objects: the position, text and look of nodes, without anything from later steps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "../../explorer/stage/js/frame.js";
import { STATES, labelOf } from "../../explorer/stage/js/marks.js";
import { Model } from "../../explorer/stage/js/model.js";
import { recurrenceOf, recurrenceSaid } from "../../explorer/stage/js/recurrence.js";
import { NOTHING, scene } from "../../explorer/stage/js/scene.js";

/** @import { Room } from "../../explorer/stage/js/frame.js" */
/** @import { Packed, Step } from "../../explorer/stage/js/types.d.ts" */
/** @typedef {Packed["n"]["fates"][number][number]} PackedFate */

const DESKTOP = /** @type {Room} */ ({ w: 1100, h: 560, bar: 40, touched: false, typeface: "sans",
  width: (text) => 8 * text.length });
const PHONE = { ...DESKTOP, w: 370, h: 400, bar: 0, touched: true };
const PHASES = ["input", "draft", "merge", "unmerge", "verify", "commit"];
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
    lay: { at: rows, col: depth, y: rows.map((k) => Math.max(0, k - 1)), row: rows, cols: Math.max(...depth) + 1,
      rows: all.length - 1 },
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
/** @param {number} count drafts, all below the input */
const wide = (count) => opened(Array(count).fill(0));

test("more nodes show less each, and a phone shows an outline", () => {
  const nameOf = (/** @type {number} */ count, room = DESKTOP) => {
    const { model, it } = wide(count);
    return frameOf(model, it, room, true).mode.name;
  };
  assert.deepEqual([5, 14, 22, 120, 300].map((count) => nameOf(count)), ["rich", "chip", "line", "line", "dots"]);
  const { model, it } = opened([0, 1, 0]), outline = frameOf(model, it, PHONE, true);
  assert.equal(outline.narrow, true);
  assert.deepEqual(outline.items.map(({ x }) => x), [16, 38, 60, 38]); // indented by depth
  assert.ok(outline.items.every(({ cy }, k) => !k || cy - outline.items[k - 1].cy >= 44)); // apart, for a finger
  assert.equal(frameOf(model, it, DESKTOP, true).narrow, false);
  assert.equal(frameOf(model, it, { ...DESKTOP, w: 600, width: () => 300 }, true).narrow, true); // it would be cut
});

test("nodes do not move between steps, and no edge crosses a word", () => {
  const times = /** @type {PackedFate} */ ([SEEN, "accepted", null, "", "×2", "twice", ""]);
  const { model, it } = opened([0, 1], { 1: [[1, "pending", null, "q .5", "", "", ""], times] });
  const frame = frameOf(model, it, DESKTOP, true), [, node] = frame.items;
  assert.ok(node.wide > node.early);
  assert.equal(scene(frame, 1).nodes[1].wide, node.early);
  assert.equal(scene(frame, SEEN).nodes[1].wide, node.wide);
  assert.match(frame.items[2].wire, new RegExp(`^M${node.x + node.early} ${node.cy}H${node.edge + 4}C`));
  assert.equal(frame.items[0].wire, "");
});

test("every fate has its mark, its words and its class", () => {
  for (const state of STATES.keys()) {
    const fates = /** @type {PackedFate[]} */ ([
      [1, "pending", null, "q .5", "", "", ""], [SEEN, state, null, "u < .1", "", "", ".05 < .1"]]);
    const { model, it } = opened([0], { 1: fates });
    const drawn = scene(frameOf(model, it, DESKTOP, true), SEEN), [, node] = drawn.nodes;
    assert.equal(node.state, state);
    assert.equal(node.label, `word1, .05 < .1, ${labelOf(state, "plain")}`);
    assert.equal(drawn.edges[0].made, (STATES.get(state)?.strength ?? 0) >= 8, state);
  }
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

test("a folded graph draws only its core and counts the other nodes as they appear", () => {
  const core = { at: [0, 1], col: [0, 1], y: [0, 0], row: [0, 1], cols: 2, rows: 1 };
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
    { merge: [null, null, 2, null], origin: [1, 2, 3, 2] }); // node 4 repeats node 2
  const frame = frameOf(model, it, DESKTOP, true);
  assert.deepEqual([1, 2].map((k) => scene(frame, k).merges[0].visible), [false, true]);
  const drawn = scene(frame, 2, { ...NOTHING, pointed: 3 });
  assert.match(drawn.nodes[3].classes, /\breplica\b/);
  assert.match(drawn.nodes[3].label, /copy of node 2/);
  assert.deepEqual(drawn.links.map(({ key }) => key), ["3"]);
  assert.deepEqual(scene(frame, 2, { ...NOTHING, pointed: 1 }).links.map(({ key }) => key), ["3"]); // from its origin
  assert.deepEqual(scene(frame, 2).links, []);
});

test("the pointer, the selection and What if? change only looks", () => {
  const { model, it } = opened([0, 1]), frame = frameOf(model, it, DESKTOP, true), plain = scene(frame, 1);
  const chosen = scene(frame, 1, { ...NOTHING, picked: 2, pointed: 2, roving: 1 });
  assert.deepEqual(chosen.nodes.map(({ classes }) => classes), ["st-n lit", "st-n lit", "st-n picked lit-end"]);
  assert.deepEqual(chosen.nodes.map(({ tab }) => tab), ["-1", "0", "-1"]);
  const supposed = scene(frame, 1, { ...NOTHING, supposed: { place: 1, state: "rejected" } }).nodes[1];
  assert.deepEqual([supposed.state, supposed.second, supposed.classes], ["rejected", "what if", "st-n supposed"]);
  const places = (/** @type {typeof plain} */ drawn) => drawn.nodes.map(({ x, y, under }) => [x, y, under]);
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
