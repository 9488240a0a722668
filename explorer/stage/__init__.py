"""The stage draws one iteration in the browser. This package has its data, messages, markup, style sheets and scripts."""
