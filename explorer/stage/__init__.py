"""The stage, which draws one iteration in the browser: its data, messages, markup, style sheets and scripts."""
