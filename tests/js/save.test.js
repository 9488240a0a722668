// File names of pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureName } from "../../explorer/stage/js/picture/save.js";

test("a file is named after the method and the round", () => {
  assert.equal(pictureName("spd", 3), "spd-round-3");
  assert.equal(pictureName("../My Method", 1), "my-method-round-1");
  assert.equal(pictureName("…", 2), "run-round-2");
});
