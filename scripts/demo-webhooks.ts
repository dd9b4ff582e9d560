import { setTimeout as wait } from "node:timers/promises";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { CONTRACT_KINDS } from "../src/model/contract-kinds.ts";
import { call, must, type Reply, tell } from "./demo-client.ts";
import { demoHeaders } from "./demo-keys.ts";
import { webhookSecret } from "./demo-project.ts";
import { type Arrived, type LocalReceiver, startReceiver } from "./local-receiver.ts";

const HOOKS = "/management/v1/projects/proj_demo/webhooks";
const KINDS: readonly string[] = [...CONTRACT_KINDS, "customer.updated"];
const PATIENCE_MS = 30_000;

/** A webhook that is told of the whole run, and the receiver that it tells. */
export interface Listening {
  receiver: LocalReceiver;
  hook: Reply["body"];
  /** The number of the last event before the run. */
  before: number;
}

const manage = (method: string, path: string, body?: unknown) =>
  must(method, path, body, demoHeaders.management);

/** All events after a number, page after page. */
async function eventsAfter(before: number): Promise<Reply["body"][]> {
  const events: Reply["body"][] = [];
  for (let after = before, more = true; more; after = events.at(-1)?.sequence ?? after) {
    const page = await must("GET", `/v1/event-feed?after=${after}&limit=100`);
    events.push(...page.data);
    more = page.has_more;
  }
  return events;
}

/** Starts a receiver on this machine and has it told of every kind. */
export async function listen(): Promise<Listening> {
  const receiver = await startReceiver();
  const before = (await eventsAfter(0)).length;
  const hook = await manage("POST", HOOKS, {
    target_url: `${receiver.url}/hooks`,
    events: KINDS,
    custom_headers: { Authorization: "Bearer of-the-receiver" },
  });
  tell("A receiver wants to be told of everything", [
    `${hook.id}: ${hook.events.length} kinds to ${hook.target_url}, from event ${before + 1} on`,
  ]);
  return { receiver, hook, before };
}

/** What a message says once its signature is verified with the project's secret; throws else. */
const verified = ({ body, headers }: Arrived): Reply["body"] =>
  new StandardWebhook(webhookSecret).verify(body, headers);

/** Waits until all events of the run have come that the webhook asked for; answers both. */
async function allCame({ receiver, before }: Listening) {
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(200)) {
    const expected = (await eventsAfter(before)).filter(({ type }) => KINDS.includes(type));
    const told = new Map(receiver.arrived.map(verified).map((each) => [each.sequence, each]));
    if (expected.every(({ sequence }) => told.has(sequence))) return { expected, told };
    if (Date.now() > deadline) {
      throw new Error(`${told.size} of ${expected.length} events came to the receiver`);
    }
  }
}

const spoiled = ({ receiver }: Listening): string => {
  const [message] = receiver.arrived;
  if (!message) return "nothing came";
  try {
    verified({ ...message, body: message.body.replace("proj_demo", "proj_other") });
    return "a changed message was believed";
  } catch (error) {
    return error instanceof Error ? error.message : "refused";
  }
};

/** Shows that every event of the run has come, verified; then the receiver wants no more. */
export async function heardAll(listening: Listening): Promise<void> {
  const { receiver, hook } = listening;
  const { expected, told } = await allCame(listening);
  const test = await manage("POST", `${HOOKS}/${hook.id}/test`, {});
  const last = expected.at(-1);
  const log = await manage("GET", `${HOOKS}/${hook.id}/deliveries?limit=1`);
  tell("The receiver has verified every event of this run", [
    `${told.size} events by ${receiver.arrived.length - 1} messages, ${new Set(expected.map((each) => each.type)).size} kinds, none missing between ${expected[0]?.sequence} and ${last?.sequence}`,
    `the last was ${last?.type} with ${Object.keys(last?.data ?? {}).join(", ")}`,
    `a message that was changed on its way: ${spoiled(listening)}`,
    `a sample on demand: ${test.type}, answered ${test.status} in ${test.milliseconds} ms`,
    `the log: ${log.total} deliveries, ${log.data[0]?.id} ${log.data[0]?.status} after ${log.data[0]?.attempts} attempt`,
  ]);
  await call("DELETE", `${HOOKS}/${hook.id}`, undefined, demoHeaders.management);
  await receiver.stop();
}
