// What Python sends to the stage. Made by `python -m explorer.stage.types` of explorer/stage/message.py.

export type Fate = [number, string, number | null, string, string, string];

export type Row = [string, string];

export type Panel = PayoffPanel | PlainPanel | WidthPanel | TriesPanel | BarPanel | DoubtsPanel | SkippedPanel | LevelPanel | PrefixesPanel;

/** The nodes, a list for every field; columns of nothing but null are left out. */
export interface Columns {
  id: number[];
  parent: number[];
  token: number[];
  depth: number[];
  role: ("input" | "draft" | "target")[];
  fates: [number, string, number | null, string, string, string][][];
  q?: (number | null)[];
  p?: (number | null)[];
  count?: (number | null)[];
  merge?: (number | null)[];
  origin?: (number | null)[];
  copied?: (string | null)[];
  about?: (string | null)[];
}

/** Positions of the nodes that are drawn; `at` are their places, `cols` and `rows` the size of the whole. */
export interface Layout {
  at: number[];
  col: number[];
  y: number[];
  row: number[];
  cols: number;
  rows: number;
}

/** One thing to show: `nodes` are places, `now` those that it is about, `verdicts` indices. `called` is the plain voice's `title`. `ahead` stands for both while the step is still to come, and tells no outcome. `plain` has no symbol, `exact` the formula with its numbers. */
export interface Step {
  phase: string;
  title: string;
  called: string;
  ahead: string;
  plain: string;
  exact: string;
  nodes: number[];
  now: number[];
  verdicts: number[];
  layer: number | null;
}

/** One decision, with its reason in both voices (Step). `tiles`: name, value and what it is; `mine`: the parent's places among the input beams. */
export interface Verdict {
  place: number;
  state: string;
  plain: string;
  exact: string;
  tiles: [string, number | string, string][];
  dists: number[];
  layer?: number;
  slot?: number;
  p?: number;
  q?: number;
  u?: number;
  a?: number;
  shares?: string;
  mine?: number[];
}

/** A distribution: tokens `t` and their probabilities `v`. A joint law has the beam of every token, and in `ends` the nodes of the beams, if a verdict names the law. */
export interface Dist {
  at: number;
  series: "q" | "p" | "r";
  raw: boolean;
  t: number[];
  v: number[];
  rest: number;
  size: number;
  beam?: number[];
  ends?: number[];
}

/** What a panel says in the plain voice in place of its fields of these names: no symbol, fewer numbers. */
export interface Plainly {
  title: string;
  caption: string;
  facts: [string, string][];
  outcome: [string, string][];
  why?: string;
  came?: string;
  tails_say?: string;
  alpha?: number[];
  table?: number[][];
  names?: string[];
  heads?: string[];
}

/** What a method says of a layer, a node or the iteration. `outcome` is told from step `told` on, all else from `known` on; `nodes`: the places it is about, null for all of its layer (0: the iteration). All is said exactly; `plain` has what the plain voice says instead. */
export interface PanelBase {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
}

/** Names and values alone. */
export interface PlainPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "plain";
  open: boolean;
}

/** DSBD: why a layer has its width. `cut` is t, `tails` the chances of at least K, `least` the width that no t goes below; `names` of the width, before t, and of t as it is moved. */
export interface WidthPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "width";
  names: string[];
  why: string;
  came: string;
  good: boolean;
  width: number;
  least: number;
  cut: number | null;
  candidates: number;
  tails: number[];
  tails_say: string;
  alpha: number[];
  alpha_say: string;
  table: number[][];
  table_say: string;
}

/** One try at a node, known from `step` on. */
export interface Try {
  step: number;
  place: number;
  state: string;
  numbers: (number | null)[];
}

/** SpecInfer, MCSS and SpecTr: the tries at one node in turn, `of` in all; `heads` name the numbers, `left` says whether the first is the mass of q that is left. */
export interface TriesPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "tries";
  of: number;
  heads: string[];
  left: boolean;
  tries: Try[];
}

/** A token held against the bar, or the target's `own` beside them, known from `step` on; `end`: how it ended. */
export interface Candidate {
  step: number;
  place: number;
  state: string;
  p: number;
  own: boolean;
  end: string;
}

/** Typical acceptance: the bar min(ε, δ·exp(−H)) and the candidates at this entropy; `names` of p, and before H. */
export interface BarPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "bar";
  heads: string[];
  names: string[];
  entropy: number;
  epsilon: number;
  delta: number;
  bar: number;
  candidates: Candidate[];
}

/** A value held against its threshold, null where it is infinite; known from `step` on. */
export interface Held {
  step: number;
  value: number | null;
  bar: number;
  good: boolean;
}

/** One draft of BiLD or Self-SSD: max q, and −log p once the target has judged it. `place` null: it stops. */
export interface Doubt {
  layer: number;
  place: number | null;
  exit: Held;
  back: Held | null;
}

/** Where the draft hesitates and, with `heads` of three, where the target goes back. */
export interface DoubtsPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "doubts";
  heads: string[];
  doubts: Doubt[];
}

/** Self-SSD: what the draft leaves out of the target. */
export interface SkippedPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "skipped";
  attention: number[];
  mlp: number[];
  of_layers: number;
}

/** The confidence of the nodes of a level, the most confident first. */
export interface LevelPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "level";
  heads: string[];
  places: number[];
  values: number[];
}

/** The joint test of the first j tokens, up to `place`, known from `step` on; logs of zero are null. `ratio` is what the rule holds against τ, never more than 1. `own` is the factor of the j-th token and `product` all of them multiplied, not cut at 1; null if infinite. */
export interface Prefix {
  step: number;
  place: number;
  j: number;
  logp: number | null;
  logq: number | null;
  ratio: number;
  own: number | null;
  product: number | null;
  passed: boolean;
}

/** MTAD: the prefixes of the draft against τ; `names` before τ in a sentence, and of τ as it is moved. */
export interface PrefixesPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "prefixes";
  heads: string[];
  names: string[];
  bar: number;
  prefixes: Prefix[];
}

/** A bar: what it counts, how many, and the step from which on that is known. */
export interface Payoff {
  name: string;
  count: number;
  step: number;
}

/** GSD: what was drafted, what merging saved, what was sent and kept. */
export interface PayoffPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "payoff";
  bars: Payoff[];
}

/** A live beam: log p in all and per token (null: impossible), and whether it is the best. */
export interface Beam {
  node: number;
  logp: number | null;
  mean: number | null;
  size: number;
  done: boolean;
  best: boolean;
}

/** The timeline's numbers (trace/metrics.py); `modelled` joules by model. */
export interface Bar {
  emitted: number;
  kept: number;
  drafted: number;
  draws: number;
  used: number;
  wasted: number;
  draft: number;
  target: number;
  other: number;
  kv: number;
  widths: [number, number, number | null, string | null][];
  modelled?: Record<string, number>;
}

/** A run of cached tokens under the same beams; `end` is its last node, null for the prompt. */
export interface Run {
  size: number;
  end: number | null;
}

/** The attention mask of the target passes (pictures.py). */
export interface Mask {
  rows: number[];
  sees: number[][];
  cached: Run[];
  starts: number[];
}

/** Recurring n-grams: [n, places] and [n, drafted tokens inside one]; `tau` is the length that merges. */
export interface Recurring {
  drafted: number;
  groups: [number, number[]][];
  share: [number, number][];
  tau: number;
}

/** One iteration. */
export interface Packed {
  i: number;
  says: string;
  n: Columns;
  heads: [[string, string], [string, string]];
  lay: Layout;
  core?: Layout;
  born: number[];
  path: number[];
  steps: Step[];
  seen: number;
  commit: number;
  verdicts: Verdict[];
  dists: Dist[];
  panels: (PayoffPanel | PlainPanel | WidthPanel | TriesPanel | BarPanel | DoubtsPanel | SkippedPanel | LevelPanel | PrefixesPanel)[];
  made: [number, number, number, string, number][];
  beams: Beam[];
  seconds: number;
  bar: Bar;
  from: (number | null)[];
  mask?: Mask;
  recurring?: Recurring;
}

/** A step, counted from 1 as people read it; without a phase the iteration's end. */
export interface At {
  it: number;
  phase?: number | null;
  node?: number | null;
}

/** How the joules of a run are known: by which meter, and by whose coefficients they are modelled. */
export interface Known {
  method?: string | null;
  reason?: string | null;
  model?: string | null;
}

/** The seconds over which joules were measured, and how far off they may be. */
export interface Window {
  seconds: number | null;
  band: number | null;
  reason: string | null;
}

/** What is known when a run has ended, without the token lists. `worth` is the largest line on the page; `card` the rows of the end card. A run that was cut short has them of what came, and no counts. */
export interface Summary {
  worth: string;
  card: [string, string][];
  counts?: Record<string, number | null>;
  seconds?: Record<string, number>;
  joules?: number | null;
  text?: string;
  energy: Window;
}

/** The method for a first visitor: what it does, where it is from, whether its text is exact. */
export interface About {
  line: string;
  paper: string;
  law: string;
  rounding: string;
  rules?: string;
}

/** What happens in a group of steps of every round, in both voices, with the states that are seen there. */
export interface RoundLine {
  label: string;
  marks: string[];
  plain: string;
  exact: string;
}

/** The recorded run that a replayed one comes from, and where in it something was changed. */
export interface Recorded {
  name: string;
  at: At;
}

/** What the stage shows of a run as a whole; `pair_name` has both models by name. */
export interface Header {
  method: string;
  title?: string;
  view?: string;
  pair?: string;
  seed?: number;
  prompt?: string;
  tree_mode?: Record<string, string>;
  energy?: Known;
  about: About;
  round: RoundLine[];
  pair_name: string;
  deciding: Record<string, unknown>;
  rejection: string;
  draft_notes?: string;
  whatif?: string;
  recorded?: Recorded;
}

/** A message to the stage; ui/stage.py says what each type means. */
export interface Message {
  type: "open" | "append" | "finish" | "fetch" | "start" | "clear" | "lesson" | "begin";
  name?: string;
  header?: Header;
  texts?: Record<string, string>;
  iterations?: Packed[];
  summary?: Summary | null;
  incomplete?: string | null;
  at?: At | null;
  live?: boolean;
  url?: string;
  text?: string;
  asked?: number;
  trace?: string;
}

/** Some words of a lesson in one style. */
export interface Piece {
  text: string;
  style: "plain" | "em" | "strong" | "code";
}

/** Where the stage stands at a step of a lesson, counted from 1. */
export interface LessonAt {
  trace: string;
  it: number;
  phase: number;
  node: number | null;
}

/** A place that a wrong answer lights up: its name, what it is called, and the CSS selector of its element. */
export interface LessonLight {
  name: string;
  label: string;
  selector: string;
}

/** An answer to a question, the reply to whoever gives it, and the places that light up with the reply. */
export interface LessonAnswer {
  words: Piece[];
  right: boolean;
  feedback: Piece[];
  lights: LessonLight[];
}

/** A question; `reveal` is the place that shows its answer, null where the stage does not show it. */
export interface LessonQuestion {
  words: Piece[];
  answers: LessonAnswer[];
  reveal: LessonAt | null;
}

/** The speed-up chart in place of the graph, with the start of each slider. */
export interface LessonChart {
  alpha: number;
  gamma: number;
  c: number;
  batch: number;
}

/** One step of a lesson, with every expression filled in. */
export interface LessonStep {
  title: string;
  at: LessonAt;
  chart: LessonChart | null;
  paragraphs: Piece[][];
  question: LessonQuestion | null;
}

/** A lesson in the list of lessons. */
export interface LessonCard {
  slug: string;
  title: string;
  summary: string;
  minutes: number;
  steps: number;
}

/** A whole lesson, as the route explorer/lesson/SLUG answers it. */
export interface Lesson {
  slug: string;
  title: string;
  summary: string;
  minutes: number;
  steps: LessonStep[];
}

/** A step of a lesson, counted from 1. */
export interface LessonPlace {
  slug: string;
  step: number;
}

/** The answer to the address of an earlier lesson: where each of its steps leads now. */
export interface LessonMoved {
  moved: LessonPlace[];
}

/** All lessons, in their order, as the route explorer/lessons answers it. */
export interface LessonList {
  lessons: LessonCard[];
}
