// One draft token and its test as arithmetic: p is the target's distribution and q the draft's over a few words.
// Computes the exact output distribution, also for broken rules, and writes the toy's state into an address. Draws
// nothing.

/**
 * The result of a rule for p and q. `accept`: the acceptance probability of each word; `kept`: the probability that a
 * word is drafted and accepted; `left`: the residual; `drawn`: the probability that a word is sampled after a
 * rejection; `out`: the output distribution, kept + drawn; `alpha`: the acceptance rate; `distance`: the total
 * variation between out and p.
 * @typedef {{ accept: number[], kept: number[], alpha: number, left: number[], drawn: number[], out: number[],
 *   distance: number }} Outcome
 * @typedef {{ p: number[], q: number[], rule: string }} Toy
 * @typedef {{ accept: (p: number, q: number) => number, left: (p: number[], q: number[]) => number[] }} Rule
 */

const UNIT = 10000; // in an address, probabilities are whole numbers, in units of 1/10,000

/** The sum of values. @param {number[]} values */
export const sum = (values) => values.reduce((whole, value) => whole + value, 0);
/** Scales values so that they sum to 1; all zeros stay zeros. @param {number[]} values */
export const normal = (values) => {
  const whole = sum(values);
  return whole > 0 ? values.map((value) => value / whole) : values.map(() => 0);
};
const ratio = (/** @type {number} */ p, /** @type {number} */ q) => (q > 0 ? Math.min(1, p / q) : 1);
/** max(p − q, 0) for every word. @param {number[]} p @param {number[]} q */
const surplus = (p, q) => p.map((value, i) => Math.max(0, value - q[i]));

/**
 * The rules by name: the correct one, and the broken ones of explorer/lab/mutations.py that a single draft token can
 * show.
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

/** The exact result of a rule. @param {number[]} p @param {number[]} q @param {string} rule @returns {Outcome} */
export function outcome(p, q, rule = "right") {
  const broken = RULES[rule], accept = p.map((value, i) => broken.accept(value, q[i]));
  const kept = q.map((value, i) => value * accept[i]), left = normal(broken.left(p, q));
  const rejected = sum(q.map((value, i) => value * (1 - accept[i])));
  const drawn = left.map((value) => value * rejected), out = kept.map((value, i) => value + drawn[i]);
  return { accept, kept, alpha: 1 - rejected, left, drawn, out,
    distance: sum(out.map((value, i) => Math.abs(value - p[i]))) / 2 };
}

/**
 * Sets one probability; the others keep their proportions and share the rest.
 * @param {number[]} values @param {number} at @param {number} value
 */
export function setOne(values, at, value) {
  const set = Math.min(1, Math.max(0, value)), others = values.map((each, i) => (i === at ? 0 : each));
  const shares = sum(others) > 0 ? normal(others) : normal(values.map((_, i) => (i === at ? 0 : 1)));
  return shares.map((share, i) => (i === at ? set : share * (1 - set)));
}

/** The toy as a part of an address: p ~ q ~ rule. @param {Toy} toy */
export function encode({ p, q, rule }) {
  const words = [p, q].map((values) => values.map((value) => Math.round(value * UNIT)).join("."));
  return [...words, ...(rule === "right" ? [] : [rule])].join("~");
}

/**
 * The toy in an address; null if the text is not a toy.
 * @param {string} text @param {number} size @returns {Toy | null}
 */
export function decode(text, size) {
  const parts = text.split("~"), rule = parts[2] ?? "right";
  const laws = parts.slice(0, 2).map((part) => (/^\d{1,5}(\.\d{1,5})*$/.test(part) ? part.split(".").map(Number) : []));
  const whole = laws.length === 2 && laws.every((law) => law.length === size && sum(law) > 0);
  return whole && parts.length < 4 && Object.hasOwn(RULES, rule)
    ? { p: normal(laws[0]), q: normal(laws[1]), rule } : null;
}

/** A random distribution, uniform over all distributions. @param {number} size @param {() => number} random */
export const anyLaw = (size, random = Math.random) =>
  normal(Array.from({ length: size }, () => -Math.log(1 - random())));

/**
 * A toy pair in the format of assets/toys: after an additional first word, each next word has the same probabilities.
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
