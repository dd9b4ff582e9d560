import { describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { countsOf, giftCard, parallel, redeemables, voucher } from "../support/redeeming";

const WRITERS = 100;
const mark = (at: number) => ({ [`writer_${at}`]: at });
const marks = (count: number) =>
  Object.assign({}, ...Array.from({ length: count }, (_, at) => mark(at)));

/** Something that a hundred write at once, each its own note, and where all of them must be then. */
const KINDS: {
  name: string;
  make: (project: TestProject) => Promise<unknown>;
  path: string;
  write: (project: TestProject, at: number) => ReturnType<TestProject["put"]>;
}[] = [
  {
    name: "customer by PUT",
    make: (project) => project.post("/v1/customers", { source_id: "c" }),
    path: "/v1/customers/c",
    write: (project, at) => project.put("/v1/customers/c", { metadata: mark(at) }),
  },
  {
    name: "new customer by POST",
    make: async () => {},
    path: "/v1/customers/c",
    write: (project, at) => project.post("/v1/customers", { source_id: "c", metadata: mark(at) }),
  },
  {
    name: "order",
    make: (project) => project.post("/v1/orders", { source_id: "o", amount: 1000 }),
    path: "/v1/orders/o",
    write: (project, at) => project.put("/v1/orders/o", { metadata: mark(at) }),
  },
  {
    name: "product by POST",
    make: async () => {},
    path: "/v1/products/p",
    write: (project, at) => project.post("/v1/products", { source_id: "p", metadata: mark(at) }),
  },
  {
    name: "voucher",
    make: (project) => voucher(project, "CODE"),
    path: "/v1/vouchers/CODE",
    write: (project, at) => project.put("/v1/vouchers/code", { metadata: mark(at) }),
  },
];

describe("a hundred writers of one row at once", () => {
  it.each(KINDS)("$name: all are answered 200, and each one's note stays", async (kind) => {
    const project = await newProject();
    await kind.make(project);
    const replies = await parallel(WRITERS, (at) => kind.write(project, at));
    expect(countsOf(replies)).toEqual({ "200": WRITERS });
    expect((await project.get(kind.path)).body.metadata).toEqual(marks(WRITERS));
    await expectSound(project.id);
  });

  it("twenty upserts of one new customer that say the same: one customer, and one event", async () => {
    const project = await newProject();
    const body = { source_id: "c", name: "Ada" };
    const replies = await parallel(20, () => project.post("/v1/customers", body));
    expect(countsOf(replies)).toEqual({ "200": 20 });
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
    expect((await eventsOf(project.id)).map(({ kind }) => kind)).toEqual(["customer.created"]);
  });

  it("twenty codes redeemed by one customer, each with a note of its own: all of them", async () => {
    const project = await newProject();
    await parallel(20, (at) => voucher(project, `CODE-${at}`));
    const replies = await parallel(20, (at) =>
      project.post("/v1/redemptions", {
        redeemables: redeemables(`CODE-${at}`),
        customer: { source_id: "c", metadata: mark(at) },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
    const { body } = await project.get("/v1/customers/c");
    expect(body.metadata).toEqual(marks(20));
    expect(body.summary.redemptions.total_succeeded).toBe(20);
    await expectSound(project.id);
  });
});

describe("a gift card of 100.00 that all move at once", () => {
  const numbers = (found: { total: number; balance: number }) => `${found.total} ${found.balance}`;

  it("60 top-ups of 1.00, 40 withdrawals of 0.50 and 50 redemptions of 1.00: all of them, told exactly", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 10_000);
    const replies = await parallel(150, (at) =>
      at % 3 === 0
        ? project.post("/v1/redemptions", { redeemables: redeemables("CARD", 100) })
        : project.post("/v1/vouchers/CARD/balance", { amount: at % 5 < 3 ? 100 : -50 }),
    );
    expect(countsOf(replies)).toEqual({ "200": 150 });
    const { gift } = (await project.get("/v1/vouchers/CARD")).body;
    // 10,000 + 60 x 100 - 40 x 50 - 50 x 100
    expect(gift).toMatchObject({ amount: 16_000, balance: 9_000, subtracted_amount: 2_000 });
    const ledger = await rowsOf("voucher_transactions", project.id);
    const byHand = ledger.filter(({ type }) => /ADDITION|REMOVAL/.test(String(type)));
    const entries = byHand.map(({ total, balance }) => `${total} ${balance}`).sort();
    const told = byHand.map(({ details }) => numbers(JSON.parse(String(details)).balance)).sort();
    const answers = replies.filter(({ body }) => body.object === "balance");
    const events = (await eventsOf(project.id)).filter(({ kind }) =>
      /balance_aded/.test(kind as string),
    );
    expect(entries).toHaveLength(100);
    expect(told).toEqual(entries);
    expect(answers.map(({ body }) => numbers(body)).sort()).toEqual(entries);
    // Of credits that are taken off the ledger tells alone.
    const added = byHand
      .filter(({ type }) => /ADDITION/.test(String(type)))
      .map(({ total, balance }) => `${total} ${balance}`)
      .sort();
    expect(added).toHaveLength(60);
    expect(events.map(({ data }) => numbers(data.balance)).sort()).toEqual(added);
    expect(
      events.map(({ data }) => `${data.voucher.gift.amount} ${data.voucher.gift.balance}`).sort(),
    ).toEqual(added);
    await expectSound(project.id);
  });

  it("twenty withdrawals of 10.00: ten, then it is empty", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 10_000);
    const replies = await parallel(20, () =>
      project.post("/v1/vouchers/CARD/balance", { amount: -1000 }),
    );
    expect(countsOf(replies)).toEqual({ "200": 10, "400 invalid_add_balance_params": 10 });
    await expectSound(project.id);
  });
});
