"""The stage draws one iteration in the browser. Here are its data, messages, markup, style sheets and scripts."""
