import { ApiError } from "../errors";

const ATTEMPTS = 3;

/**
 * Runs load, decide and commit until the commit is not refused by a race, at most `attempts` times.
 * The step is told which attempt it is, from 1 on, and answers null where it lost a race.
 */
export async function retried<T>(
  step: (attempt: number) => Promise<T | null>,
  attempts = ATTEMPTS,
): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const done = await step(attempt);
    if (done !== null) return done;
  }
  throw new ApiError("multiple_requests");
}
