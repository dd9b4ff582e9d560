import { describe, expect, it } from "vitest";
import { READS, sentBy, WRITES } from "./support/decision-shapes";
import { readable } from "./support/readable-sql";

/** Every batch of a shape as `test/sql` has it; `npx vitest -u` writes what is asked by now. */
async function expectSent(name: string): Promise<void> {
  const batches = await sentBy(name);
  const text = batches
    .map((statements, at) => [`-- Round trip ${at + 1}`, ...statements.map(readable)].join("\n\n"))
    .join("\n\n");
  const file = name.replaceAll(/[^a-z]+/g, "-");
  await expect(`${text}\n`).toMatchFileSnapshot(`sql/${file}.sql`);
}

describe("what is asked of the database", () => {
  it.each(Object.keys(READS))("to decide: %s", expectSent);
  it.each(Object.keys(WRITES))("to write: %s", expectSent);
});
