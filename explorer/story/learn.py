"""The words of the tab "Learn": the five-word toy, and what speculation is worth. {names} are filled in by the page."""

LESSONS = {
    "said": "New here? {count} short lessons on recorded runs, each with a question before its answer.",
    "open": "Open the lessons",
}
TOY = {
    "title": "Why the text has exactly the target’s chances: five words to drag",
    "intro": (
        "The right rule: the draft model proposes a word with the chances q. The target keeps it with the chance "
        "min(1, p/q). A word that is not kept is replaced by one drawn from what p has more than q. A rule broken on "
        "purpose can be chosen below. Drag the bars, or use the arrow keys: "
        "p by its left handle, q by its right one; the other words share the rest."
    ),
    "drag": "Target p and draft q over each other",
    "drag_right": "Target p and draft q over each other, coloured as the right rule uses them",
    "out": "What comes out of one draft and its check",
    "key_kept": "overlap: drafted and kept",
    "key_surplus": "p’s surplus: drawn instead of rejected words",
    "key_rejected": "q’s surplus: drafted and rejected",
    "key_p": "edge of p",
    "p_of": "target p of “{word}”",
    "q_of": "draft q of “{word}”",
    "alpha": "α = Σ min(p, q) = {alpha}: {percent} of the drafts are kept",
    "kept_inverse": "kept = Σ q · min(1, q/p) = {alpha}: {percent} of the drafts are kept",
    "same": (
        "{percent} of the mass is kept. The other {rest} was rejected, and is drawn from p’s surplus, which is just as "
        "large. Kept and drawn together fill the edge of p at every word: each comes out with the target’s chance."
    ),
    "harmless": "The rule is broken, and with these p and q it makes no difference. Drag a bar.",
    "broken": (
        "With this rule the words do not come out as p: {distance} of the mass stands at the wrong words "
        "(total variation)."
    ),
    "rule": "Rule",
    "right": "The right rule",
    "right_help": "Accept with min(1, p/q), else draw from norm(max(p − q, 0))",
    "reset": "Reset",
    "random": "Random",
    "copy": "Copy link",
    "copied": "Copied.",
    "save": "Save as a toy pair",
    "run": "Run SpD with it",
    "exact": "The exact law in numbers",
    "heads": "word|p|q|chance to be kept|kept|residual law|drawn instead|comes out",
    "formula": (
        "kept = q · chance to be kept; drawn instead = (1 − α) · residual law, with the residual norm(max(p − q, 0)); "
        "comes out = kept + drawn instead."
    ),
    "note": "Five words that follow each other by one law, made in the tab Learn.",
}

WORTH = {
    "title": "What is it worth?",
    "intro": (
        "A pass of the target checks γ drafts at once. If each draft is kept with the chance α, whatever happened to "
        "the others, a pass brings (1 − α^(γ+1)) / (1 − α) tokens on average, and costs 1 + γc passes of the target, "
        "where a pass of the draft costs c of one of the target."
    ),
    "source": (
        "Leviathan, Kalman and Matias 2023, Eq. 1 and Theorem 3.8. They assume that drafts are kept independently with "
        "the same α, and that checking γ + 1 tokens takes as long as one. Real drafts come in easy and hard stretches, "
        "so a run lies near the curve, not on it."
    ),
    "alpha": "α: share of drafts that are kept",
    "gamma": "γ: drafts before each check",
    "cost": "c: a draft pass, in target passes",
    "tokens": "Tokens a pass",
    "speedup": "Times as fast",
    "axis": "γ, drafts before each check",
    "even": "break-even",
    "ceiling": "most there can be: 1 / (1 − α)",
    "best": "best γ",
    "chosen": "chosen",
    "here": "{name}, measured",
    "here_speedup": "{name}, by the formula",
    "here_clock": "{name}, measured by the clock",
    "faster": "{tokens} tokens a pass for the price of {price} passes: {speedup}× as fast.",
    "slower": "{tokens} tokens a pass for the price of {price} passes: {speedup}× as fast, so slower than no draft.",
    "limit": "With this α and γ it pays as long as a draft pass costs less than {limit} of a target pass; ",
    "best_is": "with this α and c the best γ is {best}.",
    "none_pays": "with this α and c no γ pays.",
    "nothing_kept": "No draft is ever kept, so no γ pays, however cheap the draft.",
    "measured": (
        "The run on Explore, {name}: {alpha} of its tested drafts were kept, a target pass came after {gamma} draft "
        "passes, and a draft pass took {cost} of a target pass. It wrote {tokens} tokens a pass; the formula says "
        "{expected}. By the formula one of its checks takes as long as a pass without a draft, which gives the hollow "
        "mark at “Times as fast”."
    ),
    "clock": (
        "The full mark is the stopwatch: {clock}× the tokens a second of the recorded run without a draft, on the same "
        "machine. A check of several tokens takes longer than a pass of one, and the rules take their time too."
    ),
    "measured_tree": (
        "The run on Explore, {name}, wrote {tokens} tokens a pass. It does not draft one chain that ends at its first "
        "rejection, so the formula is not about it."
    ),
    "unmeasured": "The run on Explore has no draft model or did not finish: there is nothing to mark.",
    "use": "Use this run’s numbers",
    "runs": "Tokens a pass in the recorded runs",
    "runs_note": (
        "Measured: tokens of the best beam over passes of the target. Trees and forests check more drafts in a pass, "
        "so that the formula for chains does not hold for them. Times are those of the machine that recorded."
    ),
    "papers": "The papers’ pairs",
    "papers_heads": "paper|pair and task|method|figure",
    "wrong": "The recorded runs could not be read. Reload the page to try again.",
}
