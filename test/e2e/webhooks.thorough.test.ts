import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, afterEach, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { webhookSecret } from "../../scripts/demo-project";
import { tickCron } from "../../scripts/local-cron";
import { type Arrived, type LocalReceiver, startReceiver } from "../../scripts/local-receiver";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";
import { PATIENCE } from "../support/patience";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-webhooks-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});

async function start(name: string): Promise<LocalServer> {
  const port = await freePort();
  const vars = { REQUEST_LOG: "0" };
  const server = await startServer({ port, state: join(state, name), vars });
  open.push(server);
  return server;
}

// biome-ignore lint/suspicious/noExplicitAny: wire bodies are read field by field, as a client does
async function send(server: LocalServer, path: string, body?: unknown): Promise<any> {
  const keys = path.startsWith("/management/") ? demoHeaders.management : demoHeaders.server;
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...keys, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  expect(response.status, JSON.stringify(json)).toBe(200);
  return json;
}

const HOOKS = "/management/v1/projects/proj_demo/webhooks";

const hook = (server: LocalServer, receiver: LocalReceiver, path: string) =>
  send(server, HOOKS, { target_url: receiver.url + path, events: ["voucher.created"] });

const voucher = (server: LocalServer, code: string) =>
  send(server, `/v1/vouchers/${code}`, { gift: { amount: 100 } });

/** What arrived at a path, each message verified as its receiver would. */
const toldAt = (receiver: LocalReceiver, path: string) =>
  receiver.arrived
    .filter((each) => each.path === path)
    .map((each: Arrived) => {
      const told = new StandardWebhook(webhookSecret).verify(each.body, each.headers);
      return {
        ...(told as { id: string; sequence: number; event: { created_at: string } }),
        ...each,
      };
    });

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

it("a slow receiver, and others that fail, keep no other webhook waiting", async () => {
  const server = await start("slow");
  const receiver = await startReceiver({
    "/hangs": () => {},
    "/closes": (response) => response.destroy(),
    "/half": (response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half of it");
      setTimeout(() => response.destroy(), 20);
    },
    "/large": (response) => {
      response.writeHead(200);
      response.end("x".repeat(2_000_000));
    },
    "/redirects": (response) => {
      response.writeHead(307, { location: "/elsewhere" });
      response.end();
    },
  });
  open.push(receiver);
  const paths = ["/hangs", "/closes", "/half", "/large", "/redirects", "/fast"];
  const hooks = new Map<string, string>();
  for (const path of paths) hooks.set(path, (await hook(server, receiver, path)).id);
  for (let at = 0; at < 40; at++) await voucher(server, `SLOW-${at}`);
  const fast = () => toldAt(receiver, "/fast");
  await expect.poll(() => fast().length).toBe(40);
  expect(sorted(fast().map(({ sequence }) => sequence))).toEqual(upTo(40));
  expect(toldAt(receiver, "/hangs").length).toBeLessThanOrEqual(24);
  const log = async (path: string) => {
    const { data } = await send(server, `${HOOKS}/${hooks.get(path)}/deliveries?limit=100`);
    const told: { status: string; last_attempt: { cause: string | null } | null }[] = data;
    return told.map(({ status, last_attempt }) => [status, last_attempt?.cause ?? null].join(" "));
  };
  const all = (text: string) => Array(40).fill(text);
  const patience = { ...PATIENCE, interval: 500 };
  await expect.poll(() => log("/closes"), patience).toEqual(all("RETRYING connection"));
  await expect.poll(() => log("/redirects"), patience).toEqual(all("RETRYING redirect"));
  await expect.poll(() => log("/large"), patience).toEqual(all("SUCCEEDED "));
  await expect.poll(() => log("/half"), patience).toEqual(all("SUCCEEDED "));
  expect(receiver.arrived.filter(({ path }) => path === "/elsewhere")).toEqual([]);
  const hanging = async () => (await log("/hangs")).filter((each) => each === "RETRYING timeout");
  await expect.poll(async () => (await hanging()).length).toBeGreaterThan(0);
});

it("receivers of one project that hang keep no other project waiting", async () => {
  const server = await start("hanging");
  const paths = Array.from({ length: 14 }, (_, at) => `/hangs-${at}`);
  const receiver = await startReceiver(Object.fromEntries(paths.map((path) => [path, () => {}])));
  open.push(receiver);
  for (const path of paths) await hook(server, receiver, path);
  const other = await send(server, "/management/v1/projects", { name: "other" });
  const { app_id, app_token } = other.server_side_key;
  const headers = { "X-App-Id": app_id, "X-App-Token": app_token };
  const events = ["voucher.created"];
  const target_url = `${receiver.url}/fast`;
  await send(server, `/management/v1/projects/${other.id}/webhooks`, { target_url, events });
  // A hundred and thirty events are in all lanes of each webhook.
  const codes = upTo(130).map((at) => `HANG-${at}`);
  await Promise.all(codes.map((code) => voucher(server, code)));
  const hung = () => receiver.arrived.filter(({ path }) => path.startsWith("/hangs")).length;
  for (const at of upTo(10)) {
    const before = hung();
    const body = JSON.stringify({ gift: { amount: at } });
    const init = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
    await fetch(`${server.url}/v1/vouchers/FAST-${at}`, { ...init, body });
    const come = () => receiver.arrived.filter(({ path }) => path === "/fast").length;
    await expect.poll(come).toBe(at);
    // What is given up meanwhile may be tried once more; of 1,820 that wait, no more begin before it.
    expect(hung() - before).toBeLessThanOrEqual(2 * paths.length);
  }
});

it("a server killed after its commits delivers every event once it is back, under the same ids", async () => {
  const receiver = await startReceiver();
  open.push(receiver);
  const first = await start("killed");
  await hook(first, receiver, "/in");
  const calls = Array.from({ length: 60 }, (_, at) =>
    voucher(first, `KILL-${at}`).catch(() => null),
  );
  await Promise.any(calls);
  await expect.poll(() => receiver.arrived.length).toBeGreaterThan(0);
  await first.kill();
  await Promise.all(calls);
  const before = toldAt(receiver, "/in");

  const second = await start("killed");
  void tickCron(second);
  const { data } = await send(second, "/v1/event-feed?limit=100");
  const numbers = data.map(({ sequence }: { sequence: number }) => sequence);
  expect(numbers).toEqual(upTo(data.length));
  const heard = () => new Set(toldAt(receiver, "/in").map(({ sequence }) => sequence));
  await expect.poll(() => heard().size).toBe(data.length);
  const ids = Map.groupBy(toldAt(receiver, "/in"), ({ sequence }) => sequence);
  for (const told of ids.values()) expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  expect(before.length).toBeGreaterThan(0);
});
