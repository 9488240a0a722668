"""Echo: an example of a decoding method in a package of its own."""
