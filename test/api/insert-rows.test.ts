import { describe, expect, it } from "vitest";
import { decode, insertLarge, insertRows, noCost, type Statement } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { redemptions } from "../../src/db/tables/redemptions";
import { vouchers } from "../../src/db/tables/vouchers";
import { newProject, rowsOf } from "../support/api";
import { homeDb } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

const write = async (...statements: Statement[]): Promise<void> => {
  const written = await writeBatch({ d1: homeDb(), cost: noCost() }, statements);
  expect(written.ok).toBe(true);
};

/** A voucher and its redemption as they are stored, with text that is hard to keep. */
async function stored() {
  const project = await newProject();
  const metadata = { "a'b": 'c"?1', d: [1.5, true, null, { "é\n": "😀" }] };
  await voucher(project, "FIRST", { metadata, additional_info: "it's ?1 \\u0041 😀" });
  await redeem(project, "FIRST", {
    customer: { source_id: "s" },
    order: { amount: 1000 },
    metadata,
  });
  const [own = {}] = await rowsOf("vouchers", project.id);
  const [entry = {}] = await rowsOf("redemptions", project.id);
  return { project, own, entry };
}

const names = (count: number): string[] => [..."abcdefghijkl"].slice(0, count);

describe("rows are stored alike, however many are written at once", () => {
  it.each([1, 2, 12])("%i vouchers", async (count) => {
    const { project, own } = await stored();
    const told = (name: string) => ({ id: name, code: name, code_key: name });
    const row = decode(vouchers, own);
    const rows = names(count).map((name) => ({ ...row, ...told(name) }));
    const insert = insertRows(vouchers, rows);
    expect(insert.sql.includes("json_each")).toBe(count > 2);
    await write(insert);
    const copies = (await rowsOf("vouchers", project.id)).filter(({ id }) => id !== own.id);
    expect(copies).toEqual(names(count).map((name) => ({ ...own, ...told(name) })));
  });

  it.each([1, 4, 12])("%i redemptions", async (count) => {
    const { project, entry } = await stored();
    const told = (name: string) => ({ id: name, sort_key: name });
    const row = decode(redemptions, entry);
    const statements = insertLarge(
      redemptions,
      names(count).map((name) => ({ ...row, ...told(name) })),
    );
    expect(statements.map(({ sql }) => sql.includes("json_each"))).toEqual([count > 4]);
    await write(...statements);
    const copies = (await rowsOf("redemptions", project.id)).filter(({ id }) => id !== entry.id);
    expect(copies).toEqual(names(count).map((name) => ({ ...entry, ...told(name) })));
  });
});
