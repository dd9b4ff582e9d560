import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../scripts/demo-keys";
import { openLocalDatabase } from "../scripts/local-database";
import { type LocalServer, startServer } from "../scripts/local-server";
import { heldIn, watchMemory } from "./memory";

const HEADERS = { ...demoHeaders.server, "content-type": "application/json" };
const PORT = 8796;
const INSPECTOR_PORT = 9796;
const FEW = 10_000;
const CARDS = 50_000;

/** What must hold; the bench prints it beside what it measured. */
export const LEDGER_TARGETS = { worker_mib: 128, rows_read_per_row: 2.1 };

interface Manifest {
  rows: number;
  bytes: number;
  sha256: string;
}

async function send<T>(server: LocalServer, path: string, body?: unknown): Promise<T> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: HEADERS,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json as T;
}

/** So many entries of a program's cards, straight into the tables, while no server is using them. */
function fill(state: string, program: string, count: number): void {
  const database = openLocalDatabase(state);
  try {
    database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type, amount,
        total, balance, source_id, source, details, created_at, sequence)
      SELECT 'proj_demo', printf('v_${program}%030d', i % ${CARDS}), printf('vtx_${program}%016x', i),
        '${program}', 'POINTS_ADDITION', 10, i, i, 'order-' || i, 'API',
        '{"balance":{"type":"loyalty_card"}}', '2026-01-01T00:00:00.000Z', i FROM n`);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

/** Bytes and SHA-256 of a file, as whoever downloads it would sum them up. */
async function summed(url: string): Promise<Omit<Manifest, "rows">> {
  const { body } = await fetch(url);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of body ?? []) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Exports a program's ledger and downloads the file. */
async function exportOnce(server: LocalServer, program: string) {
  const filters = { campaign_id: { conditions: { $in: [program] } } };
  const before = await send<{ rows_read: number }>(server, "/work");
  const from = performance.now();
  const { id } = await send<{ id: string }>(server, "/v1/exports", {
    exported_object: "voucher_transactions",
    parameters: { order: "created_at", filters },
  });
  const read = () =>
    send<{ status: string; result: { url: string } | null }>(server, `/v1/exports/${id}`);
  let found = await read();
  while (found.result === null && found.status !== "ERROR") {
    await wait(50);
    found = await read();
  }
  const seconds = (performance.now() - from) / 1000;
  const after = await send<{ rows_read: number }>(server, "/work");
  const manifest = await send<Manifest>(server, `/v1/exports/${id}/manifest`);
  const file = await summed(found.result?.url ?? "");
  return {
    rows: manifest.rows,
    megabytes: manifest.bytes / 1e6,
    rows_per_second: manifest.rows / seconds,
    rows_read_per_row: (after.rows_read - before.rows_read) / manifest.rows,
    is_exact: file.sha256 === manifest.sha256 && file.bytes === manifest.bytes,
    sha256: manifest.sha256,
  };
}

async function running<T>(state: string, work: (server: LocalServer) => Promise<T>) {
  const place = { port: PORT, inspectorPort: INSPECTOR_PORT, state };
  const vars = { REQUEST_LOG: "0" };
  const server = await startServer({ ...place, main: "bench/worker.ts", vars });
  try {
    const watched = await watchMemory(server, INSPECTOR_PORT);
    const result = await work(server);
    watched.stop();
    const { worker, runtime } = watched.most;
    return { ...result, worker_mib: worker, runtime_mib: runtime, held: heldIn(watched.samples) };
  } finally {
    await server.stop();
  }
}

/**
 * Exports a ledger of ten thousand entries and one of `count`, each on a server of its own, so that
 * the memory of the one tells nothing of the other; the small one twice, for its bytes.
 */
export async function ledgersBench(state: string, count: number) {
  await running(state, async () => ({}));
  fill(state, "few", FEW);
  fill(state, "many", count);
  const few = await running(state, async (server) => {
    const first = await exportOnce(server, "few");
    const second = await exportOnce(server, "few");
    return { ...second, is_exact: second.is_exact && first.sha256 === second.sha256 };
  });
  return { few, many: await running(state, (server) => exportOnce(server, "many")) };
}

const round = (value: number, digits = 0): string =>
  value.toLocaleString("en", { maximumFractionDigits: digits });

/** The lines that the bench prints, each measure beside what must hold. */
export function ledgersReport({ few, many }: Awaited<ReturnType<typeof ledgersBench>>): string {
  const most = LEDGER_TARGETS;
  return [few, many]
    .map(
      (each) =>
        `Export of a ledger of ${round(each.rows)} entries, ${round(each.megabytes, 1)} MB: ${round(each.rows_per_second)} rows a second, ${round(each.rows_read_per_row, 2)} rows read for each, at most ${most.rows_read_per_row}; the file is ${each.is_exact ? "what its manifest says" : "NOT WHAT ITS MANIFEST SAYS"}.
Most memory: worker ${round(each.worker_mib)} MiB, below ${most.worker_mib}, held ${round(each.held.early)} early and ${round(each.held.late)} late; its runtime with database, queue and files ${round(each.runtime_mib)} MiB.`,
    )
    .join("\n");
}
