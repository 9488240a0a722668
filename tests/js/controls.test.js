// Targets of the keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centred, roundFrom } from "../../explorer/stage/js/controls/controls.js";

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
