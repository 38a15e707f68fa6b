// The page: a form, whose values are a question; a worker, which answers it; a frame, which shows the answer.
const $ = (id) => document.getElementById(id);
const form = $("form"), view = $("view");
const LONGEST_LINK = 16000; // characters of a question that a link still carries
const TITLES = { derive: "The derivation", verify: "The verified text", exercises: "The exercises", picture: "The picture" };
let metrics = {}, tab = "derive", started = false;

// ---- Python, which is started again when it dies or is stopped ----

let worker, ready, waiting = new Map(), last = 0, deaths = 0;

function startPython() {
  $("loading").hidden = false;
  $("progress").value = 0;
  ready = new Promise((resolve) => {
    worker = window.newWorker ? window.newWorker() : new Worker("worker.js", { type: "module" });
    worker.onerror = (event) => broken(event.message || "the worker did not start");
    worker.onmessage = ({ data }) => {
      if (data.loaded) $("progress").value += data.loaded;
      else if (data.failed) broken(data.failed);
      else if (data.ready) resolve();
      else {
        deaths = 0;
        waiting.get(data.id)?.(JSON.parse(data.answer));
        waiting.delete(data.id);
      }
    };
    Promise.resolve(window.files).then((files) => worker.postMessage({ start: true, files })); // of the page that is one file
  });
  ready.then(() => { $("loading").hidden = true; started = true; });
}

/** Ends Python, tells everyone who waits why, and starts it again. */
function restart(why) {
  worker.terminate();
  for (const tell of waiting.values()) tell({ error: why });
  waiting.clear();
  refused(why);
  startPython();
}

function broken(why) {
  if (started && ++deaths < 3) {
    return restart(`The calculation broke off (${why}). Python starts again: change the question, or try once more.`);
  }
  worker.terminate();
  $("loading").hidden = true;
  busy(false);
  say("", `The library could not be started (${why}). It needs a browser of the last three years, with WebAssembly; loading the page again may help.`);
}

export async function ask(question) {
  await ready;
  const id = ++last, slow = setTimeout(() => { $("stop").hidden = false; }, 700);
  const answer = await new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, question });
  });
  clearTimeout(slow);
  if (!waiting.size) $("stop").hidden = true;
  return answer;
}

// ---- The form, filled from the registry ----

/** Fills a select with [text, value], or with groups of them; what was chosen stays so where it is still there. */
function options(select, entries, keep = true) {
  const was = select.value;
  select.replaceChildren(...entries.map(([text, value]) => Array.isArray(value) ? group(text, value) : new Option(text, value)));
  if (keep && [...select.options].some((option) => option.value === was)) select.value = was;
}

function group(label, entries) {
  const made = document.createElement("optgroup");
  made.label = label;
  made.append(...entries.map(([text, value]) => new Option(text, value)));
  return made;
}

const same = (names) => names.map((name) => [name, name]);

function fill(offered) {
  metrics = Object.fromEntries(offered.metrics.map((metric) => [metric.name, metric]));
  const scopes = { class: "Of one class, or averaged", matrix: "Of the whole matrix", scores: "Of scores" };
  const grouped = (wanted) => wanted.map((scope) => [scopes[scope], offered.metrics.filter((metric) => metric.scope === scope)
    .map((metric) => [capital(metric.title), metric.name])]);
  options($("metric"), grouped(["class", "matrix", "scores"]));
  options($("exercise-metric"), grouped(["class", "matrix"]), false);
  $("exercise-metric").value = "f1";
  options($("undefined"), same(offered.undefined));
  options($("detail"), same(offered.details));
  options($("kind"), same(offered.kinds));
  options($("language"), offered.languages.map(([code, name]) => [name, code]));
  options($("average"), [["a class that is drawn", ""], ...same(offered.averages)]);
  choices([]);
  for (const option of form.querySelectorAll("option")) option.defaultSelected = option.selected; // what form.reset() chooses
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The inputs that a metric has beyond the others: its conventions and parameters. */
function furnish() {
  const metric = metrics[$("metric").value], names = Object.keys(metric.conventions);
  options($("convention"), names.map((name, at) => [name, at ? name : ""]));
  $("convention-field").hidden = names.length < 2;
  const convention = metric.conventions[$("convention").value || names[0]];
  $("metric-hint").textContent = convention.description.replace(/[`*]/g, "");
  parameters($("parameters"), convention);
  const other = metrics[$("exercise-metric").value];
  parameters($("exercise-parameters"), Object.values(other.conventions)[0]);
}

function parameters(place, convention) {
  const wanted = Object.entries(convention.parameters);
  if (place.dataset.names === wanted.map(([name]) => name).join()) return;
  place.dataset.names = wanted.map(([name]) => name).join();
  place.replaceChildren(...wanted.flatMap(([name, { meaning, domain, example }]) => {
    const input = Object.assign(document.createElement("input"), { name, id: `${place.id}-${name}`, value: example });
    const label = Object.assign(document.createElement("label"), { htmlFor: input.id, textContent: `${name}: ${meaning} (${domain})` });
    return [label, input];
  }));
}

/** Whether the chosen metric has a value without an average or a class. */
function wholly() {
  const { of, scope } = metrics[$("metric").value];
  return of !== "class" || scope === "scores";
}

/** The averages and classes to choose from: those of the data, as far as the metric has them. */
function choices(classes) {
  const { of, averages } = metrics[$("metric").value];
  const all = { matrix: "the whole matrix", samples: "all samples" }[of] ?? "the positive class";
  options($("of"), [
    ...(wholly() ? [[all, ""]] : []),
    ...(of === "samples" ? [] : [
      ["Averages", averages.map((name) => [name, `average:${name}`])],
      ["One class", classes.map((name) => [name, `label:${name}`])],
    ]),
  ]);
}

// ---- Asking and showing ----

/** The question that the form holds: the values of all that is filled in and stands in this tab. */
function asked() {
  const values = [...new FormData(form)].filter(([, value]) => value !== "" && typeof value === "string");
  return { do: tab, ...Object.fromEntries(values) };
}

function say(status, error = "") {
  $("status").textContent = status;
  $("error").textContent = error;
}

/** Whether what is shown answers what the form asks: if not, nothing of it is to be copied or saved. */
function current(is) {
  $("result").classList.toggle("stale", !is);
  for (const button of document.querySelectorAll("[data-copy], [data-save], #print, #link")) button.disabled = !is;
}

let turn = 0, soon;

/** Answers what the form asks now; an answer that comes after the next question is dropped. */
async function show() {
  const mine = ++turn, late = () => mine !== turn;
  clearTimeout(soon);
  busy(true);
  furnish();
  await answer(late);
  if (!late()) busy(false);
}

async function answer(late) {
  if (tab === "derive") {
    const { data, metric, labels, orientation, true: column, pred } = asked();
    const found = await ask({ do: "classes", data, metric, labels, orientation, true: column, pred });
    if (late()) return;
    $("notes").textContent = (found.notes ?? []).join(" ");
    if (found.error) return refused(found.error);
    choices(found.classes);
  }
  const question = asked(), found = await ask(question);
  if (late()) return;
  remember(question);
  if (found.error) return refused(found.error);
  say(found.said);
  current(true);
  view.title = TITLES[tab];
  if (view.srcdoc !== found.text) view.srcdoc = found.text;
}

function refused(why) {
  say("", why);
  current(false);
}

const busy = (is) => $("result").setAttribute("aria-busy", is);

function later() {
  clearTimeout(soon);
  busy(true);
  soon = setTimeout(show, 200);
}

/** The frame is as high as its page, so that only the window scrolls. */
view.addEventListener("load", () => {
  const { body, documentElement } = view.contentDocument;
  const fit = () => { view.style.height = `${Math.ceil(body.getBoundingClientRect().height) + 4}px`; };
  documentElement.style.overflowY = "hidden";
  new ResizeObserver(fit).observe(body);
});

// ---- The link: the question in the fragment, which no server is sent ----

function remember(question) {
  const text = `#${new URLSearchParams(question)}`;
  history.replaceState(null, "", text.length < LONGEST_LINK ? text : location.pathname);
}

function recall() {
  const question = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!TITLES[question.do]) return;
  form.reset();
  choose(question.do);
  for (const pass of [1, 2]) { // the second for what the first has put there: parameters, conventions, classes
    for (const [name, value] of Object.entries(question)) {
      const field = [...form.elements].find((each) => each.name === name && !each.disabled);
      if (!field) continue;
      if (field.type === "checkbox") field.checked = true;
      else if (name === "of" && ![...field.options].some((option) => option.value === value)) field.add(new Option(value, value));
      if (field.type !== "checkbox") field.value = value;
    }
    about();
    if (pass === 1) furnish();
  }
}

// ---- Tabs ----

const tabs = [...document.querySelectorAll("[role=tab]")];

function choose(name) {
  tab = name;
  for (const each of tabs) {
    each.setAttribute("aria-selected", each.dataset.tab === name);
    each.tabIndex = each.dataset.tab === name ? 0 : -1;
  }
  $("panel").setAttribute("aria-labelledby", `tab-${name}`);
  for (const each of document.querySelectorAll("[data-for]")) {
    each.hidden = !each.dataset.for.split(" ").includes(name);
    if (each.tagName === "FIELDSET") each.disabled = each.hidden;
  }
  about();
}

/** A text that is verified is about data only where the reader says so. */
function about() {
  if (tab === "verify") $("data-fields").hidden = $("data-fields").disabled = !$("about").checked;
}

for (const each of tabs) each.addEventListener("click", () => { choose(each.dataset.tab); show(); });
$("tab-derive").parentElement.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = tabs.findIndex((each) => each.dataset.tab === tab);
  const next = Math.abs(step) > 1 ? (step < 0 ? 0 : tabs.length - 1) : (at + step + tabs.length) % tabs.length;
  tabs[next].focus();
  tabs[next].click();
});

// ---- What the reader does ----

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", (event) => {
  if (event.target === $("file")) return;
  if (event.target === $("metric") && wholly()) $("of").value = "";
  about();
  later();
});

$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  $("data").value = await file.text();
  $("file").value = "";
  show();
});

/** What is shown, in another format; a slide is the brief page as a frame. */
async function written(format) {
  const wanted = format === "slide" ? { detail: "brief", format: "beamer" } : { format };
  const answer = await ask({ ...asked(), ...wanted });
  if (answer.error) say("", answer.error);
  return answer;
}

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    say(said);
  } catch {
    say("", "The browser does not let this page use the clipboard: download the file instead.");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const format = button.dataset.copy, { text, said } = await written(format);
    if (text === undefined) return;
    copy(text, format === "fixed" ? `${said} Copied.` : `${button.textContent.replace(/^Copy (as )?/, "")}: copied.`);
  });
}

for (const button of document.querySelectorAll("[data-save]")) {
  button.addEventListener("click", async () => {
    const { text } = await written(button.dataset.save);
    if (text === undefined) return;
    const ending = { moodle: "xml" }[button.dataset.save] ?? button.dataset.save;
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href, download: `${tab}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10000);
    say(`${tab}.${ending}: saved.`);
  });
}

$("print").addEventListener("click", () => view.contentWindow.print());
$("stop").addEventListener("click", () => { $("stop").hidden = true; restart("Stopped."); });
$("link").addEventListener("click", () => {
  if (location.hash) copy(location.href, "The link: copied.");
  else say("", "This question is too long for a link.");
});
addEventListener("hashchange", () => { recall(); show(); });

startPython();
fill(JSON.parse(form.dataset.offers));
recall();
show();
