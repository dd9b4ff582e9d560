import type { Cost } from "../db/client";
import type { SessionLock } from "../durable/session-lock";
import type { Env } from "../env";
import { isMarked } from "../lib/platform-error";
import type { Leases } from "./scope";

interface Owner {
  projectId: string;
  cost: Cost;
}

type Call = (lock: DurableObjectStub<SessionLock>) => Promise<void>;

/** The leases of a project's session keys: one object for each key. */
export function leasesOf(env: Pick<Env, "SESSION_LOCK">, { projectId, cost }: Owner): Leases {
  // A stub may be broken after a failure, so each attempt has its own.
  const once = (key: string, call: Call) => call(env.SESSION_LOCK.getByName(`${projectId}:${key}`));
  const counted = async (key: string, call: Call): Promise<void> => {
    const started = performance.now();
    cost.round_trips += 1;
    try {
      await once(key, call);
    } finally {
      cost.milliseconds += performance.now() - started;
    }
  };
  return {
    keep: async ({ key, ...lease }) => {
      const call: Call = (lock) => lock.keep({ project_id: projectId, key, ...lease });
      try {
        await counted(key, call);
      } catch (error) {
        if (!isMarked(error, "retryable")) throw error;
        await counted(key, call);
      }
    },
  };
}
