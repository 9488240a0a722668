"""The settings of the three papers' experiments where they say them, and the methods that several of them compare."""

from explorer.lab.experiment import Cell

# 𝒯 of DSBD's experiments (App. C), of MTAD's (Table 12; its first row is Table 7's; App. F says 10: TOP_K), of GSD's
# sampling (App. A)
DSBD = {"temperature": 1.0, "top_k": 10, "top_p": 0.8}
MTAD = {"temperature": 1.0, "top_k": 20, "top_p": 0.9}
GSD_SAMPLING = {"temperature": 0.7, "top_p": 0.7}
GSD_TREE = {"out_degree": 4, "prob_threshold": 0.2, "sibling_threshold": 0.3}  # App. A; γ = 10 and τ = 2 are defaults
GSD_SMALL = {"out_degree": 4, "prob_threshold": 0.4, "sibling_threshold": 0.1}  # of Tables 6 to 9, with τ = 1

MULTINOMIAL = Cell("multinomial", "multinomial", MTAD, "multinomial")
SPD = Cell("SpD", "spd", {"gamma": 4, **MTAD}, "SpD")
SPECTR = Cell("Spectr", "spectr", {"gamma": 4, "draft_width": 2, **MTAD}, "Spectr")
SPECINFER = Cell("SpecInfer", "specinfer", {"branching": "2,1,1,1", **MTAD}, "SpecInfer")
MCSS = Cell("MCSS", "mcss", {"branching": "2,1,1,1", **MTAD}, "MCSS")
BILD = Cell("BiLD", "bild", MTAD, "BiLD")
TYPICAL = Cell("Typical", "typical", {"gamma": 4, **MTAD}, "Typical")
MTAD_CELL = Cell("MTAD", "mtad", {"gamma": 4, "draft_width": 4, "threshold": 0.1, **MTAD}, "MTAD")
LOSSLESS = (SPD, SPECTR, SPECINFER, MCSS)
ENERGY = "joules are modelled by MTAD Eq. 9 where no counter can be read"
TOP_K = (
    "the paper contradicts itself on top-k: App. F says 10, and Table 12's row with k = 20, p = 0.9 repeats Table 7's "
    "values; 20 is taken here"
)
SETTINGS = (
    "γ = 4 and two drafts of the methods that take several; the paper does not give them for each method; " + TOP_K
)
UNPRUNED = (
    "that the paper's TSD is unpruned is an inference: its drafted tokens, 22,512 on XSum with k = 4, suggest it, but "
    "§5 speaks of TSD with pruning"
)
