// What Python packs as columns comes back; tests/explorer/site/test_columns.py packs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBase85 } from "../../explorer/site/js/answers.js";
import { toRecords } from "../../explorer/site/js/columns.js";

test("columns become records again, at any depth", () => {
  const packed = { "": 2, a: [1, null], b: { "": 2, c: ["x", "y"] } };
  assert.deepEqual(toRecords(packed), [{ a: 1, b: { c: "x" } }, { a: null, b: { c: "y" } }]);
  for (const same of [null, 1, "", [], {}, [1, [2]], { a: [] }, { "": "text" }])
    assert.deepEqual(toRecords(same), same);
});

test("base 85 is read as Python writes it", () => { // base64.b85encode(bytes([0, 255, 128, 7, 250, 1])[:length])
  const bytes = [0, 255, 128, 7, 250, 1];
  for (const [length, text] of ["", "00", "0RI", "0RMm", "0RMmo", "0RMmo`T", "0RMmo`T+"].entries())
    assert.deepEqual([...fromBase85(text)], bytes.slice(0, length), text);
});
