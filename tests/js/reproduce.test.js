import assert from "node:assert/strict";
import test from "node:test";

import { tabAfter } from "../../explorer/ui/js/reproduce.js";

test("arrows go round the kinds of code, Home and End to their ends", () => {
  const keys = ["ArrowRight", "ArrowLeft", "Home", "End", "a"];
  assert.deepEqual(keys.map((key) => tabAfter(key, 0, 3)), [1, 2, 0, 2, null]);
  assert.equal(tabAfter("ArrowRight", 2, 3), 0);
});
