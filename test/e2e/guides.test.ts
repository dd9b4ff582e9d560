import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { root } from "../../scripts/wrangler";
import { isLike, jsonDifference } from "../support/answer-pattern";
import { freePort } from "../support/free-port";
import {
  blocksOf,
  type Run,
  runsOf,
  type Sample,
  samplesOf,
  scriptOf,
} from "../support/guide-samples";

const WITHIN_MS = 240_000;
const documents = [
  "README.md",
  "clients/typescript/README.md",
  ...readdirSync("docs/guides").map((name) => `docs/guides/${name}`),
];

const state = mkdtempSync(join(tmpdir(), "vouchsafe-guides-"));
// Below the packages, so that what samples import is found.
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "guides-"));
let server: LocalServer;
let hooks: number;

beforeAll(async () => {
  hooks = await freePort();
  const port = await freePort();
  server = await startServer({ port, state, vars: { REQUEST_LOG: "0" }, hasPages: true });
});
afterAll(async () => {
  await server?.stop();
  for (const each of [state, folder]) rmSync(each, { recursive: true, force: true });
});

/** The three functions that all guides use, as the first one defines them. */
const keys = blocksOf(readFileSync("docs/guides/start.md", "utf8"))
  .filter(({ label }) => label === "keys")
  .map(({ text }) => text)
  .join("\n");

/** The document's addresses, as they are in this run. */
const placed = (script: string): string =>
  script
    .replaceAll("http://127.0.0.1:8787", server.url)
    .replaceAll("127.0.0.1:9000", `127.0.0.1:${hooks}`);

/** Runs a script in a shell of its own, and ends what it started in the background. */
async function printedBy(script: string): Promise<string> {
  const shell = spawn("bash", { cwd: folder, detached: true, stdio: ["pipe", "pipe", "inherit"] });
  const end = () => {
    try {
      if (shell.pid !== undefined) process.kill(-shell.pid, "SIGKILL");
    } catch {
      // All of the group has ended already.
    }
  };
  const late = setTimeout(end, WITHIN_MS);
  const closed = once(shell, "close");
  let printed = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  shell.stdin.end(placed(script));
  await once(shell, "exit");
  clearTimeout(late);
  end();
  await closed;
  // The document's own address again, where an answer names it.
  return printed.replaceAll(server.url, "http://127.0.0.1:8787");
}

function fault({ answer }: Sample, run: Run | undefined): string | null {
  if (run === undefined) return "did not come to its end";
  const { output, status } = run;
  if (status !== "0") return `ends with ${status}: ${output}`;
  if (answer === null) return output.includes('"request_id":') ? `fails: ${output}` : null;
  if (answer.language === "json") {
    return output === "" ? "answers nothing" : jsonDifference(answer.text, output);
  }
  return isLike(answer.text.trim(), output.trim()) ? null : `answers ${output}`;
}

it.each(documents)("the samples of %s answer what it says", async (file) => {
  const samples = samplesOf(readFileSync(file, "utf8"));
  expect(samples).not.toEqual([]);
  const runs = runsOf(await printedBy(`${keys}\n${scriptOf(samples)}`));
  const faults = samples.flatMap((sample, at) => {
    const found = fault(sample, runs[at]);
    const { line } = sample.answer ?? sample.command;
    return found === null ? [] : [`${file}:${line} ${found}`];
  });
  expect(faults).toEqual([]);
});

it("the demo does what it tells", async () => {
  const run = `cd ${root} && BASE_URL=${server.url} npm run -s demo 2>&1`;
  const printed = await printedBy(run);
  expect(printed).toMatch(/\nDone\.\n$/);
});

it("the document of the API is a file that a caller keeps", async () => {
  const at = `${server.url}/openapi.json`;
  const first = await fetch(at);
  const etag = String(first.headers.get("etag"));
  expect(first.headers.get("content-type")).toMatch(/^application\/json/);
  expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(first.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
  expect(await first.json()).toMatchObject({ openapi: "3.1.0" });
  const again = await fetch(at, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
