// Targets of the keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centred, roundFrom, wrongPart } from "../../explorer/stage/js/controls/controls.js";

const STEPS = [4, 6, 3];

test("onward leads to the end of this round first, then to the end of the next", () => {
  assert.deepEqual(roundFrom({ it: 0, phase: 0 }, 1, STEPS), { it: 0, phase: 3 });
  assert.deepEqual(roundFrom({ it: 0, phase: 3 }, 1, STEPS), { it: 1, phase: 5 });
  assert.deepEqual(roundFrom({ it: 2, phase: 2 }, 1, STEPS), { it: 2, phase: 2 });
});

test("back leads to the end of the previous round, and from the first to the start", () => {
  assert.deepEqual(roundFrom({ it: 1, phase: 5 }, -1, STEPS), { it: 0, phase: 3 });
  assert.deepEqual(roundFrom({ it: 1, phase: 0 }, -1, STEPS), { it: 0, phase: 3 });
  assert.deepEqual(roundFrom({ it: 0, phase: 2 }, -1, STEPS), { it: 0, phase: 0 });
});

test("a strip keeps the current step beside the name of its group", () => {
  const [room, name, wide] = [240, 50, 90];
  for (const left of [0, 100, 500, 900]) {
    const shown = left - centred(left, wide, room, name);
    assert.ok(shown <= room - wide, "its end is seen");
    if (left > 200) assert.ok(shown >= name + 20, "the step before it is seen, too");
  }
});

test("an address that names no round, step or node of the run is answered", () => {
  const its = Array.from({ length: 18 }, (_, k) => ({ place: new Map([[k, 0], [47, 0]]), steps: Array(8) }));
  const said = (/** @type {string} */ text) => wrongPart(new URLSearchParams(text), its);
  for (const right of ["", "trace=spd", "it=1&phase=8", "it=18&node=n47", "node=0"]) assert.equal(said(right), "");
  assert.equal(said("it=abc&phase=2"), "There is no round “abc”, so this is the first one.");
  for (const none of ["it=0", "it=-1", "it=", "it=2.5", "it=3x", "it=1e9"])
    assert.match(said(none), /^There is no round .*first/);
  assert.equal(said("it=19"), "There is no round “19”, so this is the last one.");
  assert.equal(said("it=2&phase=x"), "There is no step “x”, so this is the first one.");
  assert.equal(said("it=2&phase=9"), "There is no step “9”, so this is the last one.");
  assert.equal(said("it=2&node=x"), "There is no node “x”, so none is selected.");
  assert.equal(said("it=2&node=99"), "There is no node “99”, so none is selected.");
});
