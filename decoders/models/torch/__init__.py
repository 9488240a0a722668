"""Models on torch and transformers: sessions, CUDA graphs, scores on a device, and drafts that use hidden states."""
