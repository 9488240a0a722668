"""Papers from which several methods are."""

DSBD = "Qin et al. 2024, Dynamic-Width Speculative Beam Decoding for LLM Inference"
GSD = "Gong et al. 2024, Graph-Structured Speculative Decoding"
