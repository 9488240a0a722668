"""The decoding methods. Each file holds one method or a family of methods, and exports its `Decoder`."""
