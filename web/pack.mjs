// Packs folders of Python as archives of compiled modules, with the very Python that runs in the browser:
// node pack.mjs TASK.json, which says {pyodide, from, algebra, out, dropped}.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const task = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(`${task.pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: task.pyodide });
for (const [place, root] of Object.entries({ "/from": task.from, "/algebra": task.algebra, "/pyodide": task.pyodide, "/out": task.out })) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("dropped", python.toPy(task.dropped));
python.runPython(`
import importlib.util, marshal, pathlib, sys, zipfile

def compiled(source, name):
    "A .pyc that is never compared with its source: magic number, flags 0b01, no hash."
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)

def pack(out, files):
    # Without docstrings and assertions.
    # Stored, for what carries the archive compresses it better as a whole; the same bytes from the same sources.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            if name.endswith(".py"):
                name, data = name + "c", compiled(data, name)
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)

root = pathlib.Path("/from")
pack("/out/app.zip", {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()})
with zipfile.ZipFile("/pyodide/python_stdlib.zip") as library:
    standard = {n: library.read(n) for n in library.namelist() if not n.endswith("/")}
top = lambda name: name.split("/")[0].removesuffix(".py")
pack("/out/stdlib.zip", {n: data for n, data in standard.items() if top(n) not in dropped})

# Of the algebra system what it loads, what it needs of the standard library that was dropped, and the proofs.
sys.path.insert(0, "/algebra")
import sympy
loaded = [pathlib.Path(m.__file__) for m in list(sys.modules.values()) if str(getattr(m, "__file__", "")).startswith("/algebra/")]
late = {n.split(".")[0] for n in sys.modules} & set(dropped)
proofs = pathlib.Path("/algebra/exactmetrics/proofs").iterdir()
pack("/out/algebra.zip", {str(p.relative_to("/algebra")): p.read_bytes() for p in [*loaded, *proofs]}
    | {n: data for n, data in standard.items() if top(n) in late})
`);
