import type { MeasuredOperations, MeasuredRows } from "./measured";

// What a deployment costs a month, from what operations were measured to take and the prices that
// Cloudflare published (Workers Paid, read on 2026-11-23 in the documentation of each product).

/** What is paid for; bytes in GB of a whole month. */
export interface Use {
  requests: number;
  cpu_ms: number;
  rows_read: number;
  rows_written: number;
  database_gb: number;
  queue_operations: number;
  object_requests: number;
  object_gb_s: number;
  bucket_gb: number;
  bucket_writes: number;
  bucket_reads: number;
}

interface Price {
  /** So much is in the plan. */
  included: number;
  /** Dollars for each unit beyond. */
  each: number;
}

const MILLION = 1_000_000;
const perMillion = (dollars: number): number => dollars / MILLION;

/** Dollars of the plan itself. */
export const PLAN = 5;

export const PRICES: Record<keyof Use, Price> = {
  requests: { included: 10 * MILLION, each: perMillion(0.3) },
  cpu_ms: { included: 30 * MILLION, each: perMillion(0.02) },
  rows_read: { included: 25_000 * MILLION, each: perMillion(0.001) },
  rows_written: { included: 50 * MILLION, each: perMillion(1) },
  database_gb: { included: 5, each: 0.75 },
  queue_operations: { included: MILLION, each: perMillion(0.4) },
  object_requests: { included: MILLION, each: perMillion(0.15) },
  object_gb_s: { included: 400_000, each: perMillion(12.5) },
  bucket_gb: { included: 10, each: 0.015 },
  bucket_writes: { included: MILLION, each: perMillion(4.5) },
  bucket_reads: { included: 10 * MILLION, each: perMillion(0.36) },
};

/** The cast holds because the names are those of the prices. */
export const USE_NAMES = Object.keys(PRICES) as (keyof Use)[];

/** What one operation takes: its request and all that goes on behind it. */
type Operation = Partial<Use>;

/** Messages are written, read and deleted. */
const MESSAGE = 3;

/**
 * Rows and CPU that no bench sees, counted by hand with all indexes and rounded up. The hold of a
 * session ends. Events of a redemption are told to one webhook, kept for a month, moved to the
 * bucket and deleted, as the idempotency key is after a day.
 */
const BY_HAND = { session: { written: 10 }, redemption: { read: 70, written: 34, cpu_ms: 6 } };

/** What is measured of one operation, with its request. */
const measuredUse = (rows: MeasuredRows) => ({
  requests: 1,
  cpu_ms: rows.whole_ms,
  rows_read: rows.rows_read + rows.later_read,
  rows_written: rows.rows_written + rows.later_written,
});

export type Operations = Record<
  "validation" | "session" | "qualification" | "read" | "redemption",
  Operation
>;

/** What the operations of a shop take, those that were measured and those behind them. */
export function operationsOf(measured: MeasuredOperations): Operations {
  const session = measuredUse(measured.session);
  const redemption = measuredUse(measured.redemption);
  return {
    // Shoppers of a small shop come one by one: nothing of them is put together.
    validation: measuredUse(measured.seldom),
    // Its hold, and later its end: the object is asked, and woken by its alarm.
    session: {
      ...session,
      rows_written: session.rows_written + BY_HAND.session.written,
      object_requests: 2,
      object_gb_s: 2 * 0.05 * 0.128,
    },
    qualification: measuredUse(measured.qualification),
    read: { requests: 1, cpu_ms: 2, rows_read: 10 },
    // With an order and an idempotency key, three messages and one webhook.
    redemption: {
      ...redemption,
      requests: 4,
      cpu_ms: redemption.cpu_ms + BY_HAND.redemption.cpu_ms,
      rows_read: redemption.rows_read + BY_HAND.redemption.read,
      rows_written: redemption.rows_written + BY_HAND.redemption.written,
      queue_operations: 3 * MESSAGE,
    },
  };
}

/** What a shop does on a day. */
export type Day = Record<keyof Operations, number>;

/** A shop of so many redemptions a day, with what its shoppers try before. */
export const shopOf = (redemptions: number): Day => ({
  redemption: redemptions,
  validation: 4 * redemptions,
  session: redemptions,
  qualification: 5 * redemptions,
  read: 5 * redemptions,
});

const DAYS = 30;
const MINUTES = DAYS * 24 * 60;

/** Bytes of the database that a redemption adds for good, and those that leave it again. */
const KEPT_BYTES = 2_800;
const PASSING_BYTES = { events: 1_200 * DAYS, key: 4_800 };
/** Bytes of its events in the bucket: gzipped, a fifth of them. */
const ARCHIVED_BYTES = 240;
/** Of each project a file of events a day, and what is read to write it. */
const ARCHIVES = 1;
const GB = 1_000_000_000;

/** Rows that the sweeps of a minute read for each project, and of a place anyway. */
const SWEPT = { project: 1, place: 100 };

/** Bytes of a place up to which it takes new projects. */
const PLACE_GB = 8;
/** Milliseconds that the database works for an operation: an estimate, of a thousand in each second. */
const DATABASE_MS = { validation: 1, session: 2, qualification: 2, read: 0.5, redemption: 4 };
/** The busiest hour has so many times the average, and a place is to work half of the time. */
const PEAK = 5;
const SHARE = 0.5;

/** The sweeps of a minute keep how each of them went: a row for each. */
const SWEEP = { cpu_ms: 20, rows_written: 24 };
/** Rows that a file of events writes and deletes in the database. */
const ARCHIVE_ROWS = 10;

interface Deployment {
  shops: number;
  day: Day;
  /** How many months they have been open. */
  months: number;
}

const OPERATION_NAMES = ["validation", "session", "qualification", "read", "redemption"] as const;

/** GB of all databases: what stays of all months, and what has not left yet. */
const databaseGb = ({ shops, day, months }: Deployment): number =>
  (shops *
    day.redemption *
    (KEPT_BYTES * DAYS * months + PASSING_BYTES.events + PASSING_BYTES.key)) /
  GB;

/** How many databases they need: for their bytes, or for the work of the busiest hour. */
export function placesFor(deployment: Deployment): number {
  const { shops, day } = deployment;
  const ms = OPERATION_NAMES.reduce((sum, name) => sum + day[name] * DATABASE_MS[name], 0);
  const busy = (shops * ms * PEAK) / (86_400_000 * SHARE);
  return Math.ceil(Math.max(1, databaseGb(deployment) / PLACE_GB, busy));
}

/** What they use in that month. */
export function useOf(deployment: Deployment, operations: Operations): Use {
  const { shops, day, months } = deployment;
  const places = placesFor(deployment);
  const all = (what: keyof Use): number =>
    OPERATION_NAMES.reduce((sum, name) => {
      return sum + shops * DAYS * day[name] * (operations[name][what] ?? 0);
    }, 0);
  const archives = shops * DAYS * ARCHIVES;
  return {
    requests: all("requests") + places * MINUTES,
    cpu_ms: all("cpu_ms") + places * MINUTES * SWEEP.cpu_ms,
    rows_read: all("rows_read") + MINUTES * (shops * SWEPT.project + places * SWEPT.place),
    rows_written:
      all("rows_written") + places * MINUTES * SWEEP.rows_written + archives * ARCHIVE_ROWS,
    database_gb: databaseGb(deployment),
    queue_operations: all("queue_operations") + (places * MINUTES + archives) * MESSAGE,
    object_requests: all("object_requests"),
    object_gb_s: all("object_gb_s"),
    bucket_gb: (shops * day.redemption * ARCHIVED_BYTES * DAYS * months) / GB,
    bucket_writes: archives,
    bucket_reads: archives,
  };
}

/** Dollars for each thing, and for all of it. */
export function costOf(use: Use): { each: Use; total: number } {
  const entries = USE_NAMES.map((name) => {
    const { included, each } = PRICES[name];
    return [name, Math.max(0, use[name] - included) * each] as const;
  });
  // The cast holds because the names are those of the prices.
  const each = Object.fromEntries(entries) as Use & Record<string, number>;
  return { each, total: entries.reduce((sum, [, dollars]) => sum + dollars, PLAN) };
}
