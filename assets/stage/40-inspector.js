// Part 4: the inspector. What one node is, what was decided about it, and why. Shows nothing from later phases.

const TOPS = 16;
const LAYER_NAMES = {
  width: "W_L", width_tilde: "W̃_L", min_width: "W_min", threshold: "threshold", alpha: "α_j = Σ min(p_j, q)", table: "P(m, k)",
  at_least: "Σ_{k ≥ K} P(m, k)", beta: "β", candidates: "m, candidates", predicted: "predicted success", accepted: "accepted",
  orphaned: "orphaned", unused: "unused", outcome: "layer", kv_distinct: "KV tokens (distinct)", kv_per_beam: "KV tokens (one cache per beam)",
  max_q: "max q", exit_threshold: "exit threshold", ratio: "min(1, p/q)", logp_joint: "Σ log p", logq_joint: "Σ log q", ppl_ratio_high: "perplexity ratio ≤",
  prefixes: "prefixes", longest: "longest that passes", gamma_bar: "γ̄", gamma_bar_low: "γ̄ ≥", epsilon: "ε", rho: "ρ", entropy: "entropy H", delta: "δ",
};
const OUTCOME_KEYS = new Set(["outcome", "accepted", "unused", "longest", "graph_success", "accepted_ranks", "gamma_bar"]);
const QUIET_KEYS = new Set(["base", "inputs", "kind", "layer", "node", "recurring", "nodes"]);

function newInspector(model) {
  const root = h("aside", { class: "st-inspector", "data-testid": "inspector", "aria-label": "Inspector" });

  function show(it, place, phase) {
    if (place < 0 || it.born[place] > phase) return put(root, h("p", { class: "st-quiet" }, "Hover or click a node, or reach it with Tab, to see its numbers."));
    const fate = model.fate(it, place, phase);
    const here = new Set(it.steps[phase].verdicts); // what this step decides goes before what was decided earlier
    const last = fate.seen.find((m) => here.has(m.v)) || fate.seen.find((m) => m.v === fate.top) || null;
    const verdict = last ? it.verdicts[last.v] : null;
    const joint = it.layers.some((one) => one.kind === "joint"); // MTAD decides by joint likelihoods: they come first
    put(root, head(it, place, fate), pathLine(it, place), tiles(it, place, verdict), axis(verdict), reason(it, place, verdict, fate, phase),
      copies(it, fate, last), ...(joint || it.steps[phase].phase === "layer" ? [layers(it, verdict, phase), laws(it, place, verdict, phase)] : [laws(it, place, verdict, phase), layers(it, verdict, phase)]));
  }

  function head(it, place, fate) {
    const more = [`node ${it.n.id[place]}`, `depth ${it.n.depth[place]}`], count = it.get("count", place), beam = it.get("beam", place);
    if (count > 1) more.push(`drawn ${count} times`);
    if (beam !== null && model.multi()) more.push(`input beam ${beam + 1}`);
    const leaf = it.get("leaf", place), merge = it.get("merge", place), origin = it.get("origin", place);
    const merged = it.marks[place].every((m) => m.decision !== "merged") || fate.seen.some((m) => m.decision === "merged");
    if (leaf && leaf !== "depth" && (leaf !== "merged" || merged)) more.push(`leaf: ${leaf}`);
    if (merge !== null && merged) more.push(`merged into node ${merge}`);
    if (origin !== null && origin !== it.n.id[place]) more.push(`replica of node ${origin}`);
    return h("div", { class: "st-head", "data-state": fate.state },
      h("div", { class: "st-token" }, glyphIcon(fate.mark), h("b", {}, model.word(it.n.token[place])), h("span", { class: "st-tag" }, fate.state === "pending" ? "not judged yet" : LABEL[fate.state])),
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
    const q = verdict?.q ?? it.get("q", place), p = verdict?.p ?? it.get("p", place), used = verdict?.p_used;
    if (verdict && verdict.decision === "residual" && model.residual(it, verdict)) return tileList([["p′", p, "residual"]]);
    const found = [["q", q, "draft"], ["p", p, "target"]];
    if (used !== undefined && used !== null && used !== p) found.push(["p′", used, "as used"]);
    const base = used ?? p;
    if (q && base !== null && base !== undefined && verdict) found.push([used !== undefined && used !== p ? "p′/q" : "p/q", base / q, "ratio"]);
    return tileList(found);
  }
  function tileList(found) {
    const real = found.filter((one) => one[1] !== null && one[1] !== undefined);
    if (!real.length) return null;
    return h("dl", { class: "st-tiles" }, ...real.map(([name, value, what]) => h("div", { "data-of": name }, h("dt", { title: what }, name, " ", h("small", {}, what)), h("dd", {}, num(value, 3)))));
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
      if (fate.state === "input") text = "This iteration starts here.";
      else if (fate.state === "leaf") text = `It is kept but not expanded (${it.get("leaf", place)}).`;
      else text = judged && it.target >= 0 && phase < it.target ? "Proposed by the draft; the target has not seen it yet." : judged ? "Not judged yet." : "No decision about it was recorded.";
    }
    return h("p", { class: "st-reason", "data-testid": "inspector-reason" }, /^\w+( =|\()/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
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
    const joint = [...chosen.values()].some((one) => one.joint);
    const rows = new Map();
    for (const [series, dist] of chosen) dist.t.forEach((token, k) => {
      const key = (dist.beam ? dist.beam[k] + ":" : "") + token;
      if (!rows.has(key)) rows.set(key, { token, beam: dist.beam ? dist.beam[k] : null });
      rows.get(key)[series] = dist.v[k];
    });
    const order = ["q", "p", "r"].filter((one) => chosen.has(one));
    const own = it.n.token[place];
    const ranked = [...rows.values()].sort((a, b) => Math.max(b.p ?? 0, b.q ?? 0, b.r ?? 0) - Math.max(a.p ?? 0, a.q ?? 0, a.r ?? 0));
    const shown = ranked.slice(0, TOPS), mine = ranked.find((row) => row.token === own && !shown.includes(row));
    if (mine) shown.push(mine);
    const top = Math.max(...shown.map((row) => Math.max(row.p ?? 0, row.q ?? 0, row.r ?? 0)), 1e-12);
    const names = { q: "q", p: "p", r: "residual" };
    const raw = [...chosen.values()].some((one) => one.kind.endsWith("_raw"));
    const box = h("div", { class: "st-laws", "data-testid": "inspector-dist" },
      h("h4", {}, joint ? "Joint laws of (beam, token)" : "Next-token laws here", raw ? h("small", {}, " before warping") : null),
      h("div", { class: "st-law st-law-h" }, h("span"), h("div", { class: "st-keys" }, ...order.map((one) => h("span", { "data-of": one }, names[one]))),
        h("span", { class: "st-law-v" }, ...order.map((one) => h("b", {}, one)))));
    for (const row of together(shown, order)) {
      box.append(h("div", { class: "st-law" + (row.token === own ? " own" : "") },
        h("span", { class: "st-law-w", title: model.word(row.token) }, row.beam === null ? "" : h("small", {}, `b${span(row.beams)} `), clip(model.word(row.token), 12)),
        h("span", { class: "st-bars" }, ...order.map((one) => bar(one, row[one], top))),
        h("span", { class: "st-law-v" }, ...order.map((one) => h("span", {}, row[one] === undefined ? "·" : short(row[one]))))));
    }
    const rest = order.map((one) => {
      const dist = chosen.get(one), out = ranked.filter((row) => !shown.includes(row)).reduce((sum, row) => sum + (row[one] ?? 0), 0);
      const mass = dist.rest + out;
      return `${names[one]} ${num(mass < 1e-9 ? 0 : mass)}`;
    });
    const size = Math.max(...order.map((one) => chosen.get(one).size)), hid = Math.max(0, Math.max(size, ranked.length) - shown.length);
    box.append(h("p", { class: "st-quiet" }, hid ? `${hid.toLocaleString("en")} ${hid === 1 ? "token" : "tokens"} hidden, with ${rest.join(", ")} in all` : "These are all tokens with any chance."));
    return box;
  }
  const span = (list) => (list.length > 2 && list[list.length - 1] - list[0] === list.length - 1 ? `${list[0]}–${list[list.length - 1]}` : list.join(","));
  // Rows of copies of a beam say the same: they become one row.
  function together(rows, order) {
    const found = new Map();
    for (const row of rows) {
      const key = [row.token, ...order.map((one) => row[one])].join("|"), known = found.get(key);
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

  // What the method says of this layer and of the iteration, under the papers' names.
  function layers(it, verdict, phase) {
    if (!it.layers.length || (it.target >= 0 && phase < it.target)) return null;
    const step = it.steps[phase], layer = verdict?.layer ?? step.layer;
    const own = it.layers.filter((one) => one.layer !== undefined && one.layer !== 0 && one.layer === layer);
    const rest = it.layers.filter((one) => one.layer === undefined || one.layer === 0);
    if (!own.length && !rest.length) return null;
    return h("div", { class: "st-layer", "data-testid": "inspector-layer" },
      ...own.map((one) => h("section", {}, h("h4", {}, `Layer ${one.layer}`), ...facts(it, phase, one))),
      ...rest.map((one) => h("details", { open: one.kind === "joint" }, h("summary", {}, title(one)), ...facts(it, phase, one))));
  }
  const title = (one) => ({ joint: "Joint likelihoods", memory: "Memory", graph: "The graph", draft_weights: "Draft weights" })[one.kind] || "This iteration";

  function facts(it, phase, layer) {
    const plain = [], drawn = []; // what came out is not told before it has
    const open = it.steps.some((step, k) => k > phase && step.phase === "verify" && (layer.kind === "joint" || step.layer === layer.layer));
    for (const key in layer) {
      const value = layer[key], name = LAYER_NAMES[key] || key.replace(/_/g, " ");
      if (open && OUTCOME_KEYS.has(key)) continue;
      if (QUIET_KEYS.has(key) || value === null || value === undefined || value === false) continue;
      if (!Array.isArray(value)) {
        if (typeof value === "object") plain.push(...Object.entries(value).map(([k, v]) => [LAYER_NAMES[k] || k, v]));
        else plain.push([name, value]);
      } else if (key === "prefixes") drawn.push(prefixTable(value.filter((one) => (it.marks[it.place.get(one.node)] || []).some((m) => m.step <= phase))));
      else if (key === "table") drawn.push(heat(name, value));
      else if (value.length && value.every((v) => typeof v === "number")) drawn.push(columns(name, value, key === "at_least" ? layer.threshold : null, key === "at_least" ? layer.width_tilde : null, key === "at_least" ? 0 : 1));
      else if (value.length) drawn.push(h("p", { class: "st-quiet" }, `${name}: ${clip(JSON.stringify(value), 120)}`, value.length > 6 ? ` (${value.length} in all)` : ""));
    }
    return [h("dl", { class: "st-facts" }, ...plain.map(([k, v]) => h("div", {}, h("dt", {}, k), h("dd", {}, typeof v === "number" ? num(v, 3) : v === true ? "yes" : String(v))))), ...drawn];
  }

  function columns(name, values, cut, chosen, first) {
    const shown = values.slice(0, 24), top = Math.max(1e-12, ...shown, cut ?? 0), w = 300, step = Math.min(36, (w - 4) / shown.length), high = 54;
    const svg = s("svg", { viewBox: `0 0 ${w} ${high + 28}`, class: "st-columns", role: "img", "aria-label": `${name}: ${shown.map((v) => num(v)).join(", ")}${cut !== null ? `; threshold ${num(cut)}` : ""}` });
    shown.forEach((value, k) => {
      const tall = (value / top) * high;
      svg.append(s("rect", { class: chosen === k + first ? "on" : "", x: 2 + k * step, y: 12 + high - tall, width: step - 3, height: Math.max(0.5, tall) }));
      if (step > 22) svg.append(s("text", { x: 2 + k * step + (step - 3) / 2, y: 9 + high - tall, "text-anchor": "middle" }, short(value)));
      svg.append(s("text", { class: "end", x: 2 + k * step + (step - 3) / 2, y: high + 25, "text-anchor": "middle" }, String(k + first)));
    });
    if (cut !== null && cut !== undefined) {
      const y = 12 + high - (cut / top) * high;
      svg.append(s("path", { class: "cut", d: `M0 ${y}H${w}` }), s("text", { x: w - 2, y: y - 3, "text-anchor": "end" }, `t = ${num(cut)}`));
    }
    return h("figure", {}, h("figcaption", {}, name, values.length > shown.length ? ` (${values.length - shown.length} hidden)` : ""), svg);
  }

  function heat(name, rows) {
    const size = Math.min(17, rows.length), cell = Math.min(30, 270 / size), w = 24 + size * cell, top = 1;
    const svg = s("svg", { viewBox: `0 0 ${w} ${size * cell + 20}`, class: "st-heat", style: `max-width:${w}px`, role: "img", "aria-label": `${name}; last row: ${(rows[rows.length - 1] || []).map((v) => num(v)).join(", ")}` });
    rows.slice(0, size).forEach((row, m) => {
      svg.append(s("text", { class: "end", x: 18, y: m * cell + cell / 2 + 4, "text-anchor": "end" }, String(m)));
      row.slice(0, size).forEach((value, k) => {
        svg.append(s("rect", { x: 24 + k * cell, y: m * cell, width: cell - 1, height: cell - 1, "fill-opacity": (0.06 + 0.94 * (value / top)).toFixed(3) }, s("title", {}, `P(${m}, ${k}) = ${num(value, 3)}`)));
        if (cell >= 24) svg.append(s("text", { class: value > 0.55 ? "in" : "", x: 24 + k * cell + cell / 2, y: m * cell + cell / 2 + 3.5, "text-anchor": "middle" }, short(value)));
      });
    });
    for (let k = 0; k < size; k++) svg.append(s("text", { class: "end", x: 24 + k * cell + cell / 2, y: size * cell + 13, "text-anchor": "middle" }, String(k)));
    return h("figure", {}, h("figcaption", {}, `${name}: the chance that k of m candidates are accepted`), svg);
  }

  function prefixTable(prefixes) {
    return h("table", { class: "st-table" },
      h("thead", {}, h("tr", {}, ...["j", "Σ log p", "Σ log q", "min(1, p/q)", ""].map((t) => h("th", {}, t)))),
      h("tbody", {}, ...prefixes.map((one) => {
        const meter = h("span", { class: "st-meter" }, h("i"), h("b"));
        meter.firstChild.style.width = `${100 * Math.min(1, one.ratio ?? 0)}%`;
        meter.lastChild.style.left = `${100 * (one.threshold ?? 0)}%`;
        return h("tr", { class: one.passed ? "yes" : "no" }, h("td", {}, String(one.j)), h("td", {}, num(one.logp_joint)), h("td", {}, num(one.logq_joint)),
          h("td", {}, num(one.ratio), meter), h("td", {}, one.passed ? "● passes" : "✕ fails"));
      })));
  }
  return { root, show };
}
