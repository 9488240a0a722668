// The messages from Python to the stage, generated from message.py by `python -m explorer.stage.types`.

export type Fate = [number, string, number | null, string, string, string, string];

export type Row = [string, string];

export type Head = [string, string, string];

export type NextRow = [number | null, number | null, number, string | null, number];

export type Panel = PayoffPanel | PlainPanel | WidthPanel | TriesPanel | BarPanel | DoubtsPanel | SkippedPanel | LevelPanel | BeamsPanel | PrefixesPanel | JudgedPanel | WrittenPanel;

/** A calculation in both voices. */
export interface Calculation {
  plain: (string | [string, string])[];
  exact: (string | [string, string])[];
}

/** A text in both voices. */
export interface Said {
  plain: string;
  exact: string;
}

/** One occurrence of a repeated text, with a few characters before and after it. */
export interface Occurrence {
  before: string;
  match: string;
  after: string;
}

/** Earlier occurrences of the text's end (suffix trees, prompt lookup). `rows` are the last occurrences, `more` is the number of others, and `end` is the end itself. `prompt` has the occurrences in the prompt as ranges of characters, and `made` has those in the output as ranges of tokens. */
export interface Found {
  rows: Occurrence[];
  more: number;
  end: Occurrence;
  prompt: [number, number][];
  made: [number, number][];
}

/** The nodes of an iteration, with one list per field. Columns that contain only null are left out. */
export interface Columns {
  id: number[];
  parent: number[];
  token: number[];
  depth: number[];
  role: ("input" | "draft" | "target")[];
  fates: [number, string, number | null, string, string, string, string][][];
  q?: (number | null)[];
  p?: (number | null)[];
  count?: (number | null)[];
  shares?: [number, number | null, number | null][][];
  sure?: (number | null)[];
  merge?: (number | null)[];
  origin?: (number | null)[];
  about?: (string | null)[];
}

/** The positions of the drawn nodes. `at` lists the drawn nodes (places); `cols` and `rows` are the size of the graph. `kind` says where the target's own token is placed (explorer/graph/layout.py). In a chain and in a tree, the column and row of this token are part of the size, whatever the outcome. */
export interface Layout {
  kind: "chain" | "tree" | "free";
  at: number[];
  col: number[];
  y: number[];
  row: number[];
  cols: number;
  rows: number;
}

/** One step: its sentences, its nodes (places) and its verdicts (indices). `now` lists the nodes that the step is about. `title` and `called` are its titles in the exact and the plain voice. Until the step is reached, the stage shows `ahead` instead, which reveals no outcome. `plain` is a sentence without symbols, `exact` a sentence with the formula and its numbers. */
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
  about?: number;
}

/** The picture of how a random number `u` in [0, 1) sampled a token: a distribution as a strip of parts. `of` says whether the distribution is p or p′ ("r"). The parts are in the order of their token ids, and each is as wide as its probability. `own` is the index of the part that contains u. The beam of a part is null if the distribution is not joint. */
export interface Strip {
  u: number;
  of: "p" | "r";
  parts: [number, number | null, number][];
  own: number;
}

/** One decision with its reason in both voices. Each of the `tiles` has a symbol, the symbol's value, an explanation, and a name in the plain voice. `shares` explains what the numbers are shares of, and `made` explains how they were computed. `mine` lists the positions of the parent among the input beams. `greedy` is True if only the target's most probable token counts. */
export interface Verdict {
  place: number;
  state: string;
  plain: string;
  exact: string;
  tiles: [string, number | string, string, string][];
  dists: number[];
  layer?: number;
  slot?: number;
  p?: number;
  q?: number;
  u?: number;
  a?: number;
  shares?: Said;
  made?: Said;
  greedy?: boolean;
  mine?: number[];
  strip?: Strip;
}

/** A distribution: tokens `t` and their probabilities `v`. A joint distribution also has the beam of every token and, if a verdict refers to it, the last node of each beam (`ends`). */
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

/** The fields of a panel that differ in the plain voice. In the plain voice, these fields have no symbols and fewer numbers. */
export interface Plainly {
  title: string;
  caption: string;
  facts: [string, string][];
  outcome: [string, string][];
  why?: string;
  came?: string;
  tails_head?: string;
  overlap_say?: string;
  tails_say?: string;
  alpha?: number[];
  table?: number[][];
  names?: string[];
  heads?: string[];
}

/** The common fields of panels: facts that a method recorded about a layer, a node or the iteration, in the exact voice. `plain` holds the fields that differ in the plain voice. The stage shows `outcome` from step `told` on, and everything else from step `known` on. `nodes` are the places that the panel describes. If it is null, the panel describes the whole layer (layer 0 is the iteration). */
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

/** A list of names and values. */
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
}

/** DSBD: the reasons for a layer's width. `cut` is the threshold t, and `least` is the minimum width. `tails` lists, for each K, the probability that at least K candidates are accepted. `names` holds the name of the width, the text before t, and the label of the slider for t. */
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
  tails_head: string;
  overlap_say: string;
  tails_say: string;
  alpha: number[];
  alpha_say: string;
  table: number[][];
  table_say: string;
}

/** The test of one candidate. Its outcome is known from `step` on. */
export interface Try {
  step: number;
  place: number;
  state: string;
  numbers: (number | null)[];
}

/** SpecInfer, MCSS and SpecTr: the tested candidates at one position, in order. `heads` are the names of the columns of numbers. `left` says whether the first of these columns shows the part of q that earlier tests left. */
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
  heads: string[];
  left: boolean;
  tries: Try[];
}

/** A token that is compared with the threshold, or the target's `own` token. It is known from `step` on. `end` describes the outcome. */
export interface Candidate {
  step: number;
  place: number;
  state: string;
  p: number;
  own: boolean;
  end: string;
}

/** Typical acceptance: the threshold min(ε, δ·exp(−H)) and the candidates at this entropy. `names` are the name of p and the text before H. */
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

/** A value and the threshold `bar` with which it is compared. Both are known from `step` on; null means infinite. */
export interface Held {
  step: number;
  value: number | null;
  bar: number;
  good: boolean;
}

/** One draft token of BiLD or Self-SSD. `exit` is max q. `back` is −log p, known after the target's pass. If `place` is null, drafting stops here. */
export interface Doubt {
  layer: number;
  place: number | null;
  exit: Held;
  back: Held | null;
}

/** BiLD and Self-SSD: where the draft is unsure. With three `heads`, the panel also shows where the target rolls back. */
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

/** Self-SSD: the sub-layers of the target that the draft skips. */
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

/** The confidence of the nodes on a level or in the whole tree, highest first. A value is the product of the probabilities on the path. It equals `ups` times `owns`: the confidence of the parent (null for an input beam) times the node's own probability. `grown` lists the places that were extended, known from `grows` on. `sent` lists the places that go to the target; it is null if all do. */
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
  ups: (number | null)[];
  owns: (number | null)[];
  grown: number[];
  grows: number;
  sent: number | null;
}

/** MTAD and MTJD: the beams among which the best one is chosen, most probable first. `facts` lists their names, `places` their last nodes, and `values` their joint probabilities. `of` names the model that grew the beams and gave these probabilities: the draft ("q") or the target ("p"). */
export interface BeamsPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "beams";
  places: number[];
  values: number[];
  of: "q" | "p";
}

/** The joint test of the first j draft tokens, which end at `place`. The outcome of the test is known from `step` on. Logs of zero are null. `ratio` is the joint ratio, at most 1, that the rule compares with τ. `product` is the same ratio without this limit; null if it is infinite. `work` shows how the ratio is computed. */
export interface Prefix {
  step: number;
  place: number;
  j: number;
  logp: number | null;
  logq: number | null;
  ratio: number;
  product: number | null;
  passed: boolean;
  work?: Calculation;
}

/** MTAD: all prefixes of the draft, and the threshold τ. `names` are the text before τ and the label of the slider for τ. */
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

/** The calculation of a threshold, with counts out of a hundred rounds. `lines` name the counts. `taken` is the fraction of rounds in which these tokens are accepted together with a guess after them. `missing` is the fraction of rounds in which their own test must accept them. `rows` are the possible next tokens (null: all others). A row has p, q, the running ratio with that token, and the number of rounds that continue with the token and accept it. Counts are out of a hundred rounds and have `places` decimals. `places` is null if some counts are too small for a common number of decimals. The last row is the sum. `rule` says how the running ratios are computed. `again` says whether earlier deletions changed p. */
export interface Origin {
  title: Said;
  rule: Said;
  lines: Said[];
  work: Calculation;
  taken: number;
  missing: number;
  places: number | null;
  again: boolean;
  rows: [number | null, number | null, number, string | null, number][];
}

/** The test of a prefix or leaf that ends at `place`, known from `step` on. `work` shows how its running `ratio` was computed; it is missing if the calculation is not known. The test is passed if `u` is below the threshold `cut`. `chosen` says whether this test accepts the tokens up to here. `origin` explains the threshold or, after a leaf was deleted, the new running ratio of the guess before it. */
export interface Judged {
  step: number;
  place: number;
  ratio: number;
  work?: Calculation;
  cut: number;
  u: number | null;
  passed: boolean;
  chosen: boolean;
  origin?: Origin;
}

/** The running ratio of the node at `place` from `step` on. `fell` says whether a deletion below the node has just lowered it. `uncapped` is the product before it was capped at 1. */
export interface Ratio {
  step: number;
  place: number;
  ratio: number;
  fell: boolean;
  uncapped?: number;
}

/** The probabilities that a test of the node at `place` compares from `step` on, after a deletion at its position. `q` is the draft's probability. `p` is the leftover target probability; null if it is still the target's original probability. */
export interface Compared {
  step: number;
  place: number;
  q: number;
  p: number | null;
}

/** The tests of the same tree from its root, with the same random numbers, shown at `step`. `tests` lists the place of every tested node and whether the node is accepted. There are captions for two pictures. */
export interface FromRoot {
  step: number;
  tests: [number, boolean][];
  says: Said;
  root: Said;
  leaves: Said;
}

/** Block and traversal verification: the tests of all prefixes, or of the leaves in order. In a tree, `ratios` are the running ratios of the nodes, and `compared` are the probabilities that deletions changed. `order` lists the ends of all paths in the order of their tests, if it is known. `names` are the heads of the tables of next tokens. `root` holds a comparison with tests from the root. */
export interface JudgedPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "judged";
  heads: string[];
  names: string[];
  rows: Judged[];
  order?: number[];
  ratios?: Ratio[];
  compared?: Compared[];
  root?: FromRoot;
}

/** One bar of the chart: its name, its count, and the step from which the count is known. */
export interface Payoff {
  name: string;
  count: number;
  step: number;
}

/** GSD: the numbers of drafted, merged, sent and accepted tokens. */
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

/** One token of a draft with another tokenizer: its text and its q. */
export interface OwnToken {
  text: string;
  q: number;
}

/** SLEM: the draft's text in its own tokens, and at `places` the same text in the target's tokens. */
export interface WrittenPanel {
  plain: Plainly;
  layer: number;
  title: string;
  caption: string;
  nodes: number[] | null;
  known: number;
  told: number;
  facts: [string, string][];
  outcome: [string, string][];
  kind: "written";
  heads: string[];
  pieces: OwnToken[];
  places: number[];
}

/** An active beam: its log p in total and per token (null means probability 0), and whether it is the best beam. */
export interface Beam {
  node: number;
  logp: number | null;
  mean: number | null;
  size: number;
  done: boolean;
  best: boolean;
}

/** The numbers that the timeline shows for an iteration (explorer/trace/metrics.py). `modelled` has the modelled joules of each model. */
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

/** Consecutive cached tokens that the same beams share. `end` is the last node of the run; null for the prompt. */
export interface Run {
  size: number;
  end: number | null;
}

/** The attention mask of the target passes; pictures.py explains the fields. */
export interface Mask {
  rows: number[];
  sees: number[][];
  cached: Run[];
  starts: number[];
}

/** Repeated n-grams. `groups` lists pairs (n, places), and `share` lists pairs (n, number of draft tokens inside a repeated n-gram). `tau` is the length of merged n-grams. */
export interface Recurring {
  drafted: number;
  groups: [number, number[]][];
  share: [number, number][];
  tau: number;
}

/** A row about a node of a draft graph: its place, and its role in both voices, such as “original”. */
export interface Twin {
  place: number;
  plain: string;
  exact: string;
}

/** A sentence about a node of a draft graph in both voices. The stage shows it from `step` on and before `until`. */
export interface TwinLine {
  step: number;
  until?: number;
  plain: string;
  exact: string;
}

/** GSD: which nodes share a continuation with the node at `place`, known from step `known` on. The `rows` are about this node, and the nodes that it repeats or that repeat it. A click on a row selects its node. */
export interface Twins {
  place: number;
  known: number;
  rows: Twin[];
  lines: TwinLine[];
}

/** One iteration. */
export interface Packed {
  i: number;
  says: string;
  n: Columns;
  heads: [[string, string, string], [string, string, string]];
  shares?: Said;
  lay: Layout;
  core?: Layout;
  born: number[];
  path: number[];
  steps: Step[];
  seen: number;
  commit: number;
  verdicts: Verdict[];
  dists: Dist[];
  panels: (PayoffPanel | PlainPanel | WidthPanel | TriesPanel | BarPanel | DoubtsPanel | SkippedPanel | LevelPanel | BeamsPanel | PrefixesPanel | JudgedPanel | WrittenPanel)[];
  made: [number, number, number, string, number][];
  beams: Beam[];
  seconds: number;
  bar: Bar;
  from: (number | null)[];
  mask?: Mask;
  recurring?: Recurring;
  found?: Found;
  twins?: Twins[];
  lacking?: number[];
}

/** A step of a run. Iterations, phases and parts of a step count from 1. Without a phase, this means the end of the iteration. Without a part, it means the last part of the step or, in a step that rejects, the test. */
export interface At {
  it: number;
  phase?: number | null;
  part?: number | null;
  node?: number | null;
}

/** The sources of a run's joules: the meter, and the source of the model's coefficients. */
export interface Known {
  method?: string | null;
  reason?: string | null;
  model?: string | null;
}

/** The time in seconds during which joules were measured, and the uncertainty of the joules (`band`). */
export interface Window {
  seconds: number | null;
  band: number | null;
  reason: string | null;
}

/** The summary of a finished run, without its token lists. `worth` is the line at the top of the page, and `card` holds the rows of the summary at the end. For a run that was cut short, both describe the recorded rounds, and there are no counts. */
export interface Summary {
  worth: string;
  card: [string, string][];
  counts?: Record<string, number | null>;
  seconds?: Record<string, number>;
  joules?: number | null;
  text?: string;
  energy: Window;
}

/** Facts about the method for a first-time visitor: what it does, its source, and whether it is lossless. */
export interface About {
  line: string;
  paper: string;
  law: string;
  rounding: string;
  rules?: string;
}

/** The text, in both voices, about a group of steps that every round has, and the marks in these steps. */
export interface RoundLine {
  label: string;
  marks: string[];
  plain: string;
  exact: string;
}

/** One aim of a method: its name, its row in the picture (heading and words), and its sentence in both voices. */
export interface Aim {
  name: string;
  head: string;
  labels: string[];
  plain: string;
  exact: string;
}

/** The purpose of a method, shown before the first round. `picture` names the drawing, which has a row for each aim. `serves` says what a step contributes to the purpose. Its keys are phases, or names of parts of a step. */
export interface Purpose {
  picture: string;
  aims: Aim[];
  serves: Record<string, string>;
}

/** The purpose of the tests of a round, shown before the first of them. `says` is the sentence. `kind` names two pictures, whose captions are `first` and `second`. */
export interface Plan {
  kind: "leaves" | "block" | "siblings";
  title: string;
  says: string;
  first: string;
  second: string;
  rule: string;
  lossless: string;
}

/** The recorded run behind a replay, and the step that was changed. */
export interface Recorded {
  name: string;
  at: At;
}

/** The words for a token that the draft's vocabulary lacks: a mark for lists, and a sentence for a node. */
export interface NotInDraft {
  mark: Said;
  reason: Said;
}

/** The facts about a run as a whole. `pair_name` names both models; `unit` is “word”, “letter” or “token”. */
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
  purpose?: Purpose;
  plan?: Plan;
  q_name?: string;
  copies_text?: "True";
  pair_name: string;
  unit?: string;
  deciding: Record<string, unknown>;
  rejection: string;
  draft_notes?: string;
  not_in_draft?: NotInDraft;
  observed?: string;
  whatif?: string;
  recorded?: Recorded;
}

/** A message to the stage. explorer/ui/stage.py explains the kinds of messages. */
export interface Message {
  type: "open" | "append" | "finish" | "fetch" | "start" | "clear" | "lesson" | "begin";
  name?: string;
  header?: Header;
  texts?: Record<string, string>;
  iterations?: Packed[];
  summary?: Summary | null;
  incomplete?: string | null;
  at?: At | null;
  chosen?: boolean;
  live?: boolean;
  url?: string;
  text?: string;
  asked?: number;
  trace?: string;
}

/** A part of a lesson's text in one style. */
export interface Piece {
  text: string;
  style: "plain" | "em" | "strong" | "code";
}

/** The step of a run that the stage shows during a step of a lesson. Iterations and phases count from 1. */
export interface LessonAt {
  trace: string;
  it: number;
  phase: number;
  node: number | null;
}

/** A part of the screen that a step mentions or that a wrong answer highlights. Each part has a name, a label, and the CSS selector of its element. */
export interface LessonLight {
  name: string;
  label: string;
  selector: string;
}

/** An answer to a question, the feedback on it, and the parts of the screen that the feedback highlights. */
export interface LessonAnswer {
  words: Piece[];
  right: boolean;
  feedback: Piece[];
  lights: LessonLight[];
}

/** A question of a lesson. `reveal` is the step of the run that shows the answer; null if the stage does not show it. */
export interface LessonQuestion {
  words: Piece[];
  answers: LessonAnswer[];
  reveal: LessonAt | null;
}

/** A speed-up chart that replaces the graph, with the start value of each slider. */
export interface LessonChart {
  alpha: number;
  gamma: number;
  c: number;
  batch: number;
}

/** One step of a lesson with all its expressions filled in. */
export interface LessonStep {
  title: string;
  at: LessonAt;
  chart: LessonChart | null;
  look: LessonLight[];
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

/** A whole lesson, as the route explorer/lesson/SLUG returns it. */
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

/** The reply about the address of an earlier lesson: for each step of that lesson, its new step. */
export interface LessonMoved {
  moved: LessonPlace[];
}

/** All lessons in order, as the route explorer/lessons returns them. */
export interface LessonList {
  lessons: LessonCard[];
}
