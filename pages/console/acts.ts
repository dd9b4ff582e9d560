import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { say } from "../shared/parts/toasts";
import { useFailure } from "./parts/failure";

interface Act<T> {
  run: () => Promise<T>;
  /** What is said when it is done, or of what came of it. */
  done?: string | ((result: T) => string);
  /** The way back, where the API has one. */
  undo?: () => Promise<unknown>;
  /** Goes away from what is no longer there, before anything is asked again. */
  leave?: () => void;
  /** First parts of the query keys that are then asked again. */
  refresh?: readonly string[];
}

/**
 * Runs what changes something: `act` answers the result, or null after a failure, which `failure`
 * tells and `error` is; `isBusy` while it works, so that nothing is sent twice.
 */
export function useAct() {
  const queries = useQueryClient();
  const failureOf = useFailure();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const told = (cause: unknown) => failureOf(cause).text;
  const refreshed = (names: readonly string[] = []) =>
    Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));

  async function act<T>({ run, done, undo, leave, refresh }: Act<T>): Promise<T | null> {
    setBusy(true);
    setError(null);
    try {
      const result = await run();
      leave?.();
      // What was left is gone from the page by then, and asks no more.
      if (leave) await new Promise(requestAnimationFrame);
      // What it changed is asked again beside it: the next press need not wait for that.
      void refreshed(refresh);
      if (done !== undefined) {
        const said = typeof done === "string" ? done : done(result);
        say(said, undo && (() => void act({ run: undo, ...(refresh && { refresh }) })));
      }
      return result;
    } catch (cause) {
      setError(cause);
      say(told(cause));
      return null;
    } finally {
      setBusy(false);
    }
  }
  const failure = error === null ? null : told(error);
  return { act, isBusy, failure, error, clear: () => setError(null) };
}
