// A small implementation answers the smoke set: node client.mjs smoke.jsonl > answers.json
import { readFileSync } from "node:fs";

const ratios = { // of a class: true positives, samples of the class, samples predicted as the class
  precision: (tp, support, predicted) => [tp, predicted],
  recall: (tp, support, predicted) => [tp, support],
  f1: (tp, support, predicted) => [2 * tp, support + predicted],
};
const number = (count) => { // 3, "1000000000000000007" or "7/2"
  const [top, bottom = 1] = String(count).split("/").map(Number);
  return top / bottom;
};
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const value = (metric, rows, i) => {
  const [top, bottom] = ratios[metric](rows[i][i], sum(rows[i]), sum(rows.map((row) => row[i])));
  return bottom ? top / bottom : NaN; // 0/0, which JSON writes as null
};

const answers = {};
for (const line of readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const { id, metric, average, label, labels, matrix, options } = JSON.parse(line);
  if (!(metric in ratios) || ![null, "macro"].includes(average) || Object.keys(options).length) continue;
  const rows = matrix.map((row) => row.map(number));
  const values = rows.map((_, i) => value(metric, rows, i));
  answers[id] = label === null ? sum(values) / values.length : values[labels.indexOf(label)];
}
console.log(JSON.stringify({ schema: "exactmetrics/answers/1", implementation: "client.mjs", answers }, null, 1));
