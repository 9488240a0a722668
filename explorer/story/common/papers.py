"""Papers that are the source of several methods."""

DSBD = "Qin et al. 2024, Dynamic-Width Speculative Beam Decoding for LLM Inference"
GSD = "Gong et al. 2024, Graph-Structured Speculative Decoding"
