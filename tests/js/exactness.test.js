// The sliders of a toy pair: a changed distribution still sums to 1, and a written pair can be read again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { moved, rowOf, written } from "../../explorer/ui/js/exactness.js";

const sum = (/** @type {number[]} */ law) => law.reduce((all, p) => all + p, 0);

test("the other words keep their proportions, and all probabilities sum to 1", () => {
  assert.deepEqual(moved([0.5, 0.4, 0.1], 0, 0.75), [0.75, 0.2, 0.05]);
  for (const share of [0, 0.01, 0.333, 0.99, 1]) {
    const law = moved([0.2, 0.3, 0.4, 0.1], 2, share);
    assert.ok(Math.abs(sum(law) - 1) < 1e-9, `${law}`);
    assert.equal(law[2], share);
    assert.ok(law.every((p) => p >= 0 && p <= 1));
  }
});

test("probability taken from a certain word is divided equally among the others", () => {
  assert.deepEqual(moved([1, 0, 0], 0, 0.5), [0.5, 0.25, 0.25]);
  assert.deepEqual(moved([1, 0, 0], 1, 0), [1, 0, 0]);
  assert.deepEqual(moved([1], 0, 0.3), [1]);
});

test("the row of a context is that of its longest suffix", () => {
  const table = { "": [1, 0], a: [0.5, 0.5], "b a": [0, 1] };
  assert.equal(rowOf(table, "c a"), table.a);
  assert.equal(rowOf(table, "b a"), table["b a"]);
  assert.equal(rowOf(table, "b"), table[""]);
});

test("a written pair reads as the same pair, with all its other keys", () => {
  const toy = { note: "a, b", vocab: ["a", "b"], eos: null, target: { "": [0.5, 0.5] }, draft: { "": [1, 0] } };
  assert.deepEqual(JSON.parse(written(toy)), toy);
});
