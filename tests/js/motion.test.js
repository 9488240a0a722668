// Which movements lead from one picture to the next; that they run and end is seen in tests/browser/test_motion.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { waitAfter } from "../../explorer/stage/js/controls/controls.js";
import { movesTo } from "../../explorer/stage/js/picture/motion.js";

/** @import { Scene } from "../../explorer/stage/js/picture/scene.js" */

const PENDING = { key: "1", state: "pending", q: 0.5, p: 0.3, coin: null, span: null, fallen: false,
  classes: "st-n" };
/** A scene of one node and the pass around it. @param {object} node @param {object} pass */
const pictured = (node = {}, pass = {}) => /** @type {Scene} */ (/** @type {unknown} */ ({
  nodes: [{ ...PENDING, ...node }],
  pass: { draft: { x: 0 }, target: { w: 300 }, area: { on: false }, bonus: { visible: true }, ...pass } }));
/** @param {Scene} before @param {Scene} after @param {string} phase */
const named = (before, after, phase) => movesTo(before, after, phase).map(({ name, at }) => [name, at]);

test("a guess appears under the draft model, and p when the pass has risen", () => {
  assert.deepEqual(named(pictured({ state: null, p: null }), pictured({ p: null }), "draft"),
    [["hop", 0], ["pop", 180]]);
  assert.deepEqual(named(pictured({ p: null }), pictured({}, { area: { on: true } }), "target"),
    [["check", 0], ["score", 420]]);
});

test("the verdict waits for the random number, and what it causes waits for the verdict", () => {
  assert.deepEqual(named(pictured(), pictured({ state: "accepted", coin: 0.2 }), "verify"),
    [["wait", 0], ["coin", 0], ["verdict", 520], ["fly", 600]]);
  const fell = pictured({ state: "rejected", coin: 0.7, fallen: true }, { bonus: { visible: false } });
  assert.deepEqual(named(pictured(), fell, "verify"), [["wait", 0], ["coin", 0], ["verdict", 520], ["residual", 900],
    ["fall", 900], ["bonus", 900]]);
  assert.deepEqual(named(pictured(), pictured({ state: "accepted" }), "verify"), [["verdict", 0], ["fly", 80]]);
});

test("the random number of a prefix falls at its test, and not again when the prefix is accepted", () => {
  const tested = pictured({ state: "passes", coin: 0.2, span: 140 });
  assert.deepEqual(named(pictured(), tested, "prefix").map(([name]) => name), ["wait", "coin", "verdict"]);
  const accepted = pictured({ state: "accepted", coin: 0.2, span: 140 });
  assert.deepEqual(named(pictured({ state: "passes" }), accepted, "verify"), [["verdict", 0], ["fly", 80]]);
});

test("the target’s own token appears and flies into the text; equal pictures do not move", () => {
  const [empty, own] = [pictured({ state: null, p: null }), pictured({ state: "residual", p: 0.8 })];
  assert.deepEqual(named(empty, own, "residual"), [["pop", 150], ["fly", 480]]);
  assert.deepEqual(named(own, own, "commit"), []);
});

test("playback waits for the movements and for reading", () => {
  assert.deepEqual([waitAfter("draft", "input", 30), waitAfter("draft", "draft", 30), waitAfter("target", "draft", 60),
    waitAfter("verify", "target", 80), waitAfter("residual", "unused", 80)], [2000, 1100, 4200, 4000, 4200]);
  assert.equal(waitAfter("verify", "target", 120), 300 + 45 * 120);
});
