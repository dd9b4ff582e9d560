import { setTimeout as wait } from "node:timers/promises";
import { type Plan, type Sent, usesOf } from "./plan";
import type { Shop } from "./shops";

/** Requests that are open at once. */
const OPEN = 20;
const AGAIN_MS = 250;
/** A request that hangs was cut off. */
const PATIENCE_MS = 20_000;
/** What is refused for so long is gone for good. */
const ATTEMPTS = 400;
/** A conflict that stays one is an answer. */
const CONFLICTS = 20;
/** Of so many operations one is asked for again later. */
const REPEATED = 100;

/** What is known of an operation: nothing yet, that it is done, refused, or cut off. */
export const STATES = ["", "done", "refused", "unknown"] as const;
export type State = (typeof STATES)[number];

interface Answer {
  status: number;
  text: string;
}

/** An answer that came, to be compared with what the same request is told later. */
interface Kept extends Answer {
  at: number;
}

/** What a driver knows between two ranges of operations. */
export interface DriverState {
  /** One byte for each operation, in base64. */
  states: string;
  redemptions: [at: number, id: string][];
  requests: number;
  finished: number;
  broken: string[];
}

const nothing = { status: 0, text: "" };

/** Sends operations and notes what is known of each. */
export class Driver {
  private readonly states: Uint8Array;
  private readonly redemptions: Map<number, string>;
  private kept: Kept[] = [];
  requests: number;
  finished: number;
  /** Answers that no fault explains. */
  readonly broken: string[];

  constructor(
    private readonly url: string,
    readonly plan: Plan,
    private readonly shops: readonly Shop[],
    readonly count: number,
    known?: DriverState,
  ) {
    this.states = known
      ? new Uint8Array(Buffer.from(known.states, "base64"))
      : new Uint8Array(count);
    this.redemptions = new Map(known?.redemptions);
    this.requests = known?.requests ?? 0;
    this.finished = known?.finished ?? 0;
    this.broken = known?.broken ?? [];
  }

  state = (): DriverState => ({
    states: Buffer.from(this.states).toString("base64"),
    redemptions: [...this.redemptions],
    requests: this.requests,
    finished: this.finished,
    broken: this.broken,
  });

  stateOf = (at: number): State => STATES[this.states[at] ?? 0] ?? "";

  shopOf(at: number): Shop {
    const shop = this.shops[this.plan.projectOf(at)];
    if (!shop) throw new Error("each operation has a project");
    return shop;
  }

  /** How many operations are done, refused and cut off. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = { done: 0, refused: 0, unknown: 0 };
    for (let at = 0; at < this.count; at++) {
      const state = this.stateOf(at);
      counts[state] = (counts[state] ?? 0) + 1;
    }
    return counts;
  }

  sentBy = (at: number): Sent =>
    this.plan.sentBy(at, this.shopOf(at), (other) => this.redemptions.get(other));

  private async once(at: number, { method, path, body }: Sent): Promise<Answer> {
    this.requests += 1;
    const response = await fetch(this.url + path, {
      method,
      headers: { ...this.shopOf(at).headers, "Idempotency-Key": `mix-${at}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    // The server before the worker says so in words of its own when the worker is gone.
    return response.status === 500 && !text.startsWith("{")
      ? nothing
      : { status: response.status, text };
  }

  /** Sends until there is an answer; one that was cut off is left so if its number is odd. */
  private async answered(at: number, sent: Sent): Promise<Answer | null> {
    for (let attempts = 1; attempts < ATTEMPTS; attempts++) {
      const { status, text } = await this.once(at, sent).catch(() => nothing);
      if (status === 0 && at % 2 === 1) return null;
      if (status === 500) this.broken.push(`${sent.method} ${sent.path}: ${text}`);
      const isLater = status === 429 || (status === 409 && attempts < CONFLICTS);
      if (status !== 0 && status < 500 && !isLater) return { status, text };
      await wait(AGAIN_MS);
    }
    throw new Error(`operation ${at} is never answered: ${sent.method} ${sent.path}`);
  }

  private note(at: number, answer: Answer | null): void {
    const state: State = answer === null ? "unknown" : answer.status < 300 ? "done" : "refused";
    this.states[at] = STATES.indexOf(state);
    if (state !== "done" || !answer) return;
    if (at % REPEATED === 0) this.kept.push({ at, ...answer });
    if (usesOf(this.plan.kindOf(at)) !== 1) return;
    const [, id] = /"id":"(r_[0-9a-f]+)"/.exec(answer.text) ?? [];
    if (id) this.redemptions.set(at, id);
  }

  /** Sends a range of operations, some at once. */
  async send(from: number, to: number, done: (so: number) => void): Promise<void> {
    let next = from;
    const line = async () => {
      for (let at = next++; at < to; at = next++) {
        this.note(at, await this.answered(at, this.sentBy(at)));
        this.finished += 1;
        done(this.finished);
      }
    };
    await Promise.all(Array.from({ length: OPEN }, line));
  }

  /** Sends some again that were answered since the last time: they are told the same. */
  async repeat(): Promise<number> {
    const kept = this.kept.splice(0);
    for (const { at, status, text } of kept) {
      if (this.plan.kindOf(at) === "validate") continue;
      const again = await this.answered(at, this.sentBy(at));
      if (again && again.status === status && again.text === text) continue;
      if (again || at % 2 === 0)
        this.broken.push(`operation ${at} is answered ${again?.text}, and before ${text}`);
    }
    return kept.length;
  }
}
