import { describe, expect, it } from "vitest";
import { costOf, newProject } from "../support/api";
import { copies } from "../support/copies";

const MADE: Record<string, object> = {
  orders: { source_id: "o", amount: 100 },
  customers: { source_id: "c" },
  vouchers: { code: "V", type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
};

/** What the first page reads in each order, with so many rows that were updated and that were not. */
async function readsOf(table: string, updated: number, never: number) {
  const project = await newProject();
  await project.post(`/v1/${table}`, MADE[table]);
  const at = (count: number, updated_at: string | null) =>
    Array.from({ length: count }, () => ({ updated_at }));
  await copies(project, { table }, [
    ...at(updated, "2026-02-01T00:00:00.000Z"),
    ...at(never, null),
  ]);
  const read = async (order: string) => {
    const reply = await project.get(`/v1/${table}?limit=10&order=${order}`);
    expect(reply.body[table]).toHaveLength(10);
    return costOf(reply).read;
  };
  await read("created_at");
  return {
    created_at: await read("created_at"),
    "-created_at": await read("-created_at"),
    updated_at: await read("updated_at"),
    "-updated_at": await read("-updated_at"),
  };
}

describe.each(Object.keys(MADE))("a page of %s", (table) => {
  it("reads as many rows of 2,000 that were updated as of 20", async () => {
    const [many, few] = [await readsOf(table, 2_000, 20), await readsOf(table, 20, 20)];
    // A known gap: codes that were never updated are looked for among those that were.
    const { updated_at: _, ...constant } = few;
    expect(many).toEqual(table === "vouchers" ? expect.objectContaining(constant) : few);
  });

  it("reads as many rows of 2,000 that were never updated as of 20", async () => {
    expect(await readsOf(table, 20, 2_000)).toEqual(await readsOf(table, 20, 20));
  });
});
