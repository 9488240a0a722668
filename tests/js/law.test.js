// The arithmetic of the five-word toy; tests/explorer/ui/test_learn.py compares it with Python's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { anyLaw, decode, encode, outcome, RULES, setOne, sum, toPair } from "../../explorer/ui/js/law.js";

const P = [0.5, 0.3, 0.2], Q = [0.2, 0.3, 0.5];
/** @param {number[]} found @param {number[]} wanted */
const near = (found, wanted) => found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-12, `${found}`));

test("accepted and resampled probability add up to p", () => {
  const { accept, kept, alpha, left, drawn, out, distance } = outcome(P, Q);
  near(accept, [1, 1, 0.4]);
  near(kept, [0.2, 0.3, 0.2]);
  near([alpha, distance], [0.7, 0]);
  near(left, [1, 0, 0]);
  near(drawn, [0.3, 0, 0]);
  near(out, P);
});

test("a broken rule has another output distribution", () => {
  for (const rule of Object.keys(RULES).filter((name) => name !== "right"))
    assert.ok(outcome([0.5, 0.35, 0.15], Q, rule).distance > 0.01, rule);
});

test("equal distributions reject nothing, and disjoint ones reject everything", () => {
  assert.equal(outcome(P, P).alpha, 1);
  near(outcome(P, P).out, P);
  near([outcome([1, 0], [0, 1]).alpha, ...outcome([1, 0], [0, 1]).out], [0, 1, 0]);
});

test("a bar that is dragged takes from the others in proportion", () => {
  near(setOne(P, 0, 0.75), [0.75, 0.15, 0.1]);
  near(setOne([1, 0, 0], 0, 0.5), [0.5, 0.25, 0.25]);
  near(setOne(P, 1, 7), [0, 1, 0]);
});

test("a link contains the toy, and other text is not a toy", () => {
  const toy = { p: [0.5, 0.25, 0.25], q: [0.1, 0.2, 0.7], rule: "no-max" }, read = decode(encode(toy), 3);
  near([...read?.p ?? [], ...read?.q ?? []], [...toy.p, ...toy.q]);
  assert.equal(read?.rule, "no-max");
  assert.equal(read?.p.length, 3);
  assert.equal(decode(encode({ ...toy, rule: "right" }), 3)?.rule, "right");
  for (const text of ["", "1.2.3", "1.2~1.2.3", "0.0.0~1.1.1", "1.1.1~1.1.x", "1.1.1~1.1.1~none", "1.1.1~1.1.1~right~",
    "1.1.1~1.1.1~toString", "1.1.1~-1.1.1"]) assert.equal(decode(text, 3), null, text);
});

test("a random distribution sums to 1, and the file has one row per model", () => {
  assert.ok(Math.abs(sum(anyLaw(5)) - 1) < 1e-12);
  const pair = toPair({ p: P, q: Q, rule: "right" }, ["a", "b", "c"], "go", "A note.");
  assert.deepEqual([pair.vocab, pair.target[""], pair.draft[""]], [["go", "a", "b", "c"], [0, ...P], [0, ...Q]]);
});
