import type { WebhookRow } from "../../../db/tables/webhooks";
import { type Outcome, outcomeOf } from "../../../engine/webhooks/outcome";
import type { Scope } from "../../../scope/scope";
import { type Attempt, attempt } from "./attempt";
import { deliveryId } from "./delivery-id";
import { webhookEnvelope } from "./envelope";
import type { Due, Told } from "./lane-store";
import { messageOf, type Sender } from "./message";

/** No attempt of a round begins later than that: a slow receiver does not make it endless. */
const ROUND_MS = 5_000;

/** Whom a round delivers to. */
export interface Receiver {
  place: Pick<Scope, "project" | "settings">;
  webhook: WebhookRow;
  sender: Sender;
  /** Attempts that go on at once. */
  connections: number;
}

/** What came of a round. */
export interface Delivered {
  /** Where it was sent. */
  target_url: string;
  told: Told[];
  deactivates: Outcome["deactivates"];
  /** Milliseconds of the attempt that took longest. */
  slowest: number;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The message of a delivery; null where its event cannot be told, which is logged. */
function messageFor({ place, webhook, sender }: Receiver, due: Due, id: string) {
  try {
    const envelope = webhookEnvelope(place, webhook, due.readEvent());
    return messageOf(sender, JSON.stringify(envelope), id, Date.now());
  } catch (error) {
    const cause = error instanceof Error ? error.name : "unknown";
    console.error(JSON.stringify({ level: "error", delivery: id, cause }));
    return null;
  }
}

const UNSENT: Attempt = { status: null, cause: "event_unreadable", milliseconds: 0 };

/**
 * Sends one delivery, and says what becomes of it. One that cannot be told fails alone: the others
 * of its lane go on.
 */
async function deliver(receiver: Receiver, due: Due) {
  const id = deliveryId(receiver.webhook, due.sequence);
  const began = Date.now();
  const message = messageFor(receiver, due, id);
  const done = message ? await attempt(receiver.sender.target, message) : UNSENT;
  const firstAt = due.first_at === null ? null : Date.parse(due.first_at);
  const tried = { id, attempts: due.attempts, firstAt: firstAt ?? began };
  const outcome = outcomeOf(tried, { ...done, isUnsent: message === null }, Date.now());
  const told: Told = {
    sequence: due.sequence,
    before: due.attempts,
    status: outcome.status,
    due_at: iso(outcome.dueAt),
    at: new Date(began).toISOString(),
    last_status: done.status,
    last_cause: done.cause,
    last_ms: done.milliseconds,
  };
  return { told, outcome, milliseconds: done.milliseconds };
}

/**
 * Sends deliveries, some at a time, those that wait longest first. Ends early where the receiver is
 * slow or wants nothing more: what was not sent stays due.
 */
export async function deliverAll(receiver: Receiver, due: readonly Due[]): Promise<Delivered> {
  const until = Date.now() + ROUND_MS;
  const open = [...due];
  const { target_url } = receiver.webhook;
  const done: Delivered = { target_url, told: [], deactivates: null, slowest: 0 };
  const mayGoOn = () => done.deactivates === null && Date.now() < until;
  async function line(): Promise<void> {
    for (let next = open.shift(); next; next = mayGoOn() ? open.shift() : undefined) {
      const { told, outcome, milliseconds } = await deliver(receiver, next);
      done.told.push(told);
      done.deactivates ??= outcome.deactivates;
      done.slowest = Math.max(done.slowest, milliseconds);
    }
  }
  await Promise.all(Array.from({ length: receiver.connections }, line));
  return done;
}
