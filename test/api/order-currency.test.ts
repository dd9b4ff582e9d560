import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";

const redeemables = [{ object: "voucher", id: "TEN" }];
const origin = { origin: "https://shop.example" };

async function shop(): Promise<TestProject> {
  const project = await newProject({ currency: "USD" });
  await project.post("/v1/vouchers/TEN", { discount: { type: "AMOUNT", amount_off: 1000 } });
  return project;
}

type Send = (project: TestProject, currency: string | null) => Promise<Reply>;

/** Every way in which an order comes in. */
const WAYS: [string, Send][] = [
  "/v1/validations",
  "/v1/redemptions",
  "/client/v1/validations",
  "/v1/vouchers/TEN/validate",
  "/v1/vouchers/TEN/redemption",
].map((path) => [
  path,
  (project, currency) =>
    project.post(path, { redeemables, order: { source_id: "o", amount: 5000, currency } }, origin),
]);
WAYS.push(
  [
    "/v1/qualifications",
    (project, currency) =>
      project.post("/v1/qualifications", { order: { amount: 5000, currency } }),
  ],
  [
    "/v1/orders",
    (project, currency) => project.post("/v1/orders", { source_id: "o", amount: 5000, currency }),
  ],
);

describe("an order's currency", () => {
  it.each(WAYS)("is that of the project, or refused by name: %s", async (_path, sent) => {
    const project = await shop();
    const { details } = failure(await sent(project, "JPY"), 400, "invalid_payload");
    expect(details).toMatch(
      /^Property (\.order)?\.currency must be USD, the currency of the project; convert the amounts/,
    );
    expect(await rowsOf("orders", project.id)).toEqual([]);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    for (const currency of ["USD", "usd", null]) {
      const reply = await sent(await shop(), currency);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
  });

  it("is refused in an update, which changes nothing", async () => {
    const project = await shop();
    await project.post("/v1/orders", { source_id: "o", amount: 5000 });
    const reply = await project.put("/v1/orders/o", { amount: 6000, currency: "EUR" });
    failure(reply, 400, "invalid_payload");
    expect((await project.get("/v1/orders/o")).body.amount).toBe(5000);
  });
});
