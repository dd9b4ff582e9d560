import { countOf, KINDS, SHARED } from "./effects";
import { BEHAVIOURS, type Inbox, PRIVATE } from "./receivers";

/** An event as the feed tells it, in short. */
export interface Told {
  sequence: number;
  type: string;
  event: { id: string; entity_id: string };
}

/** What is known when all is over. */
interface Evidence {
  effects: number;
  requests: number;
  kills: number;
  /** The number of the last event before the first effect. */
  from: number;
  told: readonly Told[];
  /** The webhook to a private address before its target was changed, and what had come to it. */
  refused: Record<string, unknown>;
  inboxes: ReadonlyMap<string, Inbox>;
  /** Cards that earn points, none at first, and how many vouchers there were at first. */
  cards: readonly string[];
  vouchers: number;
  ask: (path: string) => Promise<Record<string, unknown>>;
}

/** What a receiver saw, as a row of the table. */
interface Row {
  receiver: string;
  events: number;
  accepted: number;
  attempts: number;
  /** Events that it accepted more than once. */
  repeated: number;
  wrong: number;
}

/** What was found: a row for each receiver, and each guarantee with what speaks against it. */
export interface Findings {
  rows: Row[];
  counts: Record<string, number>;
  broken: string[];
}

const isFollowing = (told: readonly Told[], from: number): boolean =>
  told.every(({ sequence }, at) => sequence === from + 1 + at);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The field of an answer at a path. */
const numberAt = (answer: unknown, ...path: string[]): number => {
  const value = path.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined),
    answer,
  );
  return Number(value);
};

function rowOf(name: string, inbox: Inbox, wanted: ReadonlySet<number>): Row {
  const events = [...inbox.heard.values()];
  return {
    receiver: name,
    events: events.length,
    accepted: inbox.accepted().filter((sequence) => wanted.has(sequence)).length,
    attempts: inbox.attempts,
    repeated: events.filter(({ accepted }) => accepted > 1).length,
    wrong: inbox.wrong.length,
  };
}

/** How often the state says that each kind of effect was done, in the order of the kinds. */
async function statesOf({ ask, cards, vouchers }: Evidence): Promise<number[]> {
  const total = await ask("/v1/vouchers?limit=1");
  const redeemed = await Promise.all(SHARED.map((code) => ask(`/v1/vouchers/${code}`)));
  const earned = await Promise.all(cards.map((code) => ask(`/v1/loyalties/members/${code}`)));
  return [
    numberAt(total, "total") - vouchers,
    sum(redeemed.map((each) => numberAt(each, "redemption", "redeemed_quantity"))),
    sum(earned.map((each) => numberAt(each, "loyalty_card", "balance"))),
  ];
}

/** Holds what was found against the guarantees. */
export async function judge(evidence: Evidence): Promise<Findings> {
  const { effects, told, from, refused, inboxes } = evidence;
  const asked = told.filter(({ type }) => KINDS.includes(type));
  const wanted = new Set(asked.map(({ sequence }) => sequence));
  const states = await statesOf(evidence);
  const broken: string[] = [];
  const hold = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };
  hold(isFollowing(told, from), "the sequence has gaps");
  hold(new Set(told.map(({ event }) => event.id)).size === told.length, "two events have one id");
  for (const [at, kind] of KINDS.entries()) {
    const want = countOf(kind, effects);
    const events = asked.filter(({ type }) => type === kind).length;
    hold(events === want, `${kind}: ${events} events of ${want} effects`);
    hold(states[at] === want, `${kind}: ${want} effects were done ${states[at]} times`);
  }
  const rows = [...Object.keys(BEHAVIOURS), PRIVATE].flatMap((name) => {
    const inbox = inboxes.get(name);
    return inbox ? [rowOf(name, inbox, wanted)] : [];
  });
  for (const { receiver, accepted, wrong } of rows) {
    hold(accepted === wanted.size, `${receiver} accepted ${accepted} of ${wanted.size} events`);
    hold(wrong === 0, `${receiver} got ${wrong} messages with a wrong signature or another id`);
  }
  hold(inboxes.get("elsewhere")?.attempts === 0, "a redirect was followed");
  hold(refused.attempts === 0, "a private address was reached");
  hold(
    refused.inactive_because === "RETRIES_EXHAUSTED",
    `the webhook to a private address was given up because ${refused.inactive_because}`,
  );
  const counts = {
    effects,
    requests: evidence.requests,
    kills: evidence.kills,
    events: told.length,
  };
  return { rows, counts, broken };
}
