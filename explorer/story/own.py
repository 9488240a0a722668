"""Why a token or a beam of the target's own was taken: drawn from p, from what was left of p, or the likeliest."""

from explorer.story.draft import beyond_window
from explorer.story.facts import Facts, Part
from explorer.story.numbers import digits, every, plural

MOST = "the most probable token of p"


def chance_of(verdict: Part) -> str:
    """p of a token that a greedy choice looks at; old traces do not know it of every improbable one."""
    return digits(verdict["p"]) if verdict.get("p") is not None else "less than what was recorded"


def draw(facts: Facts, verdict: Part) -> str:
    """A token or a beam of the target's own, drawn from a law."""
    if verdict.get("greedy"):
        return argmax(facts, verdict)
    chance = digits(verdict.get("p") if verdict.get("p_used") is None else verdict["p_used"])
    if verdict.get("entry") is not None:
        return _draw_beam(facts, verdict, chance)
    if verdict["decision"] == "residual":
        return _draw_left(facts, verdict, chance)
    if facts.method == "multinomial":
        return f"p gave it {chance}"
    return f"{_why_drawn(facts, verdict)}, where this one had {chance}"


def _draw_left(facts: Facts, verdict: Part, chance: str) -> str:
    """From what rejected drafts left of p; several may have been tried in this place."""
    parent = facts.parent(verdict["node"])
    if not facts.layer("tries", "k_seq", node=parent):
        return f"as a draft was rejected here, one token is drawn from norm(max(p − q, 0)), where this one had {chance}"
    count = len(facts.tested_below.get(parent, ()))
    were = f"{every(count, 'draft')} tried here were" if count > 1 else "the one draft tried here was"
    return f"as {were} rejected, one token is drawn from what was left of p; there it had {chance}"


def _why_drawn(facts: Facts, verdict: Part) -> str:
    """Why a token is drawn from p, from what became of the drafts that stood in its place."""
    rivals = {rival["rule"] for rival in facts.tested_below.get(facts.parent(verdict["node"]), ())}
    longest = facts.layer("joint").get("longest", 0)
    if verdict["decision"] == "bonus":
        return "as every draft on this path was kept, one token more is drawn from p"
    if not facts.drafted:
        return "as nothing was drafted, one token is drawn from p"
    if "draw_match" in rivals:
        return "no candidate equals the token drawn from p, so that token is kept; it was drawn from p"
    if "rollback" in rivals:
        return "as the target went back to here, it draws the token from p"
    if "joint_ratio" in rivals:
        kept = f"the longest passing prefix has {plural(longest, 'token')}" if longest else "no prefix passed"
        return f"as {kept}, one token is drawn from p"
    return f"as {'no draft here was kept' if rivals else 'no draft stood here'}, one token is drawn from p"


def _draw_beam(facts: Facts, verdict: Part, chance: str) -> str:
    layer, decision = facts.layer("width", layer=verdict.get("layer")), verdict["decision"]
    had = f"where this beam with this token had {chance}"
    width = layer.get("width", 0)
    only = f"only {layer.get('accepted')} of {width} beams were accepted, so this one is drawn"
    if width == 1:
        only = "the one beam that was asked for was not accepted, so it is drawn"
    if not layer.get("candidates"):
        only = "no candidate was left, so this beam is drawn"
    if decision == "residual":
        return f"{only} from p′, what the rejected beams left of p_beam, {had}"
    if decision == "fill":
        return f"{only} from p_beam, {had}"
    if decision == "bonus":
        return f"every drafted layer succeeded, so this beam is drawn from p_beam, {had}"
    if layer:
        window = beyond_window(facts.header, facts.iteration)
        end = "the length limit" if window is None else f"the end of the draft’s context ({window:,} tokens)"
        return f"nothing can be drafted before {end}, so this beam is drawn from p_beam, {had}"
    logp = "" if verdict.get("logp") is None else f"; log p = {verdict['logp']:.4g}"
    what = (
        "the finished beam stays; p_beam gave it" if facts.stays(verdict) else "p_beam gave this beam with this token"
    )
    return f"{what} {chance}{logp}"


def argmax(facts: Facts, verdict: Part) -> str:
    """A greedy choice of the target's own."""
    chance, rivals = chance_of(verdict), facts.tested_below.get(facts.parent(verdict["node"]))
    if verdict["decision"] == "bonus":
        return f"Greedy: every draft on this path was kept, and this is {MOST}, with {chance}"
    if verdict["decision"] == "residual":
        return f"Greedy: a draft was rejected here, and what is left of p is {MOST}, with {chance}"
    return f"Greedy: {f'no draft here is {MOST}; this token is' if rivals else MOST}, with {chance}"
