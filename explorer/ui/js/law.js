// One draft and its check, as arithmetic: p is the target's law, q the draft's, both over a few words. The exact law of
// what comes out, also under rules broken on purpose, and the state of the toy as an address holds it. Draws nothing.

/**
 * What a rule makes of p and q. `accept` is the chance that a draft of each word is kept, `kept` the mass that is kept,
 * `drawn` what is drawn in place of rejected drafts, `out` both together; `alpha` is the share of drafts kept.
 * @typedef {{ accept: number[], kept: number[], alpha: number, left: number[], drawn: number[], out: number[],
 *   distance: number }} Outcome
 * @typedef {{ p: number[], q: number[], rule: string }} Toy
 * @typedef {{ accept: (p: number, q: number) => number, left: (p: number[], q: number[]) => number[] }} Rule
 */

const UNIT = 10000; // probabilities in an address are whole numbers of ten thousandths

/** @param {number[]} values */
export const sum = (values) => values.reduce((whole, value) => whole + value, 0);
/** The same in proportion, to sum to 1; all zero stays so. @param {number[]} values */
export const normal = (values) => {
  const whole = sum(values);
  return whole > 0 ? values.map((value) => value / whole) : values.map(() => 0);
};
const ratio = (/** @type {number} */ p, /** @type {number} */ q) => (q > 0 ? Math.min(1, p / q) : 1);
/** @param {number[]} p @param {number[]} q */
const surplus = (p, q) => p.map((value, i) => Math.max(0, value - q[i]));

/**
 * The rules by name: the right one, and those of explorer/lab/mutations.py that one draft can show.
 * @type {Record<string, Rule>}
 */
export const RULES = {
  right: { accept: ratio, left: surplus },
  "inverse-ratio": { accept: (p, q) => (p > 0 ? Math.min(1, q / p) : 1), left: surplus },
  "residual-p": { accept: ratio, left: (p) => p },
  "no-max": { accept: ratio, left: (p, q) => p.map((value, i) => Math.abs(value - q[i])) },
  "double-subtraction": { accept: ratio, left(p, q) {
    const rest = p.map((value, i) => Math.max(0, value - 2 * q[i]));
    return sum(rest) > 0 ? rest : p;
  } },
};

/** @param {number[]} p @param {number[]} q @param {string} rule @returns {Outcome} */
export function outcome(p, q, rule = "right") {
  const broken = RULES[rule], accept = p.map((value, i) => broken.accept(value, q[i]));
  const kept = q.map((value, i) => value * accept[i]), left = normal(broken.left(p, q));
  const rejected = sum(q.map((value, i) => value * (1 - accept[i])));
  const drawn = left.map((value) => value * rejected), out = kept.map((value, i) => value + drawn[i]);
  return { accept, kept, alpha: 1 - rejected, left, drawn, out,
    distance: sum(out.map((value, i) => Math.abs(value - p[i]))) / 2 };
}

/**
 * One probability set by hand; the others keep their proportions and share what is left.
 * @param {number[]} values @param {number} at @param {number} value
 */
export function setOne(values, at, value) {
  const set = Math.min(1, Math.max(0, value)), others = values.map((each, i) => (i === at ? 0 : each));
  const shares = sum(others) > 0 ? normal(others) : normal(values.map((_, i) => (i === at ? 0 : 1)));
  return shares.map((share, i) => (i === at ? set : share * (1 - set)));
}

/** The toy as an address holds it: p ~ q ~ rule. @param {Toy} toy */
export function encode({ p, q, rule }) {
  const words = [p, q].map((values) => values.map((value) => Math.round(value * UNIT)).join("."));
  return [...words, ...(rule === "right" ? [] : [rule])].join("~");
}

/**
 * The toy of an address, null where the text is none.
 * @param {string} text @param {number} size @returns {Toy | null}
 */
export function decode(text, size) {
  const parts = text.split("~"), rule = parts[2] ?? "right";
  const laws = parts.slice(0, 2).map((part) => (/^\d{1,5}(\.\d{1,5})*$/.test(part) ? part.split(".").map(Number) : []));
  const whole = laws.length === 2 && laws.every((law) => law.length === size && sum(law) > 0);
  return whole && parts.length < 4 && Object.hasOwn(RULES, rule)
    ? { p: normal(laws[0]), q: normal(laws[1]), rule } : null;
}

/** A law at random: every one as likely as any other. @param {number} size @param {() => number} random */
export const anyLaw = (size, random = Math.random) =>
  normal(Array.from({ length: size }, () => -Math.log(1 - random())));

/**
 * A toy pair as a file of assets/toys holds it: five words that follow each other by the same law, after one more word
 * to begin with.
 * @param {Toy} toy @param {string[]} words @param {string} first @param {string} note
 */
export const toPair = (toy, words, first, note) => ({
  note,
  run: { method: "spd", prompt: first, tokens: 12, seed: 0, settings: { gamma: 4 } },
  vocab: [first, ...words],
  eos: null,
  target: { "": [0, ...toy.p] },
  draft: { "": [0, ...toy.q] },
});
