// Answers the requests of the page without a server. Each data file is a script that registers its packed answers,
// because a page opened from a file may load scripts but may not fetch. The app's scripts call `fetch` as usual.

import { toRecords } from "./columns.js";

const ROUTES = "explorer/"; // path below the page's address at which the app serves data

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;<=>?@[]^_`{|}~-' ";
const BASE = DIGITS.length, FREE = BASE ** 2 - 2 ** 13; // as in explorer/site/base93.py

/** The bytes of a base-93 text: two digits hold 13 bits, or 14 if the lowest 13 are small. @param {string} text */
export function fromBase93(text) {
  const values = new Map([...DIGITS].map((digit, value) => [digit, value])), bytes = [];
  const valueAt = (/** @type {number} */ at) => values.get(text[at]) ?? 0;
  let bits = 0, size = 0;
  for (let at = 0; at < text.length; at += 2) {
    const pair = valueAt(at) + BASE * valueAt(at + 1);
    bits |= pair << size;
    size += at + 1 >= text.length ? 7 : (pair & 8191) >= FREE ? 13 : 14; // a single digit at the end has 7 bits at most
    for (; size >= 8; size -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  }
  return new Uint8Array(bytes);
}

/**
 * The answers of one data file by address. The file contains addresses and packed answers in alternating lines, as gzip
 * in base 93, which is a twelfth shorter than base 64.
 * @param {string} packed
 */
async function unpacked(packed) {
  const stream = new Blob([fromBase93(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const lines = (await new Response(stream).text()).split("\n");
  return new Map(lines.flatMap((line, i) => (i % 2 ? [] : /** @type {[string, string][]} */ ([[line, lines[i + 1]]]))));
}

/** The address of a request as a key: its path below the page, and its query. @param {URL} url */
export function keyOf(url, base = new URL(".", document.baseURI)) {
  if (!url.href.startsWith(`${base.href}${ROUTES}`)) return null;
  return decodeURIComponent(url.pathname.slice(base.pathname.length) + url.search);
}

/** What the page says if it has no answer. @param {string} key */
function missing(key) {
  const [, route] = key.split(/[/?]/);
  const text = route === "code" ? "No code is available for a run that was opened from a file."
    : `The link names a ${route === "race" ? "comparison" : "run or a lesson"} that this site does not have. Choose another one.`;
  return new Response(["code", "race"].includes(route) ? text : JSON.stringify({ type: "clear", text }),
    { status: 404 });
}

/**
 * Makes `fetch` answer from the data files.
 * @param {Record<string, string[]>} files the addresses of each data file, below ROUTES
 */
export function answer(files) {
  const fileOf = new Map(Object.entries(files).flatMap(([file, keys]) =>
    keys.map((key) => /** @type {const} */ ([ROUTES + key, file]))));
  const arrived = /** @type {Map<string, string>} */ (new Map());
  const opened = /** @type {Map<string, Promise<Map<string, string>>>} */ (new Map());
  Object.assign(window, { siteData: (/** @type {string} */ file, /** @type {string} */ packed) => {
    arrived.set(file, packed);
  } });

  /** Runs the script of a data file. @param {string} file */
  const loaded = (file) => new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = `data/${file}.js`;
    script.onload = done;
    script.onerror = () => fail(new TypeError(`data/${file}.js did not load`));
    document.head.append(script);
  });
  /** The answers of a data file. @param {string} file */
  async function open(file) {
    if (!arrived.has(file)) await loaded(file);
    const answers = await unpacked(arrived.get(file) ?? "");
    arrived.delete(file);
    return answers;
  }
  const other = window.fetch.bind(window);
  window.fetch = async (request, ...more) => {
    const key = keyOf(new URL(request instanceof Request ? request.url : request, document.baseURI));
    if (key === null) return other(request, ...more);
    const file = fileOf.get(key);
    if (!file) return missing(key);
    const coming = opened.get(file) ?? open(file);
    opened.set(file, coming);
    try {
      const answer = JSON.stringify(toRecords(JSON.parse((await coming).get(key) ?? "null")));
      return new Response(answer, { headers: { "Content-Type": "application/json" } });
    } catch (error) {
      opened.delete(file); // the next request tries again
      throw error;
    }
  };
}
