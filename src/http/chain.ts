import type { Context, Input, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env";
import { onError } from "./respond";

/**
 * The steps of an operation as one handler, made when the first request comes: the router keeps an
 * entry for each handler, and an isolate needs few of them. What a step throws becomes the answer
 * that the steps before it see, as it does between handlers.
 */
export function chained<I extends Input>(
  made: () => readonly MiddlewareHandler<AppEnv, string, I>[],
): MiddlewareHandler<AppEnv, string, I> {
  let steps: readonly MiddlewareHandler<AppEnv, string, I>[] | undefined;
  const run = async (c: Context<AppEnv, string, I>, at: number): Promise<void> => {
    steps ??= made();
    try {
      const answer = await steps[at]?.(c, () => run(c, at + 1));
      if (answer && !c.finalized) c.res = answer;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      c.error = error;
      c.res = await onError(error, c);
    }
  };
  return async (c) => {
    await run(c, 0);
    return c.res;
  };
}
