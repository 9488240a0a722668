// Labels of states and phases.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calledOf, strongest } from "../../explorer/stage/js/marks.js";

test("the plain voice calls a step as the strip does, the exact one by the field's term", () => {
  const steps = ["input", "draft", "target", "verify", "residual", "commit"];
  assert.deepEqual(steps.map((name) => calledOf(name, "plain")),
    ["start", "Draft", "Check", "Decide", "Decide", "Write"]);
  assert.deepEqual(steps.map((name) => calledOf(name, "exact")),
    ["input", "draft", "target pass", "test", "residual", "commit"]);
});

test("a node is drawn in the strongest state of its duplicates", () => {
  assert.equal(strongest(["rejected"]), "rejected");
  assert.equal(strongest(["rejected", "accepted"]), "accepted");
  assert.equal(strongest(["accepted", "fill", "rejected"]), "accepted");
});
