import * as z from "zod";
import type { Env } from "../../env";
import { sweep } from "../cron";
import { causeOf } from "../dead-jobs";

const Message = z.object({ place: z.string() });

/**
 * Sweeps one place. What fails is for the next minute, whose message comes anyway: this one is not
 * sent again.
 */
export async function sweepJob(env: Env, message: unknown): Promise<void> {
  const { place } = Message.parse(message);
  try {
    await sweep(env, Date.now(), undefined, place);
  } catch (error) {
    console.error(JSON.stringify({ level: "error", job: "sweep", place, cause: causeOf(error) }));
  }
}
