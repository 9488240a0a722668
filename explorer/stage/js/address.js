// The address of the page: reading and writing its parameters, and the code that embeds it elsewhere.

import { h } from "./dom.js";

/** Whether other people can open the address of this page. They cannot if it is a file or a notebook's output. */
export const shared = () => /^https?:$/.test(location.protocol);

/** Whether the parameters are after "#", which is the only part of the address that a page from a file may change. */
const inHash = () => location.hash.includes("=") && (!location.search || !shared());

/** The parameters of the address. */
export const parameters = () => new URLSearchParams(inHash() ? location.hash.slice(1) : location.search);

/**
 * Writes parameters into the address; null or an empty text removes one.
 * @param {Record<string, string | number | null>} values
 * @param {boolean} [entry] whether Back leads to the address before
 */
export function write(values, entry = false) {
  const query = parameters(), url = new URL(location.href), before = query.toString();
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === "") query.delete(key);
    else query.set(key, String(value));
  }
  if (query.toString() === before) return;
  url.search = query.toString();
  if (inHash()) url.hash = "";
  try {
    if (entry) history.pushState(history.state, "", url);
    else history.replaceState(history.state, "", url);
  } catch { // a page opened from a file: only its fragment may change
    history.replaceState(history.state, "", `#${query}`);
  }
}

/**
 * The address of this page with these parameters and no others.
 * @param {Record<string, string | number | null>} values null leaves a parameter out
 */
export function linkWith(values) {
  const url = new URL(location.href);
  url.search = url.hash = "";
  for (const [key, value] of Object.entries(values)) if (value !== null) url.searchParams.set(key, String(value));
  return url.href;
}

/**
 * The HTML that shows a link of this page inside another page, without its header and tabs.
 * @param {string} link @param {string} title for screen readers @param {number} [height] px
 */
export function embedCode(link, title, height = 640) {
  const url = new URL(link);
  url.searchParams.set("embed", "1");
  return h("iframe", { src: url.href, title, width: "100%", height, loading: "lazy", frameborder: 0,
    allow: "fullscreen; clipboard-write" }).outerHTML;
}
/** A number of an address, such as 12, or n47 of a node; null for anything else.
 * @param {string | null} text @param {string} key */
export const whole = (text, key) => ((key === "node" ? /^n?\d+$/ : /^0*[1-9]\d*$/).test(text ?? "")
  ? Number(/** @type {string} */ (text).replace("n", "")) : null);
