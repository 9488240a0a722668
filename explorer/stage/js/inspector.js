// The inspector. What one node is, what was decided about it, and why. Shows nothing from later phases.

import { h, s, put } from "./dom.js";
import { visible, clip, num, short } from "./format.js";
import { layerPanel } from "./layer.js";
import { LABEL, glyphIcon } from "./marks.js";
import { newSpecials } from "./specials.js";

const TOPS = 16;
const LAYER_NAMES = {
  width: "W_L", width_tilde: "W̃_L", min_width: "W_min", threshold: "threshold", alpha: "α_j = Σ min(p_j, q)", table: "P(m, k)",
  at_least: "Σ_{k ≥ K} P(m, k)", beta: "β", candidates: "m, candidates", predicted: "predicted success", accepted: "accepted",
  orphaned: "orphaned", unused: "unused", outcome: "layer", kv_distinct: "KV tokens (distinct)", kv_per_beam: "KV tokens (one cache per beam)",
  max_q: "max q", exit_threshold: "exit threshold", ratio: "min(1, p/q)", logp_joint: "Σ log p", logq_joint: "Σ log q", ppl_ratio_high: "perplexity ratio ≤",
  prefixes: "prefixes", longest: "longest that passes", gamma_bar: "γ̄", gamma_bar_low: "γ̄ ≥", epsilon: "ε", rho: "ρ", entropy: "entropy H", delta: "δ",
  tries: "tries", q_left: "q left", p_used: "p′ of each try", success: "predicted acceptance, 1 − (1 − β)^K", attention_skipped: "attention skipped", mlp_skipped: "MLP skipped",
  of_layers: "layers of the target", acceptance_rate: "acceptance rate AR", fallback_threshold: "fallback τ₁", rollback_threshold: "rollback τ₂", nll: "−log p", rolled_back: "rolled back", stopped: "draft stopped",
  verified: "nodes verified", drafted: "nodes drafted", node_budget: "node budget", offered: "tokens considered", uniform: "uniform", approximate: "approximate", copied: "tokens copied", ngram: "n of the n-gram found", at: "found at token", reason: "why", accepted_ranks: "ranks of the accepted children", graph_success: "graph success", depth_limit: "depth limit", tree_depth: "depth as a tree", replicas: "replicas in the tree",
};
const OUTCOME_KEYS = new Set(["outcome", "accepted", "unused", "longest", "graph_success", "accepted_ranks", "gamma_bar", "bounds"]);
const QUIET_KEYS = new Set(["base", "inputs", "kind", "layer", "node", "recurring", "nodes", "tries", "q", "q_left", "p_used", "expanded", "confidence", "attention_skipped", "mlp_skipped", "of_layers", "model"]);
const DRAFTING = ["max_q", "confidence", "mlp_skipped"]; // what these records say is known before the target has seen anything

export function newInspector(model) {
  const specials = newSpecials(model);
  const root = h("aside", { class: "st-inspector", "data-testid": "inspector", "aria-label": "Inspector" });

  function show(it, place, phase) {
    const hint = () => h("p", { class: "st-quiet" }, "Hover or click a node, or reach it with Tab, to see its numbers.");
    if (place < 0 || it.born[place] > phase) return put(root, layers(it, -1, null, phase), hint());
    const fate = model.fate(it, place, phase);
    const here = new Set(it.steps[phase].verdicts); // what this step decides goes before what was decided earlier
    const last = fate.seen.find((m) => here.has(m.v)) || fate.seen.find((m) => m.v === fate.top) || null;
    const verdict = last ? it.verdicts[last.v] : null;
    const numbers = verdict || (fate.prefix && it.marks[place].length ? it.verdicts[it.marks[place][0].v] : null);
    const joint = it.layers.some((one) => one.kind === "joint"); // MTAD decides by joint likelihoods: they come first
    const node = [head(it, place, fate), pathLine(it, place), ...[tiles(it, place, numbers)].flat(), axis(verdict), reason(it, place, verdict, fate, phase), copies(it, fate, last)];
    const panel = layers(it, place, verdict, phase), law = laws(it, place, verdict, phase);
    if (it.steps[phase].phase === "layer") put(root, panel, ...node, law); // the step is about the layer, not about a node
    else put(root, ...node, ...(joint || panel?.querySelector("[data-special]") ? [panel, law] : [law, panel]));
  }

  function head(it, place, fate) {
    const more = [`node ${it.n.id[place]}`, `depth ${it.n.depth[place]}`], count = it.get("count", place), beam = it.get("beam", place), dropped = it.dropsAt(place) < Infinity;
    if (count > 1) more.push(it.get("role", place) === "input" ? `${count} copies of this beam` : `one node, ${count} draws`);
    const root = beam !== null && model.multi() && it.get("role", place) !== "input" ? rootOf(it, place) : null;
    if (root) more.push(`below input beam “${root}”`);
    const leaf = it.get("leaf", place), merge = it.get("merge", place), origin = it.get("origin", place);
    const merged = it.marks[place].every((m) => m.decision !== "merged") || fate.seen.some((m) => m.decision === "merged");
    if (leaf && leaf !== "depth" && !dropped && (leaf !== "merged" || merged)) more.push(`leaf: ${leaf}`);
    if (merge !== null && merged) more.push(`merged into node ${merge}`);
    if (origin !== null && origin !== it.n.id[place]) more.push(`replica of node ${origin}`);
    return h("div", { class: "st-head", "data-state": fate.state },
      h("div", { class: "st-token" }, glyphIcon(fate.state), h("b", {}, model.word(it.n.token[place])), h("span", { class: "st-tag" }, model.called(fate))),
      h("div", { class: "st-quiet" }, more.join(" · ")));
  }

  function pathLine(it, place) {
    const path = model.path(it, it.n.id[place]);
    const shown = path.slice(-24), cut = path.length - shown.length;
    return h("p", { class: "st-path", "data-testid": "inspector-path" },
      cut ? h("span", { class: "st-quiet" }, `(${cut} tokens) … `) : path.length ? h("span", { class: "st-quiet" }, "prompt → ") : h("span", { class: "st-quiet" }, "the end of the prompt"),
      ...shown.flatMap((one, k) => [h(k === shown.length - 1 ? "mark" : "span", {}, visible(model.text(one.token)).replace(/␣/g, " ")), model.joiner()]));
  }

  function tiles(it, place, verdict) {
    const joint = model.joint(verdict), of = joint ? "_beam" : "", greedy = verdict?.greedy;
    const q = joint ? verdict.q : verdict?.q ?? it.get("q", place), p = joint ? verdict.p : verdict?.p ?? it.get("p", place), used = verdict?.p_used;
    const against = verdict?.against, ruled = against && !greedy; // what a coin was held against: else no ratio decides
    const given = joint || !model.multi() ? "draft" : "draft, after its beam"; // before it is weighed against other beams
    const found = [["q" + of, q, given], ["p" + of, p ?? (greedy && verdict.below !== undefined ? `< ${num(verdict.below, 2)}` : null), greedy ? "before warping" : "target"]];
    if (verdict?.decision === "residual") found.push(["p′", used, "residual"]);
    else if (ruled && against !== "p") found.push([against, used, "as used"]);
    const base = used ?? p;
    if (q && base !== null && base !== undefined && ruled) found.push([against === "p/ρ" ? "p/(ρq)" : `${against}/q`, base / q, "ratio"]);
    return [tileList(found), shares(it, verdict)];
  }
  // What the numbers of a decision about one beam are shares of.
  function shares(it, verdict) {
    if (!model.joint(verdict)) return null;
    const copies = verdict.beams?.length || 1;
    return h("p", { class: "st-quiet", "data-testid": "inspector-shares" }, copies > 1
      ? `Shares of one of ${copies} copies of its beam, with this token; over all beams and tokens each law sums to 1.`
      : "Shares of this beam with this token; over all beams and tokens each law sums to 1.");
  }
  function tileList(found) {
    const real = found.filter((one) => one[1] !== null && one[1] !== undefined);
    if (!real.length) return null;
    return h("dl", { class: "st-tiles" }, ...real.map(([name, value, what]) => h("div", { "data-of": name.replace("_beam", "") }, h("dt", { title: what }, name, " ", h("small", {}, what)), h("dd", {}, typeof value === "string" ? value : num(value, 3)))));
  }

  // u and the threshold on one axis: left of the threshold a coin accepts, right of it rejects.
  function axis(verdict) {
    if (!verdict || verdict.threshold === undefined || verdict.threshold === null || verdict.threshold > 1) return null;
    const a = Math.min(1, Math.max(0, verdict.threshold)), u = verdict.u;
    const w = 300, x = (v) => 8 + v * (w - 16), known = u !== undefined && u !== null;
    const anchor = (v) => (v < 0.14 ? "start" : v > 0.86 ? "end" : "middle");
    const svg = s("svg", { viewBox: `0 0 ${w} 66`, class: "st-axis", role: "img", "aria-label": known ? `u ${num(u)} on an axis from 0 to 1, accepted below ${num(a)}` : `threshold ${num(a)}` },
      s("rect", { class: "yes", x: x(0), y: 24, width: Math.max(0, x(a) - x(0)), height: 16 }),
      s("rect", { class: "no", x: x(a), y: 24, width: Math.max(0, x(1) - x(a)), height: 16 }));
    if (a > 0.22) svg.append(s("text", { class: "in", x: x(a / 2), y: 36, "text-anchor": "middle" }, "accept"));
    if (a < 0.78) svg.append(s("text", { class: "in", x: x((1 + a) / 2), y: 36, "text-anchor": "middle" }, "reject"));
    svg.append(s("path", { class: "cut", d: `M${x(a)} 20V44` }), s("text", { x: x(a), y: 58, "text-anchor": anchor(a) }, `threshold ${num(a)}`));
    if (known) svg.append(s("path", { class: "coin", d: `M${x(u)} 42V18l-5 -7h10l-5 7` }), s("text", { class: "u", x: x(u) + (u > 0.86 ? -9 : u < 0.14 ? 9 : u < 0.5 ? 9 : -9), y: 14, "text-anchor": u < 0.5 ? "start" : "end" }, `u = ${num(u)}`));
    if (a > 0.2) svg.append(s("text", { class: "end", x: x(0), y: 58, "text-anchor": "start" }, "0"));
    if (a < 0.8) svg.append(s("text", { class: "end", x: x(1), y: 58, "text-anchor": "end" }, "1"));
    return h("div", { "data-testid": "inspector-axis" }, svg);
  }

  function reason(it, place, verdict, fate, phase) {
    let text = verdict ? verdict.reason : null;
    if (!text) {
      const judged = it.marks[place].length > 0;
      if (fate.prefix) text = `${it.steps[fate.prefix.step].say}. What is kept is known after the last prefix.`;
      else if (fate.state === "dropped") text = notSent(it, place);
      else if (fate.state === "input") text = "This iteration starts here.";
      else if (fate.state === "leaf") text = `It is kept but not expanded (${it.get("leaf", place)}).`;
      else text = judged && it.target >= 0 && phase < it.target ? "Proposed by the draft; the target has not seen it yet." : judged ? "Not judged yet." : "No decision about it was recorded.";
    }
    return h("p", { class: "st-reason", "data-testid": "inspector-reason" }, /^\w+( =|\()/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
  }

  function notSent(it, place) {
    const id = it.n.id[place], level = it.layers.find((one) => one.confidence && one.nodes?.includes(id)), sure = level?.confidence[level.nodes.indexOf(id)];
    return `Drafted, but not among the ${it.steps[it.choice].nodes.length} most confident${sure === undefined ? "" : ` (∏ q = ${num(sure)})`}: not sent to the target.`;
  }

  function copies(it, fate, last) {
    if (fate.seen.length < 2) return null;
    return h("details", { class: "st-more" }, h("summary", {}, `All ${fate.seen.length} decisions about this node`),
      h("ol", {}, ...fate.seen.map((mark) => {
        const verdict = it.verdicts[mark.v], entry = it.entries.find((one) => one.id === verdict.entry);
        return h("li", { class: mark === last ? "now" : "" }, glyphIcon(mark.decision), `${LABEL[mark.decision]}${entry ? `, slot ${entry.slot + 1}` : ""}: ${verdict.reason}`);
      })));
  }

  // p, q and the residual of one place as bars, the 16 most probable tokens, and the mass of the rest.
  function laws(it, place, verdict, phase) {
    const seen = it.target < 0 || phase >= it.target;
    const chosen = new Map();
    const add = (dist) => {
      if (!dist || (dist.kind.startsWith("p") && !seen)) return;
      const joint = dist.kind.includes("_beam"), series = dist.kind[0] === "r" ? "r" : dist.kind[0];
      if (!chosen.has(series)) chosen.set(series, { ...dist, joint });
    };
    for (const place of verdict?.distributions || []) add(it.dists[place]);
    for (const dist of it.dists) if (dist.at === it.n.parent[place] && !dist.kind.startsWith("residual") && !dist.kind.includes("_beam")) add(dist);
    if (!chosen.size) return null;
    const joint = [...chosen.values()].some((one) => one.joint), ends = joint ? endsOf(it, verdict) : null, parents = ends ? beamNames(it, ends) : null;
    const rows = new Map();
    for (const [series, dist] of chosen) dist.t.forEach((token, k) => {
      const key = (dist.beam ? dist.beam[k] + ":" : "") + token;
      if (!rows.has(key)) rows.set(key, { token, beam: dist.beam ? dist.beam[k] : null });
      rows.get(key)[series] = dist.v[k];
    });
    const order = ["q", "p", "r"].filter((one) => chosen.has(one));
    const own = it.n.token[place], beams = verdict?.beams;
    const mineIs = (row) => (row.token === own || (row.token === -2 && beams && ends?.[row.beam] === it.n.id[place])) && (row.beam === null || !beams || beams.includes(row.beam));
    const ranked = [...rows.values()].sort((a, b) => Math.max(b.p ?? 0, b.q ?? 0, b.r ?? 0) - Math.max(a.p ?? 0, a.q ?? 0, a.r ?? 0));
    const shown = ranked.slice(0, TOPS), mine = ranked.find((row) => mineIs(row) && !shown.includes(row));
    if (mine) shown.push(mine);
    const top = Math.max(...shown.map((row) => Math.max(row.p ?? 0, row.q ?? 0, row.r ?? 0)), 1e-12);
    const names = { q: "q", p: "p", r: "residual" };
    const raws = order.filter((one) => chosen.get(one).kind.endsWith("_raw")).map((one) => names[one]);
    const raw = raws.length && (raws.length === order.length ? " before warping" : ` (${raws.join(" and ")} before warping)`);
    const box = h("div", { class: "st-laws" + (joint ? " st-joint" : ""), "data-testid": "inspector-dist" },
      h("h4", {}, joint ? "Joint laws of (beam, token)" : "Next-token laws here", raw ? h("small", {}, raw) : null),
      h("div", { class: "st-law st-law-h" }, h("div", { class: "st-keys" }, ...order.map((one) => h("span", { "data-of": one }, names[one]))),
        h("span", { class: "st-law-v" }, ...order.map((one) => h("b", {}, one)))));
    const lines = together(shown, order, ends);
    for (const row of lines) {
      const times = row.beam !== null && row.beams.length > 1 ? `${row.beams.length}×` : "";
      box.append(h("div", { class: "st-law" + (mineIs(row) ? " own" : "") },
        h("span", { class: "st-law-w", title: (parents ? `${parents.get(ends[row.beam])} › ` : "") + model.word(row.token) }, row.beam === null ? "" : h("small", {}, parents ? `${tail(parents.get(ends[row.beam]), 9)} › ` : `b${span(row.beams)} `), clip(model.word(row.token), 12)),
        h("span", { class: "st-bars" }, ...order.map((one) => bar(one, row[one], top))),
        h("span", { class: "st-law-v" }, ...order.map((one) => h("span", {}, row[one] === undefined ? "·" : (row[one] ? times : "") + short(row[one]))))));
    }
    const rest = order.map((one) => {
      const dist = chosen.get(one), out = ranked.filter((row) => !shown.includes(row)).reduce((sum, row) => sum + (row[one] ?? 0), 0);
      const mass = dist.rest + out;
      return `${names[one]} ${num(mass < 1e-9 ? 0 : mass)}`;
    });
    const size = Math.max(...order.map((one) => chosen.get(one).size)), hid = Math.max(0, Math.max(size, ranked.length) - shown.length);
    if (joint) box.append(h("p", { class: "st-quiet", "data-testid": "inspector-sum" }, ...lawSum(lines, order)));
    box.append(h("p", { class: "st-quiet" }, hid ? `${hid.toLocaleString("en")} ${hid === 1 ? "token" : "tokens"} hidden, with ${rest.join(", ")} in all` : "These are all tokens with any chance."));
    return box;
  }
  // Nodes of the input beams by place: copies of a beam share one.
  const endsOf = (it, verdict) => it.layers.find((one) => one.kind !== "beams" && Array.isArray(one.inputs) && (!verdict || one.layer === verdict.layer))?.inputs || null;
  // How the figures of a joint law add up: each is one beam's share, and a row of copies counts as often as there are copies.
  function lawSum(lines, order) {
    const names = { q: "q_beam", p: "p_beam", r: "the residual" }, several = lines.some((row) => row.beams.length > 1);
    const sums = order.map((one) => `${names[one]} ${num(+lines.reduce((sum, row) => sum + (row[one] ?? 0) * row.beams.length, 0).toFixed(3))}`);
    return ["Before the ›: the last token of the parent beam. Every figure is the share of one beam with one token", several ? "; 2× stands for two copies of a beam, each with that share" : "", `. These rows together: ${sums.join(", ")}.`];
  }
  // Parent beams by node: the last token, and those before it where several beams share that.
  function beamNames(it, ends) {
    const nodes = [...new Set(ends)], paths = new Map(nodes.map((node) => [node, model.path(it, node).map((one) => model.word(one.token))]));
    const words = (node, size) => paths.get(node).slice(-size).join("") || "start";
    return new Map(nodes.map((node) => {
      const alike = (size) => nodes.some((other) => other !== node && words(other, size) === words(node, size));
      const size = [1, 2, 3, 4].find((each) => !alike(each));
      return [node, size ? words(node, size) : `${words(node, 1)} (node ${node})`];
    }));
  }
  // The input beam that a node grew from, where there are several.
  function rootOf(it, place) {
    const roots = it.n.id.filter((id, k) => it.get("role", k) === "input");
    let at = place;
    for (let up = at; up !== undefined; up = it.place.get(it.n.parent[up])) at = up;
    return roots.length > 1 ? beamNames(it, roots).get(it.n.id[at]) : null;
  }
  const tail = (text, size) => { const cs = Array.from(text); return cs.length > size ? "…" + cs.slice(1 - size).join("") : text; };
  const span = (list) => (list.length > 2 && list[list.length - 1] - list[0] === list.length - 1 ? `${list[0]}–${list[list.length - 1]}` : list.join(","));
  // Rows of copies of a beam say the same: they become one row.
  function together(rows, order, ends) {
    const found = new Map();
    for (const row of rows) {
      const key = [row.token, ends ? ends[row.beam] : row.beam, ...order.map((one) => row[one])].join("|"), known = found.get(key);
      if (known) known.beams.push(row.beam + 1);
      else found.set(key, { ...row, beams: [row.beam + 1] });
    }
    return [...found.values()];
  }
  const bar = (series, value, top) => {
    const line = h("i", { "data-of": series });
    line.style.width = `${Math.max(value > 0 ? 1 : 0, (100 * (value ?? 0)) / top)}%`;
    return line;
  };

  // What the method says of this place, of this layer and of the iteration, under the papers' names.
  function layers(it, place, verdict, phase) {
    const early = it.target >= 0 && phase < it.target;
    const known = early ? it.layers.filter((one) => DRAFTING.some((key) => key in one)) : it.layers;
    const layer = verdict?.layer ?? it.steps[phase].layer, id = place < 0 ? -1 : it.n.id[place];
    const here = (one) => (one.node !== undefined ? specials.about(it, one, place) : one.nodes ? one.nodes.includes(id) : one.layer === layer);
    const own = known.filter((one) => one.layer && one.kind !== "beams" && one.max_q === undefined && one.nll === undefined && here(one));
    const rest = known.filter((one) => !one.layer), doubts = specials.doubts(it, phase);
    if (!own.length && !rest.length && !doubts) return null;
    return h("div", { class: "st-layer", "data-testid": "inspector-layer" },
      doubts ? h("section", { "data-special": "" }, doubts) : null,
      ...own.map((one) => (one.outcome ? layerPanel(it, phase, one, pending, facts) : h("section", { "data-special": one.tries || one.entropy !== undefined ? "" : null }, h("h4", {}, heading(it, one)), special(it, place, phase, one), ...facts(it, phase, one)))),
      ...rest.map((one) => (one.kind === "skipped" ? h("section", {}, h("h4", {}, "The thinned target"), specials.skipped(one), ...facts(it, phase, one))
        : h("details", { open: one.kind === "joint" }, h("summary", {}, title(one)), ...facts(it, phase, one)))));
  }
  const special = (it, place, phase, one) => (one.tries ? specials.tries(it, one, phase) : one.entropy !== undefined ? specials.bar(it, one, phase, place) : one.confidence && one.nodes ? specials.levels(it, one, place, phase) : null);
  const heading = (it, one) => (one.node === undefined ? `Layer ${one.layer}` : `After “${it.place.has(one.node) ? model.word(it.n.token[it.place.get(one.node)]) : "the text"}”`);
  // Whether the layer, or the joint test, is still to be decided: then what came out is not told.
  const pending = (it, phase, layer) => it.steps.some((step, k) => k > phase && step.phase === "verify" && (layer.kind === "joint" || step.layer === layer.layer));
  const JOINT_NAMES = { threshold: "τ", U: "U, largest |log p − log q|", H: "H, mean entropy", epsilon: "ε", gamma_bar: "γ̄, tokens emitted", gamma_bar_low: "γ̄ ≥ (Thm 3.6)", ppl_ratio_high: "perplexity ratio ≤ (Thm 3.5)", joint: "p and q taken" };
  const title = (one) => ({ joint: "Joint likelihoods", memory: "Memory", graph: "The graph", draft_weights: "Weights of the draft beams" })[one.kind] || "This iteration";

  function facts(it, phase, layer) {
    const plain = [], drawn = []; // what came out is not told before it has
    const open = pending(it, phase, layer);
    for (const key in layer) {
      const value = layer[key], names = layer.kind === "joint" ? { ...LAYER_NAMES, ...JOINT_NAMES } : LAYER_NAMES, name = names[key] || key.replace(/_/g, " ");
      if (open && OUTCOME_KEYS.has(key)) continue;
      if (QUIET_KEYS.has(key) || value === null || value === undefined || value === false) continue;
      if (!Array.isArray(value)) {
        if (typeof value === "object") plain.push(...Object.entries(value).map(([k, v]) => [names[k] || k, v]));
        else plain.push([name, value]);
      } else if (key === "prefixes") {
        const known = value.filter((one) => it.prefix.get(it.place.get(one.node))?.step <= phase);
        if (known.length) drawn.push(prefixTable(known));
      }
      else if (key === "table" || key === "at_least") continue; // the layer panel draws them
      else if (value.length && value.every((v) => typeof v === "number")) drawn.push(columns(name, value));
      else if (value.length) drawn.push(h("p", { class: "st-quiet" }, `${name}: ${clip(JSON.stringify(value), 120)}`, value.length > 6 ? ` (${value.length} in all)` : ""));
    }
    return [h("dl", { class: "st-facts" }, ...plain.map(([k, v]) => h("div", {}, h("dt", {}, k), h("dd", {}, v === null ? "none" : typeof v === "number" ? num(v, 3) : v === true ? "yes" : String(v))))), ...drawn];
  }

  function columns(name, values) {
    const shown = values.slice(0, 24), top = Math.max(1e-12, ...shown), w = 300, step = Math.min(36, (w - 4) / shown.length), high = 54;
    const svg = s("svg", { viewBox: `0 0 ${w} ${high + 28}`, class: "st-columns", role: "img", "aria-label": `${name}: ${shown.map((v) => num(v)).join(", ")}` });
    shown.forEach((value, k) => {
      const tall = (value / top) * high;
      svg.append(s("rect", { x: 2 + k * step, y: 12 + high - tall, width: step - 3, height: Math.max(0.5, tall) }));
      if (step > 22) svg.append(s("text", { x: 2 + k * step + (step - 3) / 2, y: 9 + high - tall, "text-anchor": "middle" }, short(value)));
      svg.append(s("text", { class: "end", x: 2 + k * step + (step - 3) / 2, y: high + 25, "text-anchor": "middle" }, String(k + 1)));
    });
    return h("figure", {}, h("figcaption", {}, name, values.length > shown.length ? ` (${values.length - shown.length} hidden)` : ""), svg);
  }

  // MTAD: how likely each prefix is under p and under q (bars: −log, shorter is likelier), and their ratio against τ.
  function prefixTable(prefixes) {
    const deepest = Math.max(1e-9, ...prefixes.flatMap((one) => [-one.logp_joint, -one.logq_joint]).filter(Number.isFinite));
    const meter = (value, series, cut) => {
      const box = h("span", { class: "st-meter", "data-of": series }, h("i"), cut === null ? null : h("b"));
      box.firstChild.style.width = `${100 * Math.min(1, Math.max(0, value))}%`;
      if (cut !== null) box.lastChild.style.left = `${100 * cut}%`;
      return box;
    };
    const log = (value) => (value === null || value === undefined ? "−∞" : value.toFixed(2));
    const longest = prefixes.reduce((best, one) => (one.passed ? one.j : best), 0);
    return h("figure", { "data-testid": "inspector-prefixes" },
      h("table", { class: "st-table st-tight", "aria-label": "Prefixes" },
        h("thead", {}, h("tr", {}, ...["j", "Σ log p", "Σ log q", "min(1, p/q), τ", ""].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, ...prefixes.map((one) => h("tr", { class: (one.passed ? "yes" : "no") + (one.j === longest ? " own" : "") }, h("td", {}, String(one.j)),
          h("td", {}, log(one.logp_joint), meter(-(one.logp_joint ?? -Infinity) / deepest, "p", null)), h("td", {}, log(one.logq_joint), meter(-(one.logq_joint ?? -Infinity) / deepest, "q", null)),
          h("td", {}, num(one.ratio), meter(one.ratio ?? 0, one.passed ? "yes" : "no", one.threshold ?? 0)), h("td", {}, one.passed ? "● passes" : "✕ fails"))))),
      h("figcaption", {}, `The joint of the first j tokens. The stroke is τ; the longest prefix that passes${longest ? ` so far is ${longest} (shaded)` : ": none yet"}.`));
  }
  return { root, show };
}
