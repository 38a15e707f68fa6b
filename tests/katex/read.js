// Reads JSON lines: a formula {tex, display} is answered with KaTeX's complaint in strict mode, or null; a page
// {markdown} with its HTML by commonmark.js, which knows no mathematics.
"use strict";
const readline = require("node:readline");
const commonmark = require("commonmark");
const katex = require("katex");

function complaint({ tex, display }) {
  try {
    katex.renderToString(tex, { displayMode: display, strict: "error", throwOnError: true, trust: false });
    return null;
  } catch (error) {
    return String(error.message);
  }
}

function html({ markdown }) {
  return new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(markdown));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  process.stdout.write(JSON.stringify("tex" in asked ? complaint(asked) : html(asked)) + "\n");
});
