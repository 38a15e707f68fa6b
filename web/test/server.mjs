// Serves the built page from this machine, compressed as a host would; counts what goes over the wire.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = {
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
  ".mjs": "text/javascript", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".zip": "application/zip",
};

/** A file as brotli; kept by its hash, for the largest takes a minute. */
function compressed(file, kept) {
  const data = readFileSync(file);
  const place = join(kept, `${createHash("sha256").update(data).digest("hex")}.br`);
  if (!existsSync(place)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
    writeFileSync(place, brotliCompressSync(data, { params }));
  }
  return readFileSync(place);
}

export async function serve(site, kept) {
  mkdirSync(kept, { recursive: true });
  const files = new Map(), sent = new Map();
  for (const name of readdirSync(site, { recursive: true })) {
    const file = join(site, name);
    const own = !name.startsWith("manual") && name !== "exactmetrics.html"; // of the page that is measured
    if (own && statSync(file).isFile()) files.set(file, compressed(file, kept));
  }
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://here").pathname).replace(/\/$/, "/index.html");
    const file = join(site, path);
    const body = files.get(file);
    if (!body) return response.writeHead(404).end();
    sent.set(path, (sent.get(path) ?? 0) + body.length);
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Encoding": "br",
      "Content-Length": body.length, "Cache-Control": "public, max-age=3600",
    });
    response.end(body);
  });
  await new Promise((listening) => { server.listen(0, "127.0.0.1", listening); });
  return { address: `http://127.0.0.1:${server.address().port}/`, sent, close: () => server.close() };
}
