import { ApiError } from "../errors";

const ATTEMPTS = 3;

/**
 * Runs load, decide and commit until the commit is not refused by a race, at most three times. The
 * step answers null where it lost one.
 */
export async function retried<T>(step: () => Promise<T | null>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const done = await step();
    if (done !== null) return done;
  }
  throw new ApiError("multiple_requests");
}
