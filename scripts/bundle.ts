import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What a deployed worker may weigh, minified and gzipped: an isolate starts with all of it. */
export const MOST_KIB = 459;

/**
 * Builds the worker into the folder, one file of script beside its source map. Among `how` may be
 * the entry of another worker, after which the file is named then.
 */
export function bundleWorker(folder: string, ...how: string[]): void {
  // Pages weigh nothing here, but wrangler refuses to go without their folder.
  mkdirSync("dist/pages", { recursive: true });
  execFileSync("wrangler", ["deploy", "--dry-run", ...how, "--outdir", folder], {
    stdio: "ignore",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", CI: "1" },
  });
}

/** Builds the worker into the folder as it is deployed, and answers its size gzipped, in KiB. */
export function bundleKib(folder: string): number {
  bundleWorker(folder, "--minify");
  const bytes = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => gzipSync(readFileSync(join(folder, name))).byteLength);
  return bytes.reduce((total, size) => total + size, 0) / 1024;
}
