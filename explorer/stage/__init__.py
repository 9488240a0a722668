"""The stage, which draws one iteration in the browser: data, messages, markup, style sheets and scripts."""
