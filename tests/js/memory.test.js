// Choices stored in the browser; refused storage must do no harm.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keep, recall, visitor } from "../../explorer/stage/js/memory.js";

/** A storage as browsers have it. @param {Record<string, string>} held @param {boolean} refuses */
const storage = (held, refuses = false) => ({
  getItem(/** @type {string} */ key) {
    if (refuses) throw new Error("refused");
    return held[key] ?? null;
  },
  setItem(/** @type {string} */ key, /** @type {string} */ value) {
    if (refuses) throw new Error("refused");
    held[key] = value;
  },
});
/** @param {object} value */
const use = (value) => Object.defineProperty(globalThis, "localStorage", { value, configurable: true });

test("a stored choice is recalled, and earlier ones stay", () => {
  use(storage({}));
  keep("voice", "exact");
  keep("open-timeline", "1");
  assert.equal(recall("voice"), "exact");
  assert.equal(recall("open-timeline"), "1");
  assert.equal(recall("never"), "");
});

test("a tab has one name, also without storage", () => {
  Object.defineProperty(globalThis, "sessionStorage", { value: storage({}, true), configurable: true });
  const name = visitor();
  assert.match(name, /^[0-9a-z]{12,24}$/);
  assert.equal(visitor(), name);
});

test("refused storage or foreign text counts as a first visit", () => {
  use(storage({}, true));
  keep("voice", "exact");
  assert.equal(recall("voice"), "");
  use(storage({ "speculative-decoding-explorer": "not JSON" }));
  assert.equal(recall("voice"), "");
});
