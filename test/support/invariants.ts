import { expect } from "vitest";
import { homeDb } from "./places";
import { INVARIANTS } from "./sentences";

/** Reads every table of the project and fails on the first sentence that does not hold. */
export async function expectSound(...projectIds: string[]): Promise<void> {
  const sentences = Object.keys(INVARIANTS);
  for (const id of projectIds) {
    const answers = await homeDb().batch(
      Object.values(INVARIANTS).map((sql) => homeDb().prepare(sql).bind(id)),
    );
    const broken = answers.flatMap(({ results }, at) =>
      results.length > 0 ? [{ sentence: sentences[at], rows: results }] : [],
    );
    expect(broken).toEqual([]);
  }
}
