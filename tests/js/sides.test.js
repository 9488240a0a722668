// On which sides a part that scrolls has more than it shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sidesOf } from "../../explorer/stage/js/sides.js";

const BOX = { scrollLeft: 0, scrollTop: 0, scrollWidth: 500, scrollHeight: 300, clientWidth: 500, clientHeight: 300 };

test("a part that is seen whole has nothing more, and one that scrolls says where", () => {
  assert.deepEqual(sidesOf(BOX), []);
  assert.deepEqual(sidesOf({ ...BOX, scrollHeight: 302 }), [], "two pixels are no line");
  assert.deepEqual(sidesOf({ ...BOX, scrollHeight: 340 }), ["down"]);
  assert.deepEqual(sidesOf({ ...BOX, scrollHeight: 340, scrollTop: 20 }), ["up", "down"]);
  assert.deepEqual(sidesOf({ ...BOX, scrollWidth: 900, scrollLeft: 400 }), ["left"]);
});

test("free space after the content is nothing more", () => {
  const wide = { ...BOX, scrollWidth: 700 };
  assert.deepEqual(sidesOf(wide), ["right"]);
  assert.deepEqual(sidesOf(wide, { w: 480, h: 300 }), []);
  assert.deepEqual(sidesOf(wide, { w: 650, h: 300 }), ["right"]);
});
