// Rules and layout of the project's JavaScript: the stage's modules, the page's own scripts, and their tests.

import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import globals from "globals";

export default [
  { ignores: [".venv/", "node_modules/", "explorer/*/built/"] },
  js.configs.recommended,
  stylistic.configs.customize({ quotes: "double", semi: true, braceStyle: "1tbs", arrowParens: true }),
  {
    languageOptions: { ecmaVersion: 2025, sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "@stylistic/max-len": ["error", { code: 120, ignoreTemplateLiterals: true }],
      "max-lines-per-function": ["error", 80], // a view is a class with short methods, or functions of what is drawn
      "@stylistic/lines-between-class-members": "off",
      "@stylistic/max-statements-per-line": "off", // `if (!it) { hide(); return; }` is read at once
      "@stylistic/indent": ["error", 2, { SwitchCase: 1, flatTernaryExpressions: true }],
      "@stylistic/indent-binary-ops": "off",
      "@stylistic/operator-linebreak": ["error", "before", { overrides: { "=": "after" } }],
      "@stylistic/multiline-ternary": "off",
      "@stylistic/quote-props": ["error", "as-needed"],
      "@stylistic/brace-style": ["error", "1tbs", { allowSingleLine: true }],
    },
  },
  { files: ["tests/js/**", "*.js"], languageOptions: { globals: globals.node } },
];
