"""One file a method, or a family of them, named after it; each exports its DECODER."""
