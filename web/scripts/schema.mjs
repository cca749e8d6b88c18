// Writes src/api/schema.d.ts from the API's own document; with --check fails when it is stale.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTypes, { astToString } from "openapi-typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = fileURLToPath(new URL("../src/api/schema.d.ts", import.meta.url));
const python =
  process.env.PYTHON ?? (existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : "python3");

const document = JSON.parse(
  execFileSync(python, ["-m", "garner.api.document"], { cwd: root, maxBuffer: 64_000_000, encoding: "utf8" }),
);
const written = `// Generated from the API's document by \`npm run api\`; not to be edited.\n${astToString(await openapiTypes(document))}`;

if (!process.argv.includes("--check")) {
  writeFileSync(target, written);
} else if (readFileSync(target, "utf8") !== written) {
  console.error("web/src/api/schema.d.ts is stale: run `npm run api` in web/.");
  process.exit(1);
}
