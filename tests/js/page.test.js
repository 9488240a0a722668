// What the scripts of the tabs share.

import assert from "node:assert/strict";
import { test } from "node:test";
import { figureName } from "../../explorer/ui/js/page.js";

test("a saved figure is called by its title", () => {
  assert.equal(figureName("Where the<br>time goes · SpD (γ = 4)"), "where-the-time-goes-spd-4");
  assert.equal(figureName("“…”"), "figure");
});
