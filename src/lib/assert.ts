/**
 * Stops the request when an invariant of ours is broken: always a bug, never the caller's fault.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}

/** The value, where the surrounding code has already made sure that it is there. */
export function present<T>(value: T | null | undefined, name: string): T {
  assert(value !== null && value !== undefined, `${name} is absent`);
  return value;
}
