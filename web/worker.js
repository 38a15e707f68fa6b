// One Python, off the page's thread. The page sends {start, files} once and then {id, question}; it is told
// {loaded: bytes} while Python loads, {ready} or {failed} after it, and {id, answer} for each question; {algebra} when
// the first proof waits for the algebra system, whose bytes are {loaded, late}.
const ALGEBRA = "algebra.zip";
const browser = self.fetch.bind(self);
let files = {}; // in the page that is one file: its parts by name
let python, call, algebra;

const place = (name) => new URL(`python/${name}`, self.location.href).href;

/** One file of this page, counted for the progress bar. */
async function load(name) {
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  const response = files[name] ? new Response(files[name], { headers: { "Content-Type": type } }) : await browser(place(name));
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status})`);
  count(response.clone().body, name === ALGEBRA); // a copy: what the browser has compiled of the original it keeps for the next visit
  return response;
}

async function count(stream, late) {
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    postMessage({ loaded: value.length, late });
  }
}

/** A module of Pyodide. */
const module = (name) => import(files[name] ? URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" })) : place(name));

async function start() {
  // All are on their way at once; Pyodide asks for them by its own `fetch`, and gets these.
  const coming = Object.fromEntries(["pyodide.asm.wasm", "stdlib.zip", "pyodide-lock.json", "app.zip"].map((name) => [name, load(name)]));
  self.fetch = (url) => coming[String(url.url ?? url).split("/").pop()];
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(module));
  const home = "https://page.invalid/"; // nothing is ever asked of it
  python = await loadPyodide({ indexURL: home, stdLibURL: `${home}stdlib.zip`, createPyodideModule, env: { PYTHONHASHSEED: "0" } });
  await keep("app.zip", coming["app.zip"]);
  python.FS.mkdir("/data");
  python.FS.chdir("/data");
  call = python.runPython("import sys; sys.path.insert(0, '/app.zip'); import bridge; bridge.call");
}

/** Puts an archive where Python finds it. */
async function keep(name, coming) {
  python.FS.writeFile(`/${name}`, new Uint8Array(await (await coming).arrayBuffer()));
}

/** What proofs need besides: loaded for the first of them, and asked for again where that failed. */
async function loadAlgebra() {
  try {
    postMessage({ algebra: true });
    await keep(ALGEBRA, load(ALGEBRA));
    python.runPython(`
import sys, exactmetrics.proofs
sys.path.append('/${ALGEBRA}')
exactmetrics.proofs.__path__.append('/${ALGEBRA}/exactmetrics/proofs')`);
  } catch (error) {
    algebra = null;
    return `The algebra system could not be loaded (${error.message}). Try again when the network is back.`;
  }
}

onmessage = async ({ data }) => {
  if (data.start) {
    files = data.files ?? {};
    try {
      await start();
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  const error = data.question.do === "prove" ? await (algebra ??= loadAlgebra()) : undefined;
  if (error) return postMessage({ id: data.id, answer: JSON.stringify({ error }) });
  try {
    postMessage({ id: data.id, answer: call(JSON.stringify(data.question)) });
  } catch (error) { // the bridge answers every error of the library: this is the end of the interpreter
    postMessage({ failed: String(error).trim().split("\n").pop() });
  }
};
