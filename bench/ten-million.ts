import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openLocalDatabase } from "../scripts/local-database";
import { type LocalServer, startServer } from "../scripts/local-server";
import { freePort } from "../test/support/free-port";
import {
  actionOf,
  DEMO,
  deleting,
  done,
  exporting,
  generation,
  importing,
  send,
  swept,
} from "./background";
import { type Memory, watchMemory } from "./memory";

// A campaign of ten million codes: made, imported into, exported with a kill in the middle, and
// deleted: `npm run bench:ten-million`, or with other numbers of made and imported codes behind it.
// What is exported is held against the rows in the database, byte by byte.

const NAME = "Ten-million";
/** Seldom: who asks makes the steps smaller. */
const EVERY_MS = 5_000;

interface Work {
  statements: number;
  rows_read: number;
  rows_written: number;
}

const count = Number(process.argv[2] ?? 10_000_000);
/** Codes of the imported files, of which each takes so many. */
const imported = Number(process.argv[3] ?? count / 100);
const MOST_IN_FILE = 100_000;
const folder = mkdtempSync(join(tmpdir(), "vouchsafe-ten-million-"));
const state = join(folder, "state");
const most: Memory = { worker: 0, runtime: 0 };
/** What the server at hand has had at the most since its work began. */
let seen: Memory = { worker: 0, runtime: 0 };

/** Does something with a server on the state, which ends in this way. */
async function running<T>(work: (server: LocalServer) => Promise<T>, ending: "stop" | "kill") {
  const [port, inspectorPort] = [await freePort(), await freePort()];
  const place = { port, inspectorPort, state, main: "bench/worker.ts" };
  const server = await startServer({ ...place, vars: { REQUEST_LOG: "0" } });
  try {
    const watched = await watchMemory(server, inspectorPort);
    seen = watched.most;
    const result = await work(server);
    watched.stop();
    return result;
  } finally {
    await server[ending]();
  }
}

const mib = ({ worker, runtime }: Memory): string =>
  `worker ${Math.round(worker)} MiB, its runtime with database and queue ${Math.round(runtime)} MiB`;

/** Says how long something took, what it asked of the database, and the most memory meanwhile. */
async function told<T>(server: LocalServer, name: string, work: () => Promise<T>): Promise<T> {
  const [before, from] = [await send<Work>(server, DEMO, "/work"), performance.now()];
  Object.assign(seen, { worker: 0, runtime: 0 });
  const result = await work();
  most.worker = Math.max(most.worker, seen.worker);
  most.runtime = Math.max(most.runtime, seen.runtime);
  const after = await send<Work>(server, DEMO, "/work");
  const of = (key: keyof Work) => (after[key] - before[key]).toLocaleString("en");
  const seconds = Math.round((performance.now() - from) / 1000);
  console.log(
    `${name}: ${seconds} s, ${of("statements")} statements, ${of("rows_read")} rows read, ${of("rows_written")} written; ${mib(seen)}`,
  );
  return result;
}

/** The file as the rows of the database say it is: their ids and codes, the newest first. */
function wanted() {
  const database = openLocalDatabase(state);
  const hash = createHash("sha256").update("ID,Code\r\n");
  let rows = 0;
  const all = database.prepare(
    `SELECT id, code FROM vouchers INDEXED BY vouchers_id
      WHERE project_id = 'proj_demo' AND is_live = 1 ORDER BY id DESC`,
  );
  for (const row of all.iterate()) {
    hash.update(`${row.id},${row.code}\r\n`);
    rows += 1;
  }
  const { bytes } = database
    .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    .get() as { bytes: number };
  database.close();
  return { rows, bytes, sha256: hash.digest("hex") };
}

/** The file as it comes over its link. */
async function downloaded(server: LocalServer, id: string) {
  const { result } = await send<{ result: { url: string } }>(server, DEMO, `/v1/exports/${id}`);
  const { body } = await fetch(result.url);
  if (!body) throw new Error("the link answers no file");
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of body) {
    hash.update(part);
    bytes += part.byteLength;
  }
  return { bytes, sha256: hash.digest("hex") };
}

try {
  await running(async (server) => {
    await told(server, `${count} codes made`, async () =>
      done(server, [await generation(server, NAME, count)], { everyMs: EVERY_MS }),
    );
    await told(server, `${imported} codes imported`, async () => {
      for (let from = 0; from < imported; from += MOST_IN_FILE) {
        const into = { count: Math.min(MOST_IN_FILE, imported - from), campaign: NAME };
        await done(server, [await importing(server, `I${from}`, into)], { everyMs: EVERY_MS });
      }
    });
  }, "stop");
  const rows = wanted();
  console.log(`${rows.rows} vouchers in ${(rows.bytes / 1e9).toFixed(2)} GB`);

  const begun = await running(async (server) => {
    const made = await exporting(server, ["id", "code"]);
    await told(server, "half of them exported", async () => {
      for (;;) {
        const { counts } = await actionOf(server, made.async_action_id);
        if (counts.done > rows.rows / 2) return;
        await wait(EVERY_MS);
      }
    });
    return made;
  }, "kill");
  const file = await running(async (server) => {
    await swept(server);
    await told(server, "killed, and the others exported", () =>
      done(server, [begun.async_action_id], { everyMs: EVERY_MS }),
    );
    return told(server, "downloaded", () => downloaded(server, begun.id));
  }, "stop");
  const isExact = file.sha256 === rows.sha256;
  console.log(`The file has ${file.bytes} bytes: ${isExact ? "exact" : "NOT EXACT"}`);

  await running(
    (server) =>
      told(server, "deleted", async () =>
        done(server, [await deleting(server, NAME)], { everyMs: EVERY_MS }),
      ),
    "stop",
  );
  const left = wanted().rows;
  console.log(`${left} vouchers are left`);
  console.log(`Most memory: ${mib(most)}`);
  if (!isExact || left > 0) throw new Error("ten million codes are not exact");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
