import measured from "./measured.json";

/** What one operation was measured to take, now and behind its answer. */
export interface MeasuredRows {
  rows_read: number;
  rows_written: number;
  later_read: number;
  later_written: number;
  /** CPU of the worker on replayed answers, and of the whole local process. */
  worker_ms: number;
  whole_ms: number;
}

export const MEASURED_NAMES = [
  "validation",
  "seldom",
  "anonymous",
  "redemption",
  "stack",
  "qualification",
  "session",
] as const;

/** Rows and CPU of each operation. */
export type MeasuredOperations = Record<(typeof MEASURED_NAMES)[number], MeasuredRows>;

/** As `npm run benchmarks` wrote them last. */
export const MEASURED: MeasuredOperations = measured;
