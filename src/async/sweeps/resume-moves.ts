import { openMoves } from "../../resources/management/moves/store";
import { sendJobs } from "../../scope/send";
import type { Sweep } from "./sweep";

/** A move that has not gone on for so long has lost its message. */
const STUCK_MS = 10_000;

/** Sends the message anew of moves that stand still, or that have something to delete by now. */
export const resumeMoves: Sweep = {
  name: "resume-moves",
  isControl: true,
  statements: 1,
  run: async ({ env, control, now }) => {
    const projects = await openMoves(control, now, STUCK_MS);
    await sendJobs(
      env,
      projects.map((project_id) => ({ job: "move", project_id })),
    );
  },
};
