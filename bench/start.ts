// `npm run bench:start -- <git ref>`: what evaluating the deployed worker takes an isolate at its
// start, beside that of another version, each evaluation in a process of its own, in turns.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/wrangler";
import { checkedOut } from "./checkout";
import { evaluate } from "./evaluate";

const TURNS = 25;

/** The entry of the worker as `wrangler deploy` sends it; older versions need `--minify`. */
function built(source: string, folder: string): string {
  mkdirSync(join(source, "dist/pages"), { recursive: true });
  const how = ["deploy", "--dry-run", "--minify", "--outdir", folder];
  execFileSync(join(root, "node_modules/.bin/wrangler"), how, {
    cwd: source,
    stdio: "ignore",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1" },
  });
  return join(folder, "index.js");
}

const middle = (values: readonly number[], part = 0.5): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

const [ref = "HEAD"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "vouchsafe-start-"));
try {
  const entries = [
    built(checkedOut(ref, folder), join(folder, "other")),
    built(root, join(folder, "own")),
  ];
  const runs = entries.map((entry) => ({ entry, all: [evaluate(entry)] }));
  for (let turn = 1; turn < TURNS; turn++) {
    for (const { entry, all } of turn % 2 ? runs.toReversed() : runs) all.push(evaluate(entry));
  }
  const rows = runs.map(({ all }, at) => {
    const of = (name: "compile_ms" | "evaluate_ms") => middle(all.map((each) => each[name]));
    const sums = all.map(({ compile_ms, evaluate_ms }) => compile_ms + evaluate_ms);
    const { files = 0, bytes = 0, schemas = 0 } = all[0] ?? {};
    return {
      version: at === 0 ? ref : "this one",
      compile: of("compile_ms"),
      evaluate: of("evaluate_ms"),
      both: middle(sums),
      least: middle(sums, 0.25),
      files,
      bytes,
      schemas,
    };
  });
  const [other, own] = rows;
  console.table(rows);
  for (const name of ["compile", "evaluate", "both", "least"] as const) {
    console.log(`${name}: ${((own?.[name] ?? 0) / (other?.[name] ?? 1)).toFixed(2)} of ${ref}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
