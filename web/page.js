// The page: a form, whose values are a question; a worker, which answers it; a frame, which shows the answer.
const $ = (id) => document.getElementById(id);
const form = $("form"), view = $("view");
const LONGEST_LINK = 16000; // characters of a question that a link still carries
const HALF = /\p{Surrogate}/u; // half of a character, which no address carries
const WINDOWS = "windows-1252";
const UNUSED = /[\x81\x8d\x8f\x90\x9d]/; // bytes that are no character in it
const TITLES = { derive: "The derivation", verify: "The verified text", exercises: "The exercises", picture: "The picture", prove: "The proof" };
let metrics = {}, tab = "derive", started = false;

// ---- Python, which is started again when it dies or is stopped ----

let worker, ready, waiting = new Map(), last = 0, deaths = 0;

function startPython() {
  $("loading").hidden = false;
  $("algebra").hidden = true;
  $("progress").value = $("algebra-progress").value = 0;
  ready = new Promise((resolve) => {
    worker = window.newWorker ? window.newWorker() : new Worker("worker.js", { type: "module" });
    worker.onerror = (event) => broken(event.message || "the worker did not start");
    worker.onmessage = ({ data }) => {
      if (data.loaded) $(data.late ? "algebra-progress" : "progress").value += data.loaded;
      else if (data.algebra) $("algebra").hidden = false;
      else if (data.failed) broken(data.failed);
      else if (data.ready) resolve();
      else {
        deaths = 0;
        $("algebra").hidden = true;
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
  $("positive-field").hidden = $("positive").disabled = tab !== "derive" || metric.scope !== "scores";
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
    const input = Object.assign(document.createElement("input"), { name, id: `${place.id}-${name}`, defaultValue: example });
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

/** Everything that stands in the form of this tab, also what is empty, as it is: FormData alters half a character. */
const filled = () => ({ do: tab, ...Object.fromEntries(fields().filter((field) => field.type !== "checkbox" || field.checked).map(({ name, value }) => [name, value])) });

const fields = () => [...form.elements].filter((field) => field.name && !field.matches(":disabled"));

/** The question that it holds: what is not filled in is not asked. */
const asked = () => Object.fromEntries(Object.entries(filled()).filter(([, value]) => value !== ""));

function say(status, error = "") {
  $("status").textContent = status;
  $("error").textContent = error;
  $("remedy").hidden = true;
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
  try {
    furnish();
    await answer(late);
  } catch (fault) {
    if (!late()) refused(`This is a fault of the page, please report it: ${fault}`);
  }
  if (late()) return;
  if (!lost()) remember(); // what a link asks in vain stays in the address
  busy(false);
}

async function answer(late) {
  if (lost()) return refused(lost());
  if (tab === "prove" && window.files) return refused("This one file leaves out the algebra system, which proofs need. The page that it was taken from proves statements, and so does the library: exactmetrics prove.");
  if (!$("data-fields").disabled) {
    const ofData = ([name]) => $("data-fields").elements.namedItem(name) || (tab === "derive" && name === "metric");
    const found = await ask({ ...Object.fromEntries(Object.entries(asked()).filter(ofData)), do: "classes" });
    if (late()) return;
    $("notes").textContent = (found.notes ?? []).join("\n");
    if (found.error) return refused(found.error);
    choices(found.classes);
    if (lost()) return refused(lost());
  }
  const found = await ask(asked());
  if (late()) return;
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

/** An answer comes a moment after the last key; a proof, which may take long, when it is asked for. */
function later() {
  if (tab === "prove" && !window.files) {
    halted();
    say("Press “Prove or refute”.");
    return current(false);
  }
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

let linked = null; // what the link asks that the page was opened with, until the reader changes it

/** The fragment that carries what is asked; none of a question that is too long, or that an address would change. */
function fragment() {
  const text = `#${new URLSearchParams(filled())}`;
  const carries = text.length < LONGEST_LINK && Object.values(filled()).every((value) => !HALF.test(value));
  return carries ? text : "";
}

/** What is asked stands in the address, and beside it for the next reload, for an address does not carry everything. */
function remember() {
  try {
    history.replaceState(filled(), "", fragment() || location.pathname);
  } catch { // more than the browser keeps
    history.replaceState(null, "", location.pathname);
  }
}

/** What the entry of the history asks, or the link; a fragment without "=" is a place on the page. */
function recalled() {
  if (history.state?.do) return history.state;
  const text = location.hash.slice(1);
  return text.includes("=") ? { do: "derive", ...Object.fromEntries(new URLSearchParams(text)) } : null;
}

function recall() {
  linked = recalled();
  if (!linked) return;
  form.reset();
  if (Object.hasOwn(TITLES, linked.do)) choose(linked.do);
  for (let pass = 0; pass < 3; pass++) { // the metric has its conventions, and a convention its parameters
    for (const [name, value] of Object.entries(linked)) enter(name, value);
    about();
    furnish();
    choices([]);
  }
  if (linked.of === undefined) $("of").value = wholly() ? "" : $("of").value; // links left out what was empty once
  else enter("of", linked.of);
}

/** Puts a value of a link into its field. Classes are known once the data are read; other fields take what they offer. */
function enter(name, value) {
  const field = fields().find((each) => each.name === name);
  if (!field) return;
  const offered = !field.options || [...field.options].some((option) => option.value === value);
  if (field.type === "checkbox") field.checked = value === field.value;
  else if (offered) field.value = value;
  else if (name === "of") field.add(new Option(value, value, false, true));
}

/** What to say of the first thing that the link asks and the form has not taken; nothing where it took all. */
function lost() {
  const found = Object.entries(linked ?? {}).find(([name, value]) => (filled()[name] ?? "") !== value.replace(/\r\n?/g, "\n"));
  return found && `The link asks for ${found[0]}=${found[1].slice(0, 80)}, which this page does not offer here. Choose what you want to ask instead.`;
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

for (const each of tabs) each.addEventListener("click", () => { linked = null; choose(each.dataset.tab); tab === "prove" ? later() : show(); });
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

form.addEventListener("submit", (event) => {
  event.preventDefault();
  linked = null;
  show();
});
for (const example of document.querySelectorAll(".examples button")) {
  example.addEventListener("click", () => {
    $("statement").value = example.textContent;
    form.requestSubmit();
  });
}
form.addEventListener("input", (event) => {
  if (event.target === $("file")) return;
  linked = null;
  if (event.target === $("metric") && wholly()) $("of").value = "";
  about();
  later();
});

$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
  await take([...$("file").files], $("data"));
  $("file").value = "";
});

// ---- Files, opened or dropped ----

/** The text of a file as `encoding`, or as UTF-16 where its first two bytes say so; null where it is none. */
function decoded(bytes, encoding) {
  const marked = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(bytes[0] << 8) | bytes[1]];
  try {
    const text = new TextDecoder(marked ?? encoding, { fatal: true }).decode(bytes);
    return encoding === WINDOWS && UNUSED.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** The bytes of the first line that is not UTF-8, and its number. */
function unreadable(bytes) {
  for (let start = 0, line = 1; ; line++) {
    const end = bytes.indexOf(10, start), found = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (end < 0 || decoded(found, "utf-8") === null) return [found, line];
    start = end + 1;
  }
}

let readAs; // reads the file that was refused in the encoding that is offered

/** Puts the text of a file into a field; one that is not UTF-8 only as the reader says. */
async function take(files, field) {
  if (!files.length) return;
  const late = halted();
  if (!field) return refused("A file is read as data, or as a text to verify: there is a tab for each.");
  if (files.length > 1) return refused(`One file is read at a time, and these are ${files.length}.`);
  const [{ name }] = files;
  let bytes;
  try {
    bytes = new Uint8Array(await files[0].arrayBuffer());
  } catch (fault) {
    return late() || refused(`${name} cannot be read (${fault.message}).`);
  }
  if (late()) return;
  const use = (text) => { linked = null; field.value = text; show(); };
  const text = decoded(bytes, "utf-8");
  if (text !== null && !text.includes("\0")) return use(text);
  if (bytes.includes(0)) return refused(`${name} is no text in UTF-8. This page reads texts, such as csv, tsv, json and toml: save a sheet as CSV.`);
  const [part, line] = unreadable(bytes), other = decoded(bytes, WINDOWS);
  if (other === null) return refused(`${name} is not UTF-8 (line ${line}). Save it as UTF-8.`);
  refused(`${name} is not UTF-8 (line ${line}). As Windows-1252 the line is: ${decoded(part, WINDOWS).trim().slice(0, 80)}\nIf that is right, read it so; otherwise save the file as UTF-8.`);
  $("remedy").hidden = false;
  readAs = () => use(other);
}

$("windows").addEventListener("click", () => readAs());

/** Ends waiting for an answer, for something else is said now. */
function halted() {
  const mine = ++turn;
  clearTimeout(soon);
  busy(false);
  return () => mine !== turn;
}

/** The field that a file belongs to which is dropped here; none in a tab that has none. */
function fieldAt(target) {
  if (tab === "verify" && !$("data-fields").contains(target)) return $("text");
  return $("data-fields").disabled ? null : $("data");
}

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
/** While a file is over the page the frame lets it through, which would open the file in itself. */
const dragged = (is) => document.body.classList.toggle("dragged", is);

function takeDrops(target) {
  for (const kind of ["dragenter", "dragover"]) target.addEventListener(kind, (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    dragged(true);
  });
  target.addEventListener("dragleave", (event) => { if (!event.relatedTarget) dragged(false); });
  target.addEventListener("drop", (event) => {
    dragged(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    take([...event.dataTransfer.files], fieldAt(event.target));
  });
}

takeDrops(document);
view.addEventListener("load", () => takeDrops(view.contentDocument)); // a file may come over the frame first

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
    const format = button.dataset.copy, { text, said, error } = await written(format);
    if (error) return;
    if (text === undefined) return say(said);
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

// A frame is printed as one picture, cut where the sheet ends: what it shows is printed as the page itself.
addEventListener("beforeprint", () => {
  const { documentElement, head, body } = view.contentDocument;
  const copies = [...head.querySelectorAll("style"), ...body.childNodes].map((node) => document.importNode(node, true));
  for (const style of copies) if (style.localName === "style") style.media = "print";
  Object.assign($("paper"), { lang: documentElement.lang, dir: documentElement.dir });
  $("paper").replaceChildren(...$("result").matches(".stale") ? [$("error").textContent] : copies);
});
addEventListener("afterprint", () => $("paper").replaceChildren());
$("print").addEventListener("click", () => print());
$("stop").addEventListener("click", () => { $("stop").hidden = true; restart("Stopped."); });
$("link").addEventListener("click", () => {
  if (fragment()) copy(new URL(fragment(), location.href).href, "The link: copied.");
  else say("", "This question is too long for a link.");
});
addEventListener("hashchange", () => { recall(); show(); });

startPython();
fill(JSON.parse(form.dataset.offers));
recall();
show();
