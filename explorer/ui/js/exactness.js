// The "Exactness" tab: edits a toy pair with sliders for p and q, and keeps its result in step with the controls.

import { h, put } from "../../stage/js/dom.js";
import { update } from "./page.js";

const MODELS = /** @type {const} */ ([["target", "p"], ["draft", "q"]]);
const PLACES = 6; // decimals of a probability that was changed with a slider
const EXACT = 10 ** PLACES;

/**
 * @typedef {Record<string, number[]>} Table rows by context
 * @typedef {{ vocab: string[], target: Table, draft: Table }} Toy
 */

/**
 * The distribution after word `i` was set to `share`: the other words keep their proportions and the sum is 1.
 * @param {number[]} row @param {number} i @param {number} share
 */
export function moved(row, i, share) {
  const others = row.reduce((sum, p, j) => (j === i ? sum : sum + p), 0), rest = 1 - share;
  const equal = row.length > 1 ? rest / (row.length - 1) : 0;
  const changed = row.map((p, j) => (j === i ? share : others > 0 ? p * rest / others : equal))
    .map((p) => Math.round(p * EXACT) / EXACT);
  const most = changed.reduce((best, p, j) => (j !== i && (best < 0 || p > changed[best]) ? j : best), -1);
  if (most < 0) return [1];
  const remainder = 1 - changed.reduce((sum, p) => sum + p, 0); // left over from rounding
  changed[most] = Math.max(0, Math.round((changed[most] + remainder) * EXACT) / EXACT);
  return changed;
}

/** The row of a context: the row of its longest suffix in the table. @param {Table} table @param {string} context */
export function rowOf(table, context) {
  for (let words = context ? context.split(" ") : []; ; words = words.slice(1)) {
    const row = table[words.join(" ")];
    if (row || !words.length) return row || [];
  }
}

/** A toy pair as JSON with one row per line. @param {Toy} toy */
export function written(toy) {
  const line = (/** @type {unknown} */ value) => JSON.stringify(value).replaceAll(",", ", ");
  const table = (/** @type {Table} */ rows) =>
    `{\n${Object.entries(rows).map(([key, row]) => `    ${JSON.stringify(key)}: ${line(row)}`).join(",\n")}\n  }`;
  const part = (/** @type {[string, any]} */ [key, value]) => {
    const rows = key === "target" || key === "draft";
    return `  ${JSON.stringify(key)}: ${rows ? table(value) : JSON.stringify(value)}`;
  };
  return `{\n${Object.entries(toy).map(part).join(",\n")}\n}\n`;
}

/** The toy pair of a JSON text; null if sliders cannot show it. @param {string} text @returns {Toy | null} */
function parsed(text) {
  try {
    const { vocab, target, draft } = JSON.parse(text), shown = [target, draft].every((rows) =>
      rows && Array.isArray(rows[""]) && Object.values(rows).every((row) => row?.length === vocab.length));
    return Array.isArray(vocab) && shown ? JSON.parse(text) : null;
  } catch { return null; }
}

const percent = (/** @type {number} */ p) => `${Math.round(p * 1000) / 10}%`;

/**
 * Draws the toy pair in `props.value` (JSON) with sliders, and writes it back when one is moved.
 * @param {HTMLElement} element @param {(event: string) => void} trigger @param {{ value: string }} props
 * @param {(key: string, act: () => void) => void} watch
 */
export function pairBars(element, trigger, props, watch) {
  const home = /** @type {HTMLElement} */ (element.querySelector(".pair-bars") || element);
  let toy = parsed(props.value), own = props.value;
  let context = toy ? Object.keys(toy.target).find((key) => key) || "" : "";

  /**
   * The slider of one word's probability.
   * @param {typeof MODELS[number]} model @param {number} i @param {() => void} redraw
   */
  function bar([side, letter], i, redraw) {
    const pair = /** @type {Toy} */ (toy), word = pair.vocab[i];
    const slider = h("input", { type: "range", min: "0", max: "100", step: "1", class: side,
      "aria-label": `${side} probability of “${word}”${context ? ` after “${context}”` : ""}` });
    const value = h("output");
    const show = () => {
      const p = rowOf(pair[side], context)[i];
      slider.value = String(p * 100);
      slider.setAttribute("aria-valuetext", percent(p));
      value.textContent = percent(p);
    };
    slider.addEventListener("input", () => {
      pair[side][context] = moved(rowOf(pair[side], context), i, Number(slider.value) / 100);
      redraw();
    });
    slider.addEventListener("change", () => {
      own = props.value = written(pair);
      trigger("input");
    });
    show();
    return { part: h("span", { class: "bar" }, h("small", {}, `${side} ${letter}`), slider, value), show };
  }

  function draw() {
    if (!toy) {
      put(home, h("p", {}, "These values cannot be shown as bars. Correct them below."));
      return;
    }
    const shows = /** @type {(() => void)[]} */ ([]), redraw = () => shows.forEach((show) => show());
    const keys = [...new Set([...Object.keys(toy.target), ...Object.keys(toy.draft)])];
    if (!keys.includes(context)) context = keys.find((key) => key) || "";
    const select = h("select", {}, ...keys.map((key) => h("option", { value: key, selected: key === context },
      key || "(any other context)")));
    select.addEventListener("change", () => {
      context = select.value;
      draw();
      home.querySelector("select")?.focus();
    });
    const rows = toy.vocab.map((word, i) => h("li", {}, h("b", {}, word), ...MODELS.map((model) => {
      const { part, show } = bar(model, i, redraw);
      shows.push(show);
      return part;
    })));
    put(home, h("label", {}, "Next word after ", select), h("ul", {}, ...rows));
  }

  watch("value", () => {
    if (props.value === own) return;
    own = props.value;
    toy = parsed(own);
    draw();
  });
  draw();
}

const verdict = () => /** @type {HTMLElement} */ (document.getElementById("law-verdict"));

/** Enumerates the first example when the tab opens, unless the reader has already started something. */
export function opened() {
  const { dataset } = verdict();
  if (dataset.about || dataset.cleared) return;
  dataset.unasked = "1";
  document.getElementById("enumerate")?.click();
}

/**
 * Enumerate was pressed: disables it, because a second press would be lost. Also disables Stop until the first report
 * of this run, because an earlier stop would show an error. @param {{ shown: unknown }} config
 */
export const pressed = ({ shown }) => [update({ interactive: false }), shown, update({ interactive: false })];

/** Notes the values that the result will belong to. @param {object} _ @param {...unknown} values */
export function asked(_, ...values) {
  const { dataset } = verdict();
  dataset.about = JSON.stringify(values);
  dataset.runs = "1";
  dataset.asked = String(Number(dataset.asked || 0) + 1);
  delete dataset.cleared;
  const unasked = dataset.unasked === "1"; // the tab has just opened and should show its top
  delete dataset.unasked;
  // on a phone, it is below the visible part of the page
  const status = unasked ? null : document.getElementById("law-status");
  if (status && status.getBoundingClientRect().bottom > window.innerHeight * 0.8) status.scrollIntoView();
  return values;
}

/**
 * Removes the result after a change, unless it belongs to exactly these values: Gradio also reports a change when a
 * control is first drawn. A running enumeration is ended first; then Enumerate is enabled again.
 * @param {{ shown: unknown[], every: number }} config every: ms @param {...unknown} values
 */
export function changed({ shown, every }, ...values) {
  const { dataset } = verdict(), same = !dataset.about || dataset.about === JSON.stringify(values);
  if (same) return shown.map(() => undefined);
  delete dataset.about;
  dataset.cleared = "1";
  if (!dataset.runs) return shown;
  const { asked: number } = dataset;
  setTimeout(() => end(every, number), every); // by then, Stop belongs to this run
  return [...shown.slice(0, -2), undefined, undefined];
}

/**
 * Ends an outdated run as soon as Stop is enabled, that is, from its first report on. Called only once per run,
 * because a second call could end the next run.
 * @param {number} every ms @param {string} [number] of the run
 */
function end(every, number) {
  const { dataset } = verdict(), stop = /** @type {HTMLButtonElement | null} */ (document.getElementById("law-stop"));
  if (!dataset.runs || !dataset.cleared || dataset.asked !== number) return;
  if (stop?.disabled) setTimeout(() => end(every, number), every);
  else document.getElementById("law-outdated")?.click();
}

/**
 * After the end of a run: a slow page may still show an outdated result, so it is removed once more; Enumerate is
 * enabled.
 * @param {{ shown: unknown[], wait: number }} config ms
 */
export async function ended({ shown, wait }) {
  const { dataset } = verdict(), { asked: number } = dataset;
  delete dataset.runs;
  if (!dataset.cleared) return shown.map(() => undefined);
  await new Promise((done) => setTimeout(done, wait));
  return dataset.cleared && dataset.asked === number ? shown : shown.map(() => undefined);
}
