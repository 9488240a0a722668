// Targets of the keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { roundFrom } from "../../explorer/stage/js/controls.js";

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
