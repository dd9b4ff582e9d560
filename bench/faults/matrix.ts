import { setTimeout as wait } from "node:timers/promises";
import { post } from "../shop";
import { KINDS, MEMBERS, member, PROGRAM, SHARED, sendEffects } from "./effects";
import { type Findings, judge, type Told } from "./judge";
import { BEHAVIOURS, type Inbox, PRIVATE, startReceivers } from "./receivers";
import { asked, type Json, type Place, Service, untilDone } from "./service";

/** How large the matrix is, and where it runs. */
export interface Matrix extends Place {
  effects: number;
  /** How often the server is killed while effects are sent, and while they are delivered. */
  kills: { sending: number; delivering: number };
  say: (line: string) => void;
}

const HOOKS = "/management/v1/projects/proj_demo/webhooks";
/** While effects are sent, time passes so often (milliseconds). */
const PASSES_MS = 4_000;

/** Cards, vouchers and webhooks, before any fault counts. */
async function prepare(url: string, receivers: string) {
  const hooks = new Map<string, string>();
  const cards: string[] = [];
  const { id: program } = await asked(url, "/v1/loyalties", {
    name: PROGRAM,
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  const rules = [{ event: "order.paid", loyalty: { type: "FIXED", points: 1 } }];
  await post(url, `/v1/loyalties/${program}/earning-rules`, rules);
  for (let at = 0; at < MEMBERS; at++) {
    const customer = { source_id: member(at) };
    const { code } = await asked(url, `/v1/loyalties/${program}/members`, { customer });
    cards.push(String(code));
  }
  for (const code of SHARED) {
    await asked(url, `/v1/vouchers/${code}`, {
      type: "DISCOUNT_VOUCHER",
      discount: { type: "AMOUNT", amount_off: 100 },
      redemption: { quantity: null },
    });
  }
  const targets = Object.keys(BEHAVIOURS).map((name) => [name, nameOf(name)] as const);
  for (const [name, target_url] of [...targets, [PRIVATE, `${receivers}/${PRIVATE}`] as const]) {
    const { id } = await asked(url, HOOKS, { target_url, events: KINDS });
    hooks.set(name, String(id));
  }
  const { total } = await asked(url, "/v1/vouchers?limit=1");
  return { hooks, cards, vouchers: Number(total) };
}

const nameOf = (name: string): string => `https://${name}.receivers.example.com/`;

const inboxesOf = (inboxes: ReadonlyMap<string, Inbox>, names: readonly string[]): Inbox[] =>
  names.flatMap((name) => inboxes.get(name) ?? []);

/** Lets time pass until all have accepted so many events. */
const untilAccepted = (service: Service, inboxes: readonly Inbox[], count: number) =>
  untilDone(
    service,
    async () => inboxes.every((inbox) => inbox.accepted().length >= count),
    () => inboxes.reduce((sum, inbox) => sum + inbox.attempts, 0),
  );

/** Lets time pass until the webhook is given up; answers it as it then is. */
async function untilGivenUp(service: Service, hook: string): Promise<Json> {
  const read = () => asked(service.url, `${HOOKS}/${hook}`);
  await untilDone(
    service,
    async () => (await read()).active === false,
    () => 0,
  );
  return read();
}

/** Sends the effects; the server is killed so often in between. */
async function sendAll(service: Service, { effects, kills, say }: Matrix): Promise<number> {
  const at = Array.from({ length: kills.sending }, (_, kill) =>
    Math.floor((effects * (kill + 1)) / (kills.sending + 1)),
  );
  let killing = Promise.resolve();
  const timer = setInterval(() => void service.pass(), PASSES_MS);
  const requests = await sendEffects(service.url, effects, (done) => {
    if (!at.includes(done)) return;
    say(`killed after ${done} effects`);
    killing = killing.then(() => service.kill());
  });
  clearInterval(timer);
  await killing;
  return requests;
}

/** The webhook to a private address gets another target, and all that it missed. */
async function replayTo(url: string, hook: string, range: { from: number; to: number }) {
  const change = { target_url: nameOf(PRIVATE), active: true };
  await asked(url, `${HOOKS}/${hook}`, change, "PUT");
  for (let from: unknown = range.from; from !== null; ) {
    const asks = { from_sequence: from, to_sequence: range.to };
    const answer = await asked(url, `${HOOKS}/${hook}/deliveries/replay`, asks);
    from = answer.next_sequence;
  }
}

/** All events of the feed after a number. */
async function feed(url: string, after: number): Promise<Told[]> {
  const told: Told[] = [];
  for (let from = after; ; ) {
    const page = await asked(url, `/v1/event-feed?after=${from}&limit=100`);
    const { data, has_more } = page as { data: Told[]; has_more: boolean };
    for (const { sequence, type, event } of data) told.push({ sequence, type, event });
    from = data.at(-1)?.sequence ?? from;
    if (!has_more) return told;
  }
}

/** Lets all receivers have what they asked for; the server is killed so often in between. */
async function deliverAll(service: Service, inboxes: readonly Inbox[], matrix: Matrix) {
  for (let kill = 0; kill < matrix.kills.delivering; kill++) {
    await wait(2_000);
    await service.kill();
    matrix.say("killed while delivering");
  }
  await untilAccepted(service, inboxes, matrix.effects);
}

type Receivers = Awaited<ReturnType<typeof startReceivers>>;

async function run(service: Service, receivers: Receivers, matrix: Matrix): Promise<Findings> {
  const { url } = service;
  const { inboxes } = receivers;
  const { hooks, ...before } = await prepare(url, receivers.url);
  const from = (await feed(url, 0)).at(-1)?.sequence ?? 0;
  const requests = await sendAll(service, matrix);
  matrix.say(`sent ${matrix.effects} effects in ${requests} requests`);
  await deliverAll(service, inboxesOf(inboxes, Object.keys(BEHAVIOURS)), matrix);
  const told = await feed(url, from);
  const hook = hooks.get(PRIVATE) ?? "";
  const webhook = await untilGivenUp(service, hook);
  const [reached] = inboxesOf(inboxes, [PRIVATE]).map(({ attempts }) => attempts);
  await replayTo(url, hook, { from: from + 1, to: told.at(-1)?.sequence ?? from });
  await untilAccepted(service, inboxesOf(inboxes, [PRIVATE]), matrix.effects);
  const { effects } = matrix;
  return judge({
    ...{ effects, requests, kills: service.kills, from, told, inboxes, ...before },
    refused: { attempts: reached, ...webhook },
    ask: (path) => asked(url, path),
  });
}

/** Runs the matrix: effects among faults, until every receiver has accepted all it asked for. */
export async function faultMatrix(matrix: Matrix): Promise<Findings> {
  const receivers = await startReceivers();
  try {
    const vars = { RECEIVERS: receivers.url };
    const service = await Service.open(matrix, "bench/faults/worker.ts", () => vars);
    try {
      return await run(service, receivers, matrix);
    } finally {
      await service.stop();
    }
  } finally {
    await receivers.stop();
  }
}
