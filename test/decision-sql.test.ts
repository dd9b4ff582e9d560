import { describe, expect, it } from "vitest";
import { READS, sentBy, WRITES } from "./support/decision-shapes";
import { judge } from "./support/large-database";
import { EXCEPTIONS } from "./support/plan-exceptions";
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

const { faults } = judge();

/** Faults of a statement's plan on a large project, but for those that stand with a reason. */
const standing = (sql: string): string[] =>
  faults(sql).filter(
    (fault) => !EXCEPTIONS.some((each) => sql.includes(each.statement) && each.fault.test(fault)),
  );

describe("a large project bears", () => {
  it.each([...Object.keys(READS), ...Object.keys(WRITES)])("%s", async (name) => {
    const batches = await sentBy(name);
    expect(batches.flat().flatMap(({ sql }) => standing(sql))).toEqual([]);
  });
});
