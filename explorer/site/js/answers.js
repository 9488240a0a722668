// Answers the requests of the page without a server. Each data file is a script that registers its packed answers,
// because a page opened from a file may load scripts but may not fetch. The app's scripts call `fetch` as usual.

import { toRecords } from "./columns.js";

const ROUTES = "explorer/"; // path below the page's address at which the app serves data

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"; // RFC 1924

/** The bytes of a base-85 text, as Python's `b85encode` writes it: five digits for four bytes. @param {string} text */
export function fromBase85(text) {
  const values = Object.fromEntries([...DIGITS].map((digit, value) => [digit, value]));
  const groups = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let at = 0; at < text.length; at += 5) {
    const digits = text.slice(at, at + 5).padEnd(5, "~"); // the last digit, as in Python
    groups.setUint32(4 * (at / 5), [...digits].reduce((sum, digit) => sum * 85 + values[digit], 0));
  }
  return new Uint8Array(groups.buffer, 0, Math.floor(text.length / 5) * 4 + Math.max(0, text.length % 5 - 1));
}

/**
 * The answers of one data file by address. The file contains addresses and packed answers in alternating lines, as gzip
 * in base 85, which is a sixteenth shorter than base 64.
 * @param {string} packed
 */
async function unpacked(packed) {
  const stream = new Blob([fromBase85(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
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
 * @param {Record<string, string>} files the data file of each address
 */
export function answer(files) {
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
    const file = files[key];
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
