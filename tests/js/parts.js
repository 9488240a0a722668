// Recomputes the parts of steps in recorded runs. Usage: node parts.js FILE, where FILE has the messages of runs by
// name. Writes one line per fault, and at the end how many parts there are.

import { readFileSync } from "node:fs";
import { log } from "node:console";
import { argv } from "node:process";
import { Model, judgedIn } from "../../explorer/stage/js/model.js";
import { sumAt, wholeOf, wholeSays, wholeSum } from "../../explorer/stage/js/panels/calculation.js";
import { leftAt } from "../../explorer/stage/js/panels/leftover.js";
import { ratioText } from "../../explorer/stage/js/format.js";
import { early, thresholdOf } from "../../explorer/stage/js/panels/judged.js";
import { mainPart, partOf, partsOf } from "../../explorer/stage/js/panels/parts.js";
import { oftenOf } from "../../explorer/stage/js/panels/prefixes.js";
import { PATHS } from "../../explorer/stage/js/panels/ways.js";

/** @import { It } from "../../explorer/stage/js/model.js" */
/** @import { PartName } from "../../explorer/stage/js/panels/parts.js" */
/** @import { Message } from "../../explorer/stage/js/types.d.ts" */

const MOST = 240; // characters of a sentence
const SYMBOLS = /[=−·<>≤≥∑αβγτ′]/; // that the plain voice does without; × and ÷ are allowed
const OUTCOMES = /\b(passes|fails|accepted|rejected)\b/; // what a part before the outcome must not say of its own test

/** An element that keeps its text: enough of a document for the panels. */
class Box {
  /** @param {string} tag */
  constructor(tag) { this.tag = tag; }
  style = {}; dataset = {}; children = /** @type {(Box | string)[]} */ ([]);
  classList = { toggle() {}, add() {} };
  /** @param {...(Box | string)} children */
  append(...children) { this.children.push(...children); }
  setAttribute() {}
  addEventListener() {}
  querySelector() { return null; }
  /** @returns {string} */
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join(" ");
  }
  /** The numbers and signs of a calculation, without their names. @returns {string} */
  get work() {
    return this.tag === "b" || this.tag === "i" ? this.textContent : this.tag === "small" ? ""
      : this.children.map((child) => (typeof child === "string" ? "" : child.work)).join(" ");
  }
}
Object.assign(globalThis, { document: { createElement: (/** @type {string} */ tag) => new Box(tag),
  createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new Box(tag) } });

/**
 * What is wrong with the leftover of a rejection: its rows must be what is recorded.
 * @param {Model} model @param {It} it @param {number} phase
 */
function wrongLeft(model, it, phase) {
  const left = leftAt(model, it, phase), faults = [];
  if (!left) return ["no leftover"];
  for (const { p, q, more, left: after, lacks } of left.rows) {
    if (Math.abs(Math.max(0, p - q) - more) > 1e-9) faults.push(`${p} − ${q} is not ${more}`);
    if (left.sum !== null && !lacks.size && Math.abs(more / left.sum - after) > 0.01)
      faults.push(`${more} ÷ ${left.sum} is not ${after}`);
  }
  const whole = left.rows.reduce((sum, row) => sum + row.left, 0);
  if (whole > 1 + 1e-3) faults.push(`a leftover of ${whole}`);
  return faults;
}

/** The parts of an element with this tag, in order. @param {any} box @param {string} tag @returns {any[]} */
const tagged = (box, tag) => (typeof box === "string" ? [] : [...box.tag === tag ? [box] : [],
  ...box.children.flatMap((/** @type {any} */ child) => tagged(child, tag))]);

/**
 * What is wrong with the table of a leftover: in every row the written numbers give the written difference, the columns
 * add up to their sums, and all numbers of a column have the same number of digits.
 * @param {any} figure
 */
function wrongTable(figure) {
  const faults = /** @type {string[]} */ ([]), [, ...rows] = figure.children;
  const cells = rows.map((/** @type {any} */ row) => tagged(row, "b").map((each) => each.textContent));
  const value = (/** @type {string} */ text) => parseFloat(text) || 0, sums = cells.pop(); // “≈0%” counts as 0
  const places = (/** @type {string} */ text) => /\.(\d+)/.exec(text)?.[1].length ?? 0;
  const same = (/** @type {number} */ one, /** @type {number} */ other, unit = 0) =>
    Math.abs(one - other) < unit + 1e-6;
  const others = cells.find((/** @type {string[]} */ [p]) => !p); // they absorb the rounding, if there are any
  for (const [p, q, more] of cells) if (value(more) && p && !same(value(p) - value(q), value(more)))
    faults.push(`${p} − ${q} is not ${more}`);
  for (const [k, name] of [[2, "more"], [3, "leftover"]]) {
    const all = cells.reduce((/** @type {number} */ sum, /** @type {string[]} */ row) => sum + value(row[+k]), 0);
    const unit = Math.max(...cells.map((/** @type {string[]} */ row) => places(row[+k])));
    if (sums[k] && !same(all, value(sums[k]), others && value(others[+k]) ? 0 : 10 ** -unit)) faults.push(`the sum of “${name}” is ${all} and not ${sums[k]}`);
  }
  const short = cells.every((/** @type {string[]} */ [p, , , left]) => !p || !/\d\d\./.test(left)); // as in boxes
  for (const columns of short ? [[0, 1, 2]] : [[0, 1, 2], [3]]) {
    const shown = cells.flatMap((/** @type {string[]} */ row) => columns.map((k) => row[k]))
      .filter((/** @type {string} */ text) => text && !/^(≈?0%?|100%|1)$/.test(text)).map(places);
    if (new Set(shown).size > 1) faults.push(`numbers with ${[...new Set(shown)].join(" and ")} digits`);
  }
  return faults;
}

/**
 * What is wrong with the calculation of a residual token. Its result is the recorded leftover, and in block
 * verification it divides by what the threshold of the longest passing prefix left.
 * @param {Model} model @param {It} it @param {number} phase @param {It["verdicts"][number]} verdict
 */
function wrongResidual(model, it, phase, verdict) {
  model.voice = "plain";
  const sum = sumAt(model, it, verdict.place, verdict, phase);
  if (!sum) return "";
  const text = /** @type {any} */ (sum).work.replace(/\s+/g, " "), fault = wrongSum(text);
  const left = verdict.dists.map((k) => it.dists[k]).find(({ series }) => series === "r");
  const at = left?.t.indexOf(it.n.token[verdict.place]) ?? -1;
  const [, , divisor, result] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const chosen = judgedIn(it)?.rows.findLast((row) => row.chosen), missing = chosen?.origin?.missing;
  if (missing !== undefined && Math.abs(divisor - 100 * missing) > 1) return `${divisor}% is not ${missing}`;
  if (left && at >= 0 && Math.abs(result - 100 * left.v[at]) > 1) return `${result}% is not ${left.v[at]}`;
  return fault;
}

/**
 * What is wrong with the leftover after a chain: its sum must be what the threshold of the longest passing prefix calls
 * missing.
 * @param {It} it @param {any} table
 */
function wrongMissing(it, table) {
  const missing = judgedIn(it)?.rows.findLast(({ chosen }) => chosen)?.origin?.missing;
  const sum = read(tagged(table.children.at(-1), "b")[2].textContent);
  return missing === undefined || Math.abs(sum - missing) < 6e-3 ? [] : [`${sum} is not the missing ${missing}`];
}

/**
 * What is wrong with how often a prefix is accepted: the written numbers must give their products, and accepted drafts
 * come out as often as the target writes them, or more rarely after a ratio that was capped at 1.
 * @param {Model} model @param {It} it @param {number} phase
 */
function wrongOften(model, it, phase) {
  const rows = judgedIn(it)?.rows ?? [], nth = rows.findIndex(({ step }) => step === phase) + 1, faults = [];
  const { accepted, target, texts } = oftenOf(model, it, rows, nth), capped = rows.slice(0, nth)
    .some(({ ratio }) => ratio >= 1 - 1e-9);
  const same = Math.abs(accepted - target) <= 2e-3 * target;
  if (!same && (accepted > target || !capped)) faults.push(`${accepted} accepted, ${target} by the target`);
  for (const [...factors] of texts) {
    const whole = factors.pop() ?? "", value = factors.reduce((all, each) => all * read(each), 1);
    const unit = 10 ** (Math.floor(Math.log10(read(whole) || 1)) + 1 - whole.replace(/^0\.0*|\D/g, "").length);
    if (Math.abs(value - read(whole)) > 0.51 * unit) faults.push(`${factors.join(" × ")} is not ${whole}`);
  }
  return faults;
}

/**
 * What is wrong with the table of the paths or prefixes of a round: its rows are the recorded tests in their order, and
 * each written threshold is on the same side of the random number as the recorded one.
 * @param {It} it
 */
function wrongMap(it) {
  const panel = judgedIn(it), faults = /** @type {string[]} */ ([]);
  panel?.rows.forEach((row, k) => {
    const told = Number(thresholdOf(it, row)), ratio = Number(ratioText(row.ratio));
    if (panel.order && panel.order[k] !== row.place) faults.push(`test ${k + 1} is not that of path ${k + 1}`);
    if (row.u !== null && (row.u < told) !== row.passed && Math.abs(row.u - row.cut) > 0.01) faults.push(`${row.u} and ${told}`);
    if (Math.abs(told - row.cut) > 0.01 * row.cut + 0.005 || Math.abs(ratio - row.ratio) > 0.0051)
      faults.push(`${told} is not ${row.cut}, or ${ratio} not ${row.ratio}`);
  });
  if (panel?.order && new Set(panel.order).size !== it.n.role.filter((role) => role === "draft").length)
    faults.push("a path is missing");
  return faults;
}

/**
 * What is wrong with the table of next tokens that explains a threshold: in each row, the drafted rounds times the
 * running ratio are the accepted rounds, both columns have the written sums, and these are what is taken and missing.
 * @param {It} it
 */
function wrongOrigins(it) {
  const faults = /** @type {string[]} */ ([]);
  for (const { origin } of judgedIn(it)?.rows ?? []) {
    const { rows = [], places, taken = 0, missing = 0, work } = origin ?? {};
    const all = rows.slice(0, -1), sum = rows.at(-1);
    if (!sum || !work) continue;
    const half = 0.5001 * 10 ** -(places ?? 3);
    const add = (/** @type {2 | 4} */ k) => all.reduce((one, row) => one + row[k], 0);
    for (const [, , drafted, ratio, accepted] of all)
      if (ratio !== null && Math.abs(drafted * Number(ratio) - accepted) > half)
        faults.push(`${drafted} × ${ratio} is not ${accepted}`);
    for (const k of /** @type {const} */ ([2, 4]))
      if (Math.abs(add(k) - sum[k]) > 1e-6) faults.push(`${add(k)} is not ${sum[k]}`);
    if (all.some((row) => row[4] < 0)) faults.push("a negative number");
    if (sum[2] !== 100 || Math.abs(sum[4] - 100 * taken) > 1e-6) faults.push(`${sum[4]} is not ${taken}`);
    const [whole, through, hundred] = work.plain.flatMap((term) => (typeof term === "string" ? [] : [Number(term[0])]));
    if (places !== null && (Math.abs(whole - through - 100 * missing) > 1e-6 || through !== sum[4] || hundred !== 100))
      faults.push(`${whole} and ${through} are not what must be accepted and what is`);
  }
  return faults;
}

/** The texts of the cells of every row in a panel. @param {Box | string | null} of @returns {string[][]} */
function rowsOf(of) {
  if (!of || typeof of === "string") return [];
  const cells = of.children.filter((child) => typeof child !== "string" && child.tag === "td");
  return of.tag === "tr" && cells.length ? [cells.map((cell) => /** @type {Box} */ (cell).textContent.trim())]
    : of.children.flatMap(rowsOf);
}
/** The number in a text, as a probability. @param {string} text */
const read = (text) => Number((/[\d.]+(?:e-?\d+)?/.exec(text) ?? ["NaN"])[0]) / (text.includes("%") ? 100 : 1);
/** How far off a written number may be. @param {string} text */
const halfOf = (text) => 0.51 * 10 ** -((/\.(\d+)/.exec(text)?.[1].length ?? 0) + (text.includes("%") ? 2 : 0));
const PRODUCTS = new Set(["sampling"]); // parts whose rows are products

/**
 * What is wrong with the rows of a part: in those with “×”, the factors must give the product that follows them.
 * @param {PartName} part @param {(HTMLElement | null)[]} panel
 */
function wrongRows(part, panel) {
  if (!PRODUCTS.has(part)) return [];
  const rows = panel.flatMap((each) => rowsOf(/** @type {any} */ (each)))
    .filter((cells) => cells.some((cell) => /^[×·]/.test(cell)));
  const faults = rows.flatMap((cells) => {
    const first = cells.findIndex((cell) => /^[×·]/.test(cell)), factors = [cells[first - 1], ...cells.filter((cell) =>
        /^[×·]/.test(cell))], product = cells[first + factors.length - 1];
    const value = factors.reduce((all, cell) => all * read(cell), 1);
    return /[<>≈]/.test(cells.join("")) || Math.abs(value - read(product)) <= halfOf(product) ? []
      : [`${factors.join(" ")} is not ${product}`];
  });
  return rows.length ? faults : ["no row with a product"];
}

/**
 * What is wrong with the tree of outcomes: along a path, the boxes must give its product if it is added, and the
 * products with as many acceptances must give their sum. Boxes that paths share must add up to 1 after each candidate.
 * @param {HTMLElement | null} figure @param {number} n of candidates @param {number} width
 */
function wrongTree(figure, n, width) {
  const texts = /** @type {string[]} */ ([]), look = (/** @type {any} */ box) => {
    if (box.tag === "text") texts.push(box.textContent);
    else for (const each of box.children ?? []) look(each);
  };
  look(figure);
  const faults = [], levels = [], every = n <= PATHS;
  for (let level = 1; level <= n - (every ? 0 : 1); level++)
    levels.push(texts.splice(0, every ? 2 ** level : level + 1));
  const paths = [...Array(2 ** n).keys()], failed = (/** @type {number} */ path) => [...path.toString(2)]
    .filter((digit) => digit === "1").length;
  for (let k = n; k >= 0; k--) {
    const own = every ? paths.filter((path) => failed(path) === n - k) : [];
    const products = texts.splice(0, own.length), [name, sum] = texts.splice(0, 2);
    if (name !== `${k} of ${n}`) faults.push(`${name} is not ${k} of ${n}`);
    const all = products.reduce((whole, product) => whole + read(product), 0);
    if (every && Math.abs(all - read(sum)) > 1e-9) faults.push(`${products.join(" + ")} is not ${sum}`);
    for (const [at, path] of own.entries()) {
      const factors = levels.map((level, depth) => level[path >> (n - depth - 1)]), product = products[at];
      const value = factors.reduce((whole, factor) => whole * read(factor), 1);
      if (k >= width && Math.abs(value - read(product)) > halfOf(product) && !/[<>≈]/.test(factors.join("")))
        faults.push(`${factors.join(" × ")} is not ${product}`);
    }
  }
  for (const level of every ? [] : levels)
    if (Math.abs(level.reduce((sum, text) => sum + read(text), 0) - 1) > 0.03) faults.push(`${level} is not all`);
  return faults;
}

/**
 * What is wrong with the shares before and after an acceptance: they must be those that the tests around it recorded.
 * @param {It} it @param {number} phase @param {(HTMLElement | null)[]} panel
 */
function wrongReset(it, phase, panel) {
  const rows = panel.flatMap((each) => rowsOf(/** @type {any} */ (each))), faults = [];
  const { layer } = it.steps[phase], next = it.verdicts.find((each, v) => each.layer === layer && each.u !== undefined
    && it.stepOf[v] > phase);
  if (next?.p && !rows.some((cells) => Math.abs(read(cells.at(-1) ?? "") - (next.p ?? 0)) <= 0.006))
    faults.push(`no row has the share ${next?.p} of the next test`);
  if (next?.tiles.some(([name]) => name === "p′")) faults.push("the next test does not use the target's own share");
  return faults;
}

/** Looks at all parts of all runs. @param {Record<string, Message>} runs */
function check(runs) {
  const counts = /** @type {Map<PartName, number>} */ (new Map());
  let faults = 0, wholes = 0;
  for (const [name, message] of Object.entries(runs)) {
    const model = new Model();
    model.open(message);
    const tell = (/** @type {string} */ where, /** @type {string} */ what) => {
      faults++;
      log(`${name} ${where}: ${what}`);
    };
    for (const it of model.its) for (const fault of [...wrongMap(it), ...wrongOrigins(it)]) tell(`${it.i + 1} tests`, fault);
    for (const it of model.its) it.steps.forEach((step, phase) => {
      if (step.phase === "residual") for (const v of step.verdicts) {
        const fault = wrongResidual(model, it, phase, it.verdicts[v]);
        if (fault) tell(`${it.i + 1}.${phase + 1} residual`, fault);
        for (const voice of /** @type {const} */ (["plain", "exact"])) {
          model.voice = voice;
          const whole = wholeOf(model, it, it.verdicts[v].place, it.verdicts[v], phase), says = wholeSays(model, whole);
          const work = /** @type {any} */ (wholeSum(model, whole))?.work.replace("≈", "").trim();
          if (!whole) continue;
          wholes++;
          if (wrongSum(work)) tell(`${it.i + 1}.${phase + 1} all ways`, wrongSum(work));
          if (!says?.textContent?.includes(whole.named))
            tell(`${it.i + 1}.${phase + 1} all ways`, `no ${whole.named} in ${says?.textContent}`);
        }
      }
      const parts = partsOf(model, it, phase);
      if (parts.length && early(parts[mainPart(parts)])) tell(`${it.i + 1}.${phase + 1}`, "the main part has no outcome");
      for (const part of parts) for (const voice of /** @type {const} */ (["plain", "exact"])) {
        model.voice = voice;
        const where = `${it.i + 1}.${phase + 1} ${part} ${voice}`, shown = partOf(model, it, phase, part, (panel) => panel);
        counts.set(part, (counts.get(part) ?? 0) + 1);
        if (part === "left") for (const fault of wrongLeft(model, it, phase)) tell(where, fault);
        if (!shown) continue;
        for (const fault of wrongRows(part, shown.panel)) tell(where, fault);
        const wide = it.panels.find((each) => each.kind === "width" && each.layer === step.layer);
        if (part === "ways" && wide?.kind === "width")
          for (const fault of wrongTree(shown.panel[0], wide.candidates, wide.width)) tell(where, fault);
        if (part === "reset") for (const fault of wrongReset(it, phase, shown.panel)) tell(where, fault);
        if (shown.says.length > MOST) tell(where, `${shown.says.length} characters: ${shown.says}`);
        if (!shown.says.endsWith(".")) tell(where, `no full stop: ${shown.says}`);
        if (/= +(for\b|[.,])/.test(shown.says)) tell(where, `nothing after a sign: ${shown.says}`);
        if (/undefined|NaN|null|Infinity/.test(shown.says + shown.sums.map((sum) => sum.textContent).join(" ")))
          tell(where, `no number: ${shown.says}`);
        if (voice === "plain" && SYMBOLS.test(shown.says.replace(/“[^”]*”/g, ""))) tell(where, `a symbol: ${shown.says}`);
        if (early(part) && part !== "longer" && step.ahead // those of other drafts are no outcome of this test
          && OUTCOMES.test(shown.sums.map((sum) => sum.textContent).join(" "))) tell(where, "the outcome");
        const table = part === "left" || part === "missing" ? shown.panel[0] : part === "root" ? shown.panel[2] : null;
        if (table) for (const fault of wrongTable(table)) tell(where, fault);
        if (part === "missing") for (const fault of wrongMissing(it, table)) tell(where, fault);
        if (part === "ratio") for (const fault of wrongOften(model, it, phase)) tell(where, fault);
        for (const sum of shown.sums) {
          const fault = wrongSum(/** @type {any} */ (sum).work);
          if (fault) tell(where, `${fault}: ${sum.textContent}`);
        }
      }
    });
  }
  log(`whole ${wholes / 2}`);
  for (const [part, count] of counts) log(`${part} ${count / 2}`);
  log(`${faults} faults`);
}

/**
 * What is wrong with a written calculation: its numbers must give the written result within its digits.
 * @param {string} text
 */
function wrongSum(text) {
  const [work, result] = text.replace(/\s+/g, " ").trim().split(" = ");
  if (result === undefined || /[→>≈]/.test(result) || !/^[\d(]/.test(work)) return ""; // u on its scale is no sum
  const sum = work.replaceAll("≈", "").replace(/([\d.]+)%/g, "($1/100)").replace(/−/g, "-").replace(/[×·]/g, "*")
    .replace(/÷/g, "/");
  if (!/^[\d.()+\-*/ ]+$/.test(sum)) return `“${work}” cannot be computed`;
  const [, digits, after = "", percent] = /^(\d+(?:\.(\d+))?)(%?)$/.exec(result) ?? [];
  const value = Number(new Function(`return ${sum}`)()) * (percent ? 100 : 1), half = 0.51 * 10 ** -after.length;
  return Math.abs(value - Number(digits)) <= half ? "" : `${value} is not ${result}`;
}

if (argv[2]) check(JSON.parse(readFileSync(argv[2], "utf8")));
