import { DurableObject } from "cloudflare:workers";
import { writeBatch } from "../db/commit";
import { lapsedOfKey, releaseHolds } from "../db/session-holds";
import type { Env } from "../env";
import { assert } from "../lib/assert";
import { databaseOf } from "../scope/credentials";
import { placesOf } from "../scope/places";

/**
 * Holds are taken away this long after they lapsed: a clock that is ahead of the worker's by less
 * takes nothing away too soon, and one behind it is still in time (docs/behaviour.md).
 */
export const SLACK_MS = 2_000;
/** The database did not answer: the alarm goes off again after this. */
const RETRY_MS = 10_000;
/** A lapsed hold blocks nobody, so that what cannot be taken away for a day may stay. */
const GIVE_UP_MS = 86_400_000;

/**
 * What a session key was granted at one time. Instants are those of the worker, epoch milliseconds.
 */
export interface Lease {
  project_id: string;
  key: string;
  voucher_ids: readonly string[];
  expires_at: number;
}

const LEASES = "leases";
/** A key that is renewed for ever shorter times would gather leases without end. */
const MOST_LEASES = 10;

/**
 * At most so many leases, those that lapse first and the last one: what was granted in between is
 * taken away with the last. Until then it has lapsed and blocks nobody.
 */
const merged = (leases: readonly Lease[]): Lease[] =>
  leases.length <= MOST_LEASES
    ? [...leases]
    : [...leases.slice(0, MOST_LEASES - 1), ...leases.slice(-1)];

/**
 * Owns the lease of one session key of one project: it knows what the key holds and takes it away
 * when that lapses. A lease whose holds were redeemed or released meanwhile finds nothing to take
 * away. What may be held is for the database to say. All state is in storage, with the names too:
 * an object that an alarm wakes may not know its own.
 */
export class SessionLock extends DurableObject<Env> {
  /**
   * Sets the alarm for what is about to be held. It stands for all that the key held until then.
   */
  async keep(lease: Lease): Promise<void> {
    await this.#store(
      merged([lease, ...this.#leases().filter(({ expires_at }) => expires_at > lease.expires_at)]),
    );
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const due = this.#leases().findLast(({ expires_at }) => expires_at + SLACK_MS <= now);
    if (due && !(await this.#release(due)) && now < due.expires_at + GIVE_UP_MS) {
      await this.ctx.storage.setAlarm(now + RETRY_MS);
      return;
    }
    // Read anew: another request may have been granted something while the database was busy.
    await this.#store(
      this.#leases().filter(({ expires_at }) => expires_at > (due?.expires_at ?? 0)),
    );
  }

  /** A hold that was renewed lapses later than the lease, and stays. */
  async #release({ project_id, key, expires_at }: Lease): Promise<boolean> {
    try {
      // Looked up each time: a project may live elsewhere by now.
      const db = await databaseOf(placesOf(this.env), project_id);
      if (!db) return true;
      const written = await writeBatch(db, releaseHolds(lapsedOfKey(project_id, key, expires_at)));
      assert(written.ok, "a release breaks no constraint");
      return true;
    } catch (error) {
      const cause = error instanceof Error ? error.name : "unknown";
      console.error(JSON.stringify({ level: "error", job: "session-lock", cause }));
      return false;
    }
  }

  /** The one that lapses first comes first. */
  #leases(): Lease[] {
    return this.ctx.storage.kv.get<Lease[]>(LEASES) ?? [];
  }

  /** An object without leases leaves nothing behind. */
  async #store(leases: readonly Lease[]): Promise<void> {
    const [first] = leases;
    if (!first) {
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
      return;
    }
    this.ctx.storage.kv.put(LEASES, leases);
    await this.ctx.storage.setAlarm(first.expires_at + SLACK_MS);
  }
}
