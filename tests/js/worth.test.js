// The speed-up formula of Leviathan et al. 2023; tests/explorer/ui/test_learn.py compares it with Python's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestGamma, breakEven, checkTime, expectedSpeedup, expectedTokens, passTime, paysAt, roofline }
  from "../../explorer/stage/js/panels/speedup.js";
import { kindOf, ownMachine } from "../../explorer/ui/js/batches.js";
import { decode, ownBest, pointsOf } from "../../explorer/ui/js/imported.js";
import { sideOf } from "../../explorer/ui/js/worth-plot.js";

test("a pass gives at least one token and at most γ + 1", () => {
  assert.deepEqual([expectedTokens(0, 5), expectedTokens(1, 5), expectedTokens(0.5, 1)], [1, 6, 1.5]);
});

test("at the break-even cost the speed-up is 1", () => {
  for (const [alpha, gamma] of [[0.3, 2], [0.7, 4], [0.9, 16]])
    assert.ok(Math.abs(expectedSpeedup(alpha, gamma, breakEven(alpha, gamma)) - 1) < 1e-12);
});

test("free drafts are best in large numbers, expensive ones in small numbers", () => {
  assert.equal(bestGamma(0.8, 0), 16);
  assert.equal(bestGamma(0.5, 0.4), 1);
  for (const [alpha, cost] of [[0, 0], [0, 0.1], [0.3, 0.3], [0.3, 0.5]]) assert.equal(bestGamma(alpha, cost), null);
});

test("a check costs nothing more while the machine has idle time, and four passes for 128 users", () => {
  assert.deepEqual([1, 32, 128, 320].map((batch) => checkTime(4, batch, roofline())), [1, 1, 4, 5]);
  assert.equal(bestGamma(0.8, 0.05, 1, roofline()), 8);
  assert.equal(bestGamma(0.8, 0.05, 200, roofline()), null);
});

test("it pays off where a round is faster, and the ranges have no gap in them", () => {
  const stair = /** @type {import("../../explorer/stage/js/panels/speedup.js").Curve} */ (
    [[1, 1], [2, 3], [4, 3], [8, 3.2], [16, 30], [64, 120]]);
  const faster = (/** @type {number} */ batch) => expectedSpeedup(0.6, 1, 0.1, checkTime(1, batch, stair)) > 1;
  const all = Array.from({ length: 40 }, (_, i) => i + 1).filter(faster);
  const ranges = paysAt(0.6, 1, 0.1, stair, 40);
  assert.deepEqual(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)), all);
  assert.equal(ranges[0][0], 2, "a pass of two tokens is dear, one of four is not dearer");
  assert.deepEqual(paysAt(0.6, 1, 0.1, roofline(Infinity), 40), [[1, 40]]);
  assert.deepEqual(paysAt(0, 4, 0.1, roofline(), 40), []);
});

test("a check time that somebody sets is the check time of that machine", () => {
  for (const [gamma, batch, check] of [[4, 1, 1], [4, 1, 2.5], [4, 64, 5], [1, 8, 1.01]]) {
    const { curve } = ownMachine({}, check, { alpha: 0.5, gamma, cost: 0.1, batch });
    assert.ok(Math.abs(checkTime(gamma, batch, curve) - check) < 1e-12);
    assert.equal(passTime(curve, 1), 1);
  }
});

test("a time beyond the last measured one is not called measured", () => {
  const words = { kind_measured: "measured", kind_extended: "extrapolated", kind_computed: "computed" };
  const machine = { name: "", title: "", source: "", curve: roofline() };
  const named = (/** @type {"measured" | "computed"} */ kind, /** @type {number | null} */ known) =>
    [64, 65].map((tokens) => kindOf(words, { ...machine, kind, known }, tokens));
  assert.deepEqual(named("measured", 64), ["measured", "extrapolated"]);
  assert.deepEqual(named("computed", null), ["computed", "computed"]);
});

test("a name is placed where it covers no line", () => {
  const falling = (/** @type {number} */ x) => 20 + x / 4;
  const flat = (/** @type {number} */ y) => () => y;
  assert.deepEqual(sideOf(60, 90, 180, []), [12, 5]);
  assert.deepEqual(sideOf(60, 90, 180, [falling, flat(118)]), [12, 22], "the curve runs beside the mark");
  assert.deepEqual(sideOf(60, 90, 180, [flat(88), flat(106)]), [12, -12]);
  assert.deepEqual(sideOf(380, 90, 180, []), [-12, 5], "no room on the right");
});

test("an address sets the calculator to a run, and a wrong one sets nothing", () => {
  const run = { name: "vllm.log", alpha: 0.55, gamma: 3, points: [[1, 1.61], [2, 1.9], [3, 2.06]], measured: true,
    cost: null };
  assert.deepEqual(decode(JSON.stringify(run)), run);
  const wrong = [{ alpha: 1.1 }, { alpha: "0.5" }, { gamma: 0 }, { gamma: 2.5 }, { gamma: 17 }, { points: [] },
    { points: [[1, 2.5]] }, { points: [[1]] }, { points: Array(17).fill([1, 1]) }, { measured: 1 }, { cost: -1 },
    { cost: "0.1" }, { name: "x".repeat(61) }, { name: null }];
  for (const change of wrong) assert.equal(decode(JSON.stringify({ ...run, ...change })), null, JSON.stringify(change));
  for (const text of ["", "null", "[]", "{", "1"]) assert.equal(decode(text), null, text);
});

test("the marks of a run are its own tokens and the speed-ups that follow from them", () => {
  const run = /** @type {import("../../explorer/ui/js/imported.js").Imported} */ (
    { name: "a", alpha: 0.5, gamma: 2, points: [[1, 1.5], [2, 1.8]], measured: true, cost: 0.1 });
  assert.deepEqual(pointsOf(run, (gamma, tokens) => tokens / (1 + 0.5 * gamma)).map(({ gamma, value }) =>
    [gamma, value]), [[1, 1], [2, 0.9]]);
});

test("the calculator says the best γ of the run's own passes, and why the formula differs", () => {
  const words = { imported_best: "own {gamma} ×{speedup}", imported_none: "none", imported_same: "same",
    imported_other: "formula {best}", imported_longer: "up to {best}" };
  const run = /** @type {import("../../explorer/ui/js/imported.js").Imported} */ (
    { name: "e.log", alpha: 0.553, gamma: 3, points: [[1, 1.6143], [2, 1.9148], [3, 2.0583]], measured: true,
      cost: 0.1 });
  const at = (/** @type {number} */ cost) => (/** @type {number} */ gamma, /** @type {number} */ tokens) =>
    tokens / (1 + gamma * cost);
  assert.equal(bestGamma(0.553, 0.1), 3);
  assert.equal(ownBest(words, run, at(0.1), 3), "own 2 ×1.60 formula 3");
  assert.equal(ownBest(words, run, at(0.05), 3), "own 3 ×1.79 same");
  assert.equal(ownBest(words, run, at(0.02), 5), "own 3 ×1.94 up to 5");
  assert.equal(ownBest(words, run, at(0.9), null), "none same");
  assert.equal(ownBest(words, { ...run, measured: false }, at(0.1), 3), "");
});
