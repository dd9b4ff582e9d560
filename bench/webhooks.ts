import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../scripts/demo-keys";
import { type LocalReceiver, startReceiver } from "../scripts/local-receiver";
import { type LocalServer, startServer } from "../scripts/local-server";

const PORT = 8797;

/** What must hold; the bench prints it beside what it measured. */
export const WEBHOOK_TARGETS = { per_second: 200, within_ms: 2_000, share: 0.99 };

async function send(server: LocalServer, path: string, body: unknown) {
  const keys = path.startsWith("/management/") ? demoHeaders.management : demoHeaders.server;
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { ...keys, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
  const cost = /(\d+) round trips, (\d+) rows read, (\d+) rows written/.exec(
    response.headers.get("server-timing") ?? "",
  );
  return { round_trips: Number(cost?.[1]), rows_written: Number(cost?.[3]) };
}

const effect = (server: LocalServer, code: string) =>
  send(server, `/v1/vouchers/${code}`, { gift: { amount: 100 } });

/** Requests that are open at once: a machine that cannot keep the pace makes it slower. */
const OPEN = 32;

/** So many effects at an even pace; answers how many a second there were in the end. */
async function effects(server: LocalServer, count: number): Promise<number> {
  const started = performance.now();
  let next = 0;
  const line = async () => {
    for (let at = next++; at < count; at = next++) {
      const due = started + (at * 1000) / WEBHOOK_TARGETS.per_second;
      if (performance.now() < due) await wait(due - performance.now());
      await effect(server, `HOOK-${at}`);
    }
  };
  await Promise.all(Array.from({ length: OPEN }, line));
  return count / ((performance.now() - started) / 1000);
}

/** Milliseconds from each event to the first attempt to deliver it. */
function delays({ arrived }: LocalReceiver): number[] {
  const first = new Map<string, number>();
  for (const { body, at } of arrived) {
    const { id, event }: { id: string; event: { created_at: string } } = JSON.parse(body);
    if (!first.has(id)) first.set(id, at - Date.parse(event.created_at));
  }
  return [...first.values()].sort((a, b) => a - b);
}

async function untilAll(receiver: LocalReceiver, count: number): Promise<number[]> {
  const deadline = Date.now() + 120_000;
  for (let found = delays(receiver); ; found = delays(receiver)) {
    if (found.length === count || Date.now() > deadline) return found;
    await wait(250);
  }
}

/** Effects at 200 a second with a webhook that is told of each, and what a webhook costs them. */
export async function webhooksBench(state: string, count: number) {
  const server = await startServer({ port: PORT, state, vars: { REQUEST_LOG: "0" } });
  const receiver = await startReceiver();
  try {
    await effect(server, "BEFORE");
    const bare = await effect(server, "BARE");
    const target = { target_url: `${receiver.url}/in`, events: ["voucher.created"] };
    await send(server, "/management/v1/projects/proj_demo/webhooks", target);
    // The project is read anew once after its webhook was made.
    await effect(server, "ANEW");
    const told = await effect(server, "TOLD");
    const perSecond = await effects(server, count);
    const found = await untilAll(receiver, count + 2);
    const at = (share: number) => found[Math.floor((found.length - 1) * share)] ?? Number.NaN;
    const inTime = found.filter((ms) => ms <= WEBHOOK_TARGETS.within_ms).length;
    return {
      events: count,
      delivered: found.length - 2,
      effects_per_second: Math.round(perSecond),
      share_in_time: Number((inTime / (count + 2)).toFixed(4)),
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      round_trips_more: told.round_trips - bare.round_trips,
      rows_written_more: told.rows_written - bare.rows_written,
    };
  } finally {
    await receiver.stop();
    await server.stop();
  }
}

export function webhooksReport(found: Awaited<ReturnType<typeof webhooksBench>>): string {
  const { per_second, within_ms, share } = WEBHOOK_TARGETS;
  return [
    `Webhooks: ${found.delivered} of ${found.events} events delivered at ${found.effects_per_second} effects a second;`,
    `first attempt within ${within_ms} ms: ${found.share_in_time} (at least ${share} at ${per_second} a second),`,
    `median ${found.p50_ms} ms, p99 ${found.p99_ms} ms. A webhook adds ${found.round_trips_more} round trips and`,
    `${found.rows_written_more} rows written to a request.`,
  ].join("\n");
}
