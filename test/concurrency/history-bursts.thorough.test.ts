import { describe, expect, it } from "vitest";
import { newProject } from "../support/api";
import { burst, LIMITS, limited } from "../support/history";
import { expectSound } from "../support/invariants";

/** Each with a new customer. */
const BURSTS = 50;

describe(`${BURSTS} bursts of twenty orders of a new customer at once`, () => {
  it.each(Object.entries(LIMITS))(
    "%s: never one too many",
    async (_, limit) => {
      const project = await limited(await newProject(), limit);
      for (let at = 0; at < BURSTS; at++) {
        // All were decided at once, so that all but the first to write are decided anew.
        expect(await burst(project, limit, `ann-${at}`)).toBe(19);
      }
      await expectSound(project.id);
    },
    600_000,
  );
});
