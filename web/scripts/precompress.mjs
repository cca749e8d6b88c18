// Puts a .br and a .gz beside every built file that gets smaller by it, for the server to send as they are.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const assets = fileURLToPath(new URL("../../src/garner/page/assets/", import.meta.url));
const ways = { ".br": brotliCompressSync, ".gz": (content) => gzipSync(content, { level: 9 }) };

for (const name of readdirSync(assets)) {
  if (Object.keys(ways).some((suffix) => name.endsWith(suffix)) || !statSync(assets + name).isFile())
    continue;
  const content = readFileSync(assets + name);
  for (const [suffix, compress] of Object.entries(ways)) {
    const smaller = compress(content);
    if (smaller.length < content.length) writeFileSync(assets + name + suffix, smaller);
  }
}
