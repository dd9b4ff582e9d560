/**
 * What the platform marks an error of a Durable Object with: so much waits there that nothing was
 * run, or the way was lost and may be tried again.
 */
export const isMarked = (error: unknown, mark: "overloaded" | "retryable"): boolean =>
  error instanceof Error && Reflect.get(error, mark) === true;
