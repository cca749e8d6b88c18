// What a browser loads before somebody sees Start, gzipped: the entry, that screen, and all they import. Fails when it
// is more than the page may weigh.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const MOST_BYTES = 300_000;
const page = fileURLToPath(new URL("../../src/garner/page/", import.meta.url));
const manifest = JSON.parse(readFileSync(`${page}.vite/manifest.json`, "utf8"));

function chunkOf(key) {
  if (manifest[key] === undefined) throw new Error(`The build has no ${key}: was it moved?`);
  return manifest[key];
}

function addFiles(key, files) {
  const chunk = chunkOf(key);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const name of chunk.css ?? []) files.add(name);
  for (const imported of chunk.imports ?? []) addFiles(imported, files);
}

const files = new Set(["index.html"]);
for (const key of ["index.html", "src/screens/start/StartScreen.tsx"]) addFiles(key, files);
const sizes = [...files].map((name) => [name, gzipSync(readFileSync(page + name), { level: 9 }).length]);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);

const said = `The first load is ${total.toLocaleString("en")} bytes gzipped, of ${MOST_BYTES.toLocaleString("en")}.`;
if (total > MOST_BYTES) {
  for (const [name, bytes] of sizes) console.error(`${String(bytes).padStart(8)}  ${name}`);
  console.error(`${said} That is too much: load something later.`);
  process.exit(1);
}
console.log(said);
