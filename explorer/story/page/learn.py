"""The words of the Learn tab: the five-word toy, and when speculation pays off. The page fills in {names}."""

LESSONS = {
    "said": (
        "New here? {count} short lessons walk you through recorded runs. Each asks you a question before it shows"
        " the answer."
    ),
    "open": "Open the lessons",
}
TOY = {
    "title": "Why the output is distributed exactly like the target’s: drag five words",
    "intro": (
        "The rule: the draft samples a word from q. It is accepted with probability min(1, p/q). If it is "
        "rejected, a replacement is sampled from the leftover: the part of p above q, rescaled. Papers call it the "
        "residual. You can also choose a deliberately broken rule below. Drag the bars or use the arrow keys: the left "
        "handle sets p, the right one q. The other words are rescaled."
    ),
    "drag": "Target p and draft q, overlaid",
    "drag_right": "Target p and draft q, overlaid and coloured as the rule uses them",
    "out": "Output of one draft and its check",
    "key_kept": "overlap: drafted and accepted",
    "key_surplus": "p above q: the leftover, sampled after a rejection",
    "key_rejected": "q above p: drafted and rejected",
    "key_p": "outline of p",
    "p_of": "target probability p of “{word}”",
    "q_of": "draft probability q of “{word}”",
    "alpha": "Acceptance rate α = Σ min(p, q) = {alpha}: {percent} of the draft words are accepted.",
    "kept_inverse": "Σ q · min(1, q/p) = {alpha}: {percent} of the draft words are accepted.",
    "same": (
        "{percent} of the probability is accepted. The other {rest} is rejected and sampled again from the "
        "leftover, the part of p above q, which is exactly as large. Together they fill the outline of p for "
        "every word, so each word comes out with the target’s probability."
    ),
    "harmless": "This rule is broken, but with these p and q it makes no difference. Drag a bar.",
    "broken": (
        "With this rule, the output is not distributed like p: {distance} of the probability is on the wrong words"
        " (total variation)."
    ),
    "rule": "Rule",
    "right": "Correct rule",
    "right_help": "Accept with probability min(1, p/q); otherwise sample from norm(max(p − q, 0)).",
    "reset": "Reset",
    "random": "Random values",
    "copy": "Copy link",
    "copied": "Link copied.",
    "wrong": "The toy in the address cannot be read, so this is the first one.",
    "save": "Save as toy pair",
    "run": "Run SpD with it",
    "exact": "Exact numbers",
    "heads": "word|p|q|acceptance probability|accepted|leftover|sampled after rejection|output",
    "formula": (
        "accepted = q · acceptance probability. Sampled after rejection = (1 − α) · leftover, where leftover = "
        "norm(max(p − q, 0)). Output = accepted + sampled after rejection."
    ),
    "note": "Five words with one fixed distribution, made in the Learn tab.",
}

WORTH = {
    "title": "When does it pay off?",
    "intro": (
        "One target pass checks γ draft tokens at once. If each is accepted with probability α, independently of "
        "the others, a round adds (1 − α^(γ+1)) / (1 − α) tokens on average. It costs as much as γc + check target "
        "passes. Here c is the cost of a draft pass and check that of a pass over the draft tokens. Both are relative "
        "to a target pass that checks nothing."
    ),
    "source": (
        "Leviathan, Kalman and Matias 2023, Eq. 1 and Theorem 3.8. They assume that acceptances are independent "
        "with one α and that checking γ + 1 tokens takes as long as one (check = 1). Real texts have easy and hard "
        "passages, so a run lies near the curve, not on it."
    ),
    "alpha": "α: acceptance rate",
    "gamma": "γ: draft length",
    "cost": "c: cost of a draft pass (in target passes)",
    "batch": "Batch: sequences per target pass",
    "check": "Check: time of a check (in target passes)",
    "machine": "Time of a target pass",
    "free": "Paper’s assumption: a check takes as long as one token",
    "own": "Your own check time",
    "measured_group": "Measured",
    "computed_group": "Computed from data sheets",
    "source_free": "Assumed by the paper. It holds only if the machine has idle time.",
    "source_own": (
        "Computed: the machine has as much idle time as your check time implies. A pass takes as long as reading the "
        "weights or as calculating, whichever is longer."
    ),
    "source_measured": (
        "Measured {source} Beyond {known} tokens, the last measured slope continues, so those values are computed. "
        "All tokens were in one sequence, so the KV caches of other sequences are left out."
    ),
    "source_computed": (
        "Computed, not measured, {source} A pass takes as long as the slower of the two. KV caches "
        "and other costs are left out."
    ),
    "tokens": "Tokens per target pass",
    "speedup": "Speed-up",
    "speedup_at": "Speed-up at batch {batch} (pass times {kind})",
    "kind_measured": "measured",
    "kind_dashed": "measured, dashed: extrapolated",
    "kind_extended": "extrapolated",
    "kind_computed": "computed",
    "kind_free": "assumed",
    "batches": "Several sequences at once",
    "batches_intro": (
        "A server computes the next tokens of several sequences in one target pass. A small batch leaves the machine "
        "with idle time, so it can check draft tokens almost for free. A large batch needs all of its time, so "
        "every draft token makes the pass longer."
    ),
    "batches_note": "The same c is used for every batch size.",
    "time": "Time of a target pass by its tokens ({kind})",
    "time_axis": "tokens in one target pass",
    "time_plain": "no drafts",
    "time_check": "check",
    "same_run": "The same round at batch {batches}: time in target passes",
    "key_drafting": "drafting",
    "key_checking": "check",
    "key_without": "the same tokens without a draft",
    "without": "{tokens} passes without a draft",
    "row_pays": "Batch {batch}: {speedup}× ({kind})",
    "row_slower": "Batch {batch}: {speedup}×, slower ({kind})",
    "row_best": "best γ: {best}",
    "row_none": "no γ pays off",
    "pays_all": "With this α, γ and c, it pays off at every batch size from 1 to {most}.",
    "pays_some": "With this α, γ and c, it pays off at batch sizes {ranges}, but at no other size up to {most}.",
    "pays_never": "With this α, γ and c, it pays off at no batch size up to {most}.",
    "range": "{first} to {last}",
    "check_alone": "With this α and γ, the check alone takes longer than its tokens save. ",
    "axis": "γ, draft length",
    "even": "break-even",
    "ceiling": "upper limit: 1 / (1 − α)",
    "best": "best γ",
    "chosen": "your γ",
    "here": "{name}, measured",
    "here_speedup": "{name}, by the formula",
    "here_clock": "{name}, measured time",
    "faster": "{tokens} tokens per round for the price of {price} target passes: a speed-up of {speedup}×.",
    "slower": (
        "{tokens} tokens per round for the price of {price} target passes: {speedup}×, slower than without a draft."
    ),
    "limit": "With this α and γ, it pays off if a draft pass costs less than {limit} of a target pass. ",
    "best_is": "With this α, c and batch, the best γ is {best}.",
    "none_pays": "With this α, c and batch, no γ pays off.",
    "nothing_kept": "No draft token is ever accepted, so no γ pays off.",
    "measured": (
        "In the run on Explore ({name}), {alpha} of the tested draft tokens were accepted. There were {gamma} "
        "draft passes per target pass, each taking {cost} of a target pass. It wrote {tokens} tokens per target "
        "pass; the formula predicts {expected}. The hollow mark under “Speed-up” is the formula’s value, which "
        "assumes that a check takes as long as a pass for one token. The marks are shown at batch 1 only."
    ),
    "clock": (
        "The filled mark is measured: {clock}× as many tokens per second as the recorded run without a draft on "
        "the same machine. It differs from the formula because a check of several tokens takes longer than a pass"
        " for one, and the rules take time too."
    ),
    "measured_tree": (
        "The run on Explore ({name}) wrote {tokens} tokens per target pass. The formula does not apply, because "
        "it describes a single chain that ends at the first rejection."
    ),
    "unmeasured": "The run on Explore has no draft model or did not finish, so it is not marked.",
    "use": "Use this run’s numbers",
    "imported": (
        "The sliders are set to your run {name}. α is the share of its tested draft tokens that were accepted. The "
        "small rings are its own tokens per target pass, and the speed-ups that follow from them."
    ),
    "imported_average": (
        "The sliders are set to your run {name}. The file has no counts by position, so α is the value with which the "
        "formula gives its tokens per target pass. This assumes that every draft was one sequence."
    ),
    "imported_cost": "The file does not have the cost of a draft token, so c is not that of your run. Set it yourself.",
    "imported_here": (
        "Your run {name} wrote {tokens} tokens per target pass with a draft length of {gamma}. The formula gives "
        "{expected}. The small rings under “Speed-up” are your run with the cost, batch and machine of the controls. "
        "At first, these are the report’s values: one sequence, and a check that takes as long as one token."
    ),
    "imported_best": "According to the passes of your run {name}, γ = {gamma} is fastest (×{speedup}) at these settings.",
    "imported_none": "According to the passes of your run {name}, no γ pays off at these settings.",
    "imported_same": "The formula agrees.",
    "imported_other": "The formula says {best}, because it assumes the same α at every position. Trust your passes.",
    "imported_longer": "Your passes had at most {longest} draft tokens. The formula assumes the same α beyond that and says {best}.",
    "use_imported": "Use your run’s numbers again",
    "import_wrong": "The run in the address cannot be read. Open it again from “Bring your run” in the tab Traces.",
    "forget": "Remove this run",
    "runs": "Tokens per target pass in the recorded runs",
    "runs_note": (
        "Measured: tokens of the best beam divided by target passes. Trees and forests check more draft tokens "
        "per pass, so the formula for chains does not apply to them. Times are from the machine that recorded the"
        " run."
    ),
    "papers": "Values from the papers",
    "papers_heads": "paper|pair and task|method|tokens per target pass or speed-up",
    "wrong": "The recorded runs could not be read. Reload the page to try again.",
}
