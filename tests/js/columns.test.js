// What Python packs as columns comes back; tests/explorer/site/test_columns.py packs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBase93 } from "../../explorer/site/js/answers.js";
import { toRecords } from "../../explorer/site/js/columns.js";

test("columns become records again, at any depth", () => {
  const packed = { "": 2, a: [1, null], b: { "": 2, c: ["x", "y"] } };
  assert.deepEqual(toRecords(packed), [{ a: 1, b: { c: "x" } }, { a: null, b: { c: "y" } }]);
  for (const same of [null, 1, "", [], {}, [1, [2]], { a: [] }, { "": "text" }])
    assert.deepEqual(toRecords(same), same);
});

test("base 93 is read as Python writes it", () => { // tests/explorer/site/test_base93.py compares more
  const bytes = [0, 255, 128, 7, 250, 1];
  for (const [length, text] of ["", "AA", "f`H", "f`IL", "f`O=B", "f`O=-^B", "f`O=-^DA"].entries())
    assert.deepEqual([...fromBase93(text)], bytes.slice(0, length), text);
});
