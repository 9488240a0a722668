// What is special about a method, as small pictures in the inspector. Each takes what a record says and
// gives back an element; none tells what has not happened yet (`phase`).

import { h, s } from "./dom.js";
import { clip, num, short, plural } from "./format.js";
import { LABEL, SIGN, GLYPH, glyphIcon } from "./marks.js";

export function newSpecials(model) {
  const idOf = (it, place) => (place >= 0 ? it.n.id[place] : -1);
  const wordOf = (it, node) => { const place = it.place.get(node); return place === undefined ? "" : model.word(it.n.token[place]); };
  const judged = (it, node, phase) => { const place = it.place.get(node); return place === undefined ? [] : it.marks[place].filter((mark) => mark.step <= phase); };
  // Whether a record is about this node: about the tokens after its parent, or about the node itself.
  function about(it, one, place) {
    if (one.node === undefined) return true;
    return "nll" in one ? one.node === idOf(it, place) : one.node === it.n.parent[place];
  }

  const table = (heads, rows, label) => h("table", { class: "st-table st-tight", "aria-label": label },
    h("thead", {}, h("tr", {}, ...heads.map((one) => h("th", { scope: "col" }, one)))), h("tbody", {}, ...rows));
  // A value on a short scale with its threshold as a stroke.
  function gauge(value, cut, top, ok) {
    const mark = (v) => `${(100 * Math.min(1, Math.max(0, v / top))).toFixed(1)}%`;
    const box = h("span", { class: "st-meter" + (ok ? " yes" : " no") }, h("i"), h("b"));
    box.firstChild.style.width = mark(value);
    if (cut >= 0 && cut < top) box.lastChild.style.left = mark(cut);
    else box.lastChild.remove();
    return box;
  }

  // Traces recorded before the mass that is left was: every draw without replacement takes its share of it.
  function shrinking(one) {
    const chosen = model.header.settings || {};
    if (!one.q || chosen.replacement !== false || chosen.temperature === 0 || chosen.top_k === 1) return null;
    let left = 1;
    return one.q.map((q) => { const before = left; left *= Math.max(0, 1 - q); return before; });
  }

  // MCSS, SpecInfer and SpecTr: the tries at one node in turn. Without replacement q is what the tries before left.
  function tries(it, one, phase) {
    const nodes = one.tries, times = new Map(), rows = [], lefts = one.q_left || shrinking(one);
    let more = 0;
    nodes.forEach((node, k) => {
      const nth = times.get(node) || 0, mark = judged(it, node, phase)[nth];
      times.set(node, nth + 1);
      if (!mark) { more++; return; }
      const verdict = it.verdicts[mark.v], left = lefts?.[k];
      rows.push(h("tr", { class: mark.decision === "accepted" ? "yes" : "no" }, h("td", {}, `${k + 1} `, h("b", {}, clip(wordOf(it, node), 10))),
        ...(lefts ? [h("td", {}, short(left), gauge(left, 1, 1, true))] : []),
        h("td", {}, short(one.q ? one.q[k] : verdict.q)), h("td", {}, short(one.p_used ? one.p_used[k] : verdict.p)),
        h("td", {}, short(Math.min(1, verdict.threshold ?? 0))), h("td", {}, glyphIcon(mark.decision), h("span", { class: "st-hear" }, LABEL[mark.decision]))));
    });
    const heads = ["try", ...(lefts ? ["q left"] : []), "q", one.rho === undefined ? "p′" : "p", one.rho === undefined ? "p′/q" : "p/(ρq)", ""];
    const why = one.rho !== undefined ? "Each draft is taken with min(1, p/(ρq)). ρ is as small as the law allows: the drafts together then give p exactly."
      : lefts ? "A token that was tried leaves q: “q left” is the mass that stays, and q is renormalised on it. p′ loses what q offered."
        : "q stays as it is; after every rejection p′ loses what q offered, and is renormalised.";
    return h("figure", { "data-testid": "inspector-tries" }, h("figcaption", {}, why), table(heads, rows, "Tries at this node"), more ? h("p", { class: "st-quiet" }, `${plural(more, "try").replace("trys", "tries")} to come, or not looked at.`) : null);
  }

  // Typical acceptance: the bar min(ε, δ·exp(−H)) as a curve over the entropy, the candidates at this entropy, and a list
  // of them. Candidates too close to be told apart, as many are at p = 0, share a mark; labels keep clear of each other.
  function bar(it, one, phase, place) {
    const W = 300, H = 154, left = 34, base = H - 24, low = 1e-4, high = Math.max(3, Math.ceil(one.entropy + 0.5)), here = Math.abs(one.entropy);
    const x = (v) => left + (v / high) * (W - left - 8), y = (v) => 10 + (Math.log(Math.min(1, Math.max(low, v))) / Math.log(low)) * (base - 16);
    const knee = Math.max(0, Math.log(one.delta / one.epsilon)), at = (v) => Math.min(one.epsilon, one.delta * Math.exp(-v));
    const points = [0, ...(knee > 0 && knee < high ? [knee] : []), high].map((v) => `${x(v)} ${y(at(v))}`);
    const found = it.children[it.place.get(one.node)] || [], seen = (child) => judged(it, it.n.id[child], phase)[0];
    const shown = found.filter((child) => seen(child) && seen(child).decision !== "unused").map((child) => { // held against the bar, or the target's own
      const mark = seen(child), verdict = it.verdicts[mark.v], passes = mark.decision === "accepted";
      return { child, passes, decision: mark.decision, word: model.word(it.n.token[child]), p: verdict.greedy ? +passes : verdict.p ?? 0 }; // greedy: warped, p is 1 or 0
    });
    const own = (each) => each.decision !== "accepted" && each.decision !== "rejected";
    const said = shown.map((each) => `${each.word} p ${num(each.p)}`).join(", ");
    const svg = s("svg", { viewBox: `0 0 ${W} ${H}`, class: "st-bar-curve", role: "img", "aria-label": `The bar falls with the entropy; here H = ${num(here)} and the bar is ${num(one.threshold)}. ${said}` },
      s("path", { class: "yes", d: `M${x(0)} 10L${points.join("L")}L${x(high)} 10Z` }), s("path", { class: "no", d: `M${x(0)} ${base}L${points.join("L")}L${x(high)} ${base}Z` }),
      s("path", { class: "cut", d: `M${points.join("L")}` }), s("path", { class: "here", d: `M${x(one.entropy)} 10V${base}` }));
    for (const [value, text] of [[1, "1"], [0.1, "0.1"], [0.01, "0.01"], [0.001, "0.001"]]) svg.append(s("text", { class: "end", x: left - 4, y: y(value) + 4, "text-anchor": "end" }, text));
    const mid = Math.min(W - 34, Math.max(left + 24, x(here)));
    svg.append(s("text", { class: "end", x: 2, y: base + 4 }, "p"), s("text", { x: mid, y: H - 6, "text-anchor": "middle" }, `H = ${num(here)}`));
    if (mid > left + 40) svg.append(s("text", { class: "end", x: left, y: H - 6 }, "0"));
    if (mid < W - 60) svg.append(s("text", { class: "end", x: W - 8, y: H - 6, "text-anchor": "end" }, String(high)));
    const right = x(here) < W / 2, side = right ? W - 10 : left + 6, edge = y(at(right ? high : 0)); // away from the labels
    svg.append(...[[24, "passes"], [edge + 16, "fails"]].map(([down, text]) => s("text", { x: side, y: down, "text-anchor": right ? "end" : "start" }, text)));
    for (const group of labelled(shown, y, base)) {
      const cx = x(here), way = right ? 1 : -1;
      svg.append(s("path", { class: "lead", d: `M${cx + 6 * way} ${group.y}L${cx + 15 * way} ${group.label}` }),
        s("path", { class: "st-g", "data-kind": group.decision, d: GLYPH[group.decision], transform: `translate(${cx} ${group.y}) scale(5)` }),
        s("text", { class: "w", x: cx + 18 * way, y: group.label + 4, "text-anchor": right ? "start" : "end" }, group.text));
    }
    const rows = shown.slice(0, 12).map((each) => h("tr", { class: (each.passes ? "yes" : own(each) ? "" : "no") + (each.child === place ? " own" : "") }, h("td", {}, h("b", {}, clip(each.word, 14))), h("td", {}, short(each.p)),
      h("td", {}, own(each) ? "" : `${each.p > one.threshold ? ">" : "≤"} ${short(one.threshold)}`), h("td", {}, SIGN[each.decision], " ", own(each) ? "target's own" : each.passes ? "passes" : "fails")));
    return h("figure", { "data-testid": "inspector-bar" }, h("figcaption", {}, "The bar that p must pass: min(ε, δ·exp(−H)). Across: the entropy H. The less certain p is, the lower the bar."), svg,
      table(["candidate", "p", "bar", ""], rows, "Candidates against the bar"), shown.length > rows.length ? h("p", { class: "st-quiet" }, `${shown.length - rows.length} hidden`) : null);
  }
  // Candidates by p, those within a line of each other together, and where their labels go: a line apart, inside the plot.
  function labelled(shown, y, base) {
    const line = 13, groups = [];
    for (const each of [...shown].sort((a, b) => b.p - a.p)) {
      const last = groups[groups.length - 1];
      if (last && last.decision === each.decision && y(each.p) - last.y < line) last.all.push(each);
      else groups.push({ y: y(each.p), decision: each.decision, all: [each] });
    }
    groups.forEach((group, k) => { group.label = Math.max(group.y, k ? groups[k - 1].label + line : 0); });
    for (let k = groups.length - 1, most = base - 6; k >= 0; k--) {
      groups[k].label = Math.min(groups[k].label, most);
      most = groups[k].label - line;
    }
    return groups.map((group) => ({ ...group, text: textOf(group.all) }));
  }
  function textOf(all) {
    const [most, least] = [short(all[0].p), short(all[all.length - 1].p)];
    return `${all.length > 1 ? `${all.length} tokens` : clip(all[0].word, 10)}: p ${most === least ? most : `${least} to ${most}`}`;
  }

  // BiLD and Self-SSD: where the draft hesitates, and (BiLD) how much the target is surprised.
  function doubts(it, phase) {
    const q = it.layers.filter((one) => one.max_q !== undefined), back = new Map(it.layers.filter((one) => one.nll !== undefined).map((one) => [one.node, one]));
    if (!q.length) return null;
    const two = q[0].fallback_threshold !== undefined, rows = [];
    q.forEach((one, k) => {
      const after = it.children[it.place.get(one.node)] || [], node = after.map((place) => it.n.id[place]).find((id) => it.get("role", it.place.get(id)) === "draft");
      const born = one.stopped ? it.steps.findIndex((step) => step.phase === "draft" && step.layer === one.layer) : node === undefined ? 0 : it.born[it.place.get(node)];
      if (born > phase) return;
      const cut = one.fallback_threshold ?? one.exit_threshold, two_ = node === undefined ? null : back.get(node), seen = two_ && judged(it, node, phase).length;
      rows.push(h("tr", { class: one.stopped ? "no" : "yes" }, h("td", {}, `${one.layer} `, h("b", {}, one.stopped ? "stops" : clip(wordOf(it, node), 11))),
        h("td", {}, `${short(one.max_q)} ${one.stopped ? "<" : "≥"} ${short(+cut.toFixed(3))}`, gauge(one.max_q, cut, 1, !one.stopped)),
        ...(two ? [h("td", {}, ...(seen ? [`${two_.nll.toFixed(2)} ${two_.rolled_back ? ">" : "≤"} ${num(two_.rollback_threshold)}`, gauge(two_.nll, two_.rollback_threshold, 2 * two_.rollback_threshold, !two_.rolled_back), two_.rolled_back ? h("span", { class: "st-bad" }, "✕ goes back") : null] : ["·"]))] : [])));
    });
    if (!rows.length) return null;
    const why = two ? "Fallback: the draft hands over where max q is below the first threshold. Rollback: the target goes back to the first token whose −log p is above the second."
      : "The draft stops where its most probable token is below the exit threshold.";
    return h("figure", { "data-testid": "inspector-doubts" }, h("h4", {}, two ? "Fallback and rollback" : "Draft exit"), h("figcaption", {}, why), table(["draft", two ? "max q, fallback" : "max q, exit", ...(two ? ["−log p, rollback"] : [])], rows, two ? "Fallback and rollback" : "Draft exit"));
  }

  // Self-SSD: the target's layers from the left, attention above MLP; what the draft skips is struck out.
  function skipped(one) {
    const list = (text) => new Set(String(text ?? "").split(" ").filter((word) => /^\d+$/.test(word)).map(Number));
    const rows = [["attention", list(one.attention_skipped)], ["MLP", list(one.mlp_skipped)]], count = one.of_layers || 0;
    const W = 300, left = 58, cell = Math.min(16, (W - left - 2) / Math.max(1, count)), high = 18;
    const words = rows.map(([name, out]) => `${name}: ${out.size ? `layers ${[...out].join(", ")}` : "none"}`).join("; ");
    const svg = s("svg", { viewBox: `0 0 ${W} ${2 * high + 18}`, class: "st-skips", role: "img", "aria-label": `Skipped by the draft, of ${count} layers: ${words}` });
    rows.forEach(([name, out], r) => {
      svg.append(s("text", { x: left - 6, y: r * high + 13, "text-anchor": "end" }, name));
      for (let k = 0; k < count; k++) {
        const x = left + k * cell, y = r * high;
        svg.append(s("rect", { class: out.has(k) ? "out" : "in", x: x + 0.75, y: y + 1, width: cell - 1.5, height: high - 3 }, s("title", {}, `${name} of layer ${k}: ${out.has(k) ? "skipped by the draft" : "computed"}`)));
        if (out.has(k)) svg.append(s("path", { class: "strike", d: `M${x + 2} ${y + 3}L${x + cell - 2} ${y + high - 4}M${x + cell - 2} ${y + 3}L${x + 2} ${y + high - 4}` }));
      }
    });
    for (let k = 0; k < count; k += 5) svg.append(s("text", { class: "end", x: left + (k + 0.5) * cell, y: 2 * high + 12, "text-anchor": "middle" }, String(k)));
    return h("figure", { "data-testid": "inspector-skips" }, h("figcaption", {}, `The draft is the target without what is struck out (✕), of ${count} layers: ${words.replace(": layers", " of layers").replace("MLP: layers", "MLP of layers").replace(": none", " none")}.`), svg);
  }

  // One number a node, as EAGLE-2's confidence or a head's: the chosen node among its level.
  function levels(it, one, place, phase) {
    const pairs = one.nodes.map((node, k) => ({ node, value: one.confidence[k] })).filter((pair) => pair.value !== undefined).sort((a, b) => b.value - a.value);
    const mine = pairs.findIndex((pair) => pair.node === idOf(it, place)), top = pairs.length ? pairs[0].value : 1;
    const shown = pairs.slice(0, 8);
    if (mine >= 8) shown.push(pairs[mine]);
    const rows = shown.map((pair) => {
      const at = it.place.get(pair.node), cut = at !== undefined && it.dropsAt(at) <= phase;
      return h("tr", { class: mine >= 0 && pair === pairs[mine] ? "own" : "" }, h("td", {}, h("b", {}, clip(wordOf(it, pair.node), 12))), h("td", {}, short(pair.value), gauge(pair.value, -1, top, true)), h("td", {}, cut ? "not sent" : ""));
    });
    return h("figure", { "data-testid": "inspector-levels" }, h("figcaption", {}, "Confidence: the product of q down to the node, on this level", pairs.length > shown.length ? ` (${pairs.length - shown.length} hidden)` : ""), table(["node", "∏ q", ""], rows, "Confidence on this level"));
  }

  return { about, tries, bar, doubts, skipped, levels };
}
