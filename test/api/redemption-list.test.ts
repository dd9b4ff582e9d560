import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listOf } from "../../src/http/page";
import { LedgerEntry } from "../../src/resources/redemptions/schema";
import { costOf, newProject, parsed, type Reply } from "../support/api";

const List = listOf("redemptions", LedgerEntry).extend({ redemptions: z.array(LedgerEntry) });
const idsOf = (reply: Reply) => parsed(List, reply).redemptions.map(({ id }) => id);

/** A success of Alice, a failure of Bob, a success of nobody, and the first one rolled back. */
async function ledger() {
  const project = await newProject();
  await project.post("/v1/vouchers/A5", { discount: { type: "AMOUNT", amount_off: 5 } });
  await project.post("/v1/vouchers/OFF", {
    discount: { type: "AMOUNT", amount_off: 5 },
    active: false,
  });
  await project.post("/v1/customers", { source_id: "bob" });
  const ids: string[] = [];
  const step = async (path: string, body: object) => {
    const started = Date.now();
    const reply = await project.post(path, body);
    ids.push(reply.body.resource_id ?? reply.body.id);
    while (Date.now() === started) await scheduler.wait(1);
    return reply;
  };
  const first = await step("/v1/vouchers/A5/redemption", { customer: { source_id: "alice" } });
  await step("/v1/vouchers/OFF/redemption", { customer: { source_id: "bob" } });
  const third = await step("/v1/vouchers/A5/redemption", {});
  await step(`/v1/redemptions/${first.body.id}/rollback`, {});
  const alice = (await project.get("/v1/customers/alice")).body.id;
  return { project, ids, alice, third: third.body };
}

const pick = (ids: string[], positions: number[]) => positions.map((at) => ids[at]);

describe("GET /v1/redemptions", () => {
  it.each([
    ["", [3, 2, 1, 0]],
    ["order=created_at", [0, 1, 2, 3]],
    ["order=-created_at", [3, 2, 1, 0]],
    ["result=SUCCESS", [3, 2, 0]],
    ["result=FAILURE", [1]],
    ["customer=alice", [3, 0]],
    ["customer=bob", [1]],
    ["customer=nobody", []],
    ["customer=alice&result=SUCCESS&order=created_at", [0, 3]],
    ["created_at[before]=2001-01-01", []],
    ["created_at[after]=2001-01-01", [3, 2, 1, 0]],
  ])("200: %s", async (query, positions) => {
    const { project, ids } = await ledger();
    const reply = await project.get(`/v1/redemptions?${query}`);
    expect(idsOf(reply)).toEqual(pick(ids, positions));
    expect(reply.body.total).toBe(positions.length);
    expect(costOf(reply).roundTrips).toBe(positions.length > 0 ? 2 : 1);
  });

  it("200: a customer's id, and a moment between two entries", async () => {
    const { project, ids, alice, third } = await ledger();
    expect(idsOf(await project.get(`/v1/redemptions?customer=${alice}`))).toEqual(
      pick(ids, [3, 0]),
    );
    const before = await project.get(`/v1/redemptions?created_at[before]=${third.date}`);
    expect(idsOf(before)).toEqual(pick(ids, [1, 0]));
    const after = await project.get(`/v1/redemptions?created_at[after]=${third.date}`);
    expect(idsOf(after)).toEqual(pick(ids, [3]));
  });

  it("200: page by page", async () => {
    const { project, ids } = await ledger();
    const pages: string[] = [];
    for (const page of [1, 2, 3]) {
      const reply = await project.get(`/v1/redemptions?limit=3&page=${page}`);
      expect(reply.body.total).toBe(4);
      pages.push(...idsOf(reply));
    }
    expect(pages).toEqual([...ids].reverse());
  });

  it("200: nothing of another project", async () => {
    await ledger();
    const reply = await (await newProject()).get("/v1/redemptions");
    expect([idsOf(reply), reply.body.total]).toEqual([[], 0]);
  });

  it.each(["limit=0", "limit=101", "page=0", "page=101", "result=MAYBE"])(
    "400 invalid_query_params: %s",
    async (query) => {
      const reply = await (await newProject()).get(`/v1/redemptions?${query}`);
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
    },
  );
});

describe("GET /v1/redemptions/{id}", () => {
  it("404: unknown, and another project's", async () => {
    const { ids } = await ledger();
    const other = await newProject();
    for (const id of ["r_unknown", String(ids[0])]) {
      const reply = await other.get(`/v1/redemptions/${id}`);
      expect([reply.status, reply.body]).toEqual([
        404,
        expect.objectContaining({
          key: "not_found",
          resource_type: "redemption",
          details: `Cannot find redemption with id ${id}`,
        }),
      ]);
    }
  });
});
