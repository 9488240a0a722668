// The speed-up formula of Leviathan et al. 2023; tests/explorer/ui/test_learn.py compares it with Python's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestGamma, breakEven, checkCost, expectedSpeedup, expectedTokens } from "../../explorer/stage/js/speedup.js";
import { sideOf } from "../../explorer/ui/js/worth.js";

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
  assert.deepEqual([checkCost(4, 1), checkCost(4, 32), checkCost(4, 128), checkCost(4, 320)], [1, 1, 4, 5]);
  assert.equal(bestGamma(0.8, 0.05, 1, 160), 8);
  assert.equal(bestGamma(0.8, 0.05, 200, 160), null);
});

test("a name is placed where it covers no line", () => {
  const falling = (/** @type {number} */ x) => 20 + x / 4;
  const flat = (/** @type {number} */ y) => () => y;
  assert.deepEqual(sideOf(60, 90, 180, []), [12, 5]);
  assert.deepEqual(sideOf(60, 90, 180, [falling, flat(118)]), [12, 22], "the curve runs beside the mark");
  assert.deepEqual(sideOf(60, 90, 180, [flat(88), flat(106)]), [12, -12]);
  assert.deepEqual(sideOf(380, 90, 180, []), [-12, 5], "no room on the right");
});
