import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { heldIn, hold, once, verdictOf } from "../support/holding";
import { expectSound } from "../support/invariants";
import { redeem, redeemables, voucher } from "../support/redeeming";
import { customer, tokenOf } from "../support/shoppers";

const KEY = "cart-1";

async function shop() {
  const project = await newProject();
  await voucher(project, "ONE", once);
  await voucher(project, "OTHER");
  for (const who of ["ada", "eve"]) await customer(project, who);
  return project;
}

const session = (more = {}) => ({ session: { type: "LOCK", key: KEY, ...more } });

const ask = (project: TestProject, path: string, sent: object, headers = {}) =>
  project.post(
    `/client/v1/${path}`,
    { redeemables: redeemables("ONE"), order: { amount: 10_000 }, ...sent },
    headers,
  );

/** Everything that a browser can do with a session key. */
const tries = (project: TestProject, headers = {}): Promise<Reply>[] => [
  ask(project, "validations", session({ ttl: 1, ttl_unit: "SECONDS" }), headers),
  ask(project, "validations", session({ ttl: 30, ttl_unit: "MINUTES" }), headers),
  ask(project, "validations", { ...session(), redeemables: redeemables("OTHER") }, headers),
  ask(project, "validations", { session: { key: KEY } }, headers),
  ask(project, "qualifications", { redeemables: undefined, session: { key: KEY } }, headers),
  ask(project, "redemptions", session(), headers),
  ask(project, "redeem?code=ONE", session(), headers),
];

async function expectRefused(project: TestProject, headers = {}) {
  const before = [await rowsOf("session_holds", project.id), await heldIn(project)];
  for (const reply of await Promise.all(tries(project, headers))) {
    const { details } = failure(reply, 403, "forbidden");
    expect(details).toBe(
      "Property .session.key names a session of a back end or of another customer; use a key of your own",
    );
  }
  expect([await rowsOf("session_holds", project.id), await heldIn(project)]).toEqual(before);
  expect(await rowsOf("redemptions", project.id)).toEqual([]);
}

describe("a session that a back end holds", () => {
  it("403: no browser shortens, shrinks, lengthens, joins or redeems it", async () => {
    const project = await shop();
    expect(verdictOf(await hold(project, KEY, "ONE"))).toBe("valid");
    await expectRefused(project);
    await expectRefused(project, await tokenOf(project, "ada"));
    const own = await redeem(project, "ONE", session());
    expect(own.status, JSON.stringify(own.body)).toBe(200);
    await expectSound(project.id);
  });

  it("403: where it is taken between a browser's reading and redeeming", async () => {
    const project = await shop();
    const request = {
      path: "/client/v1/redemptions",
      body: { redeemables: redeemables("OTHER"), order: { amount: 10_000 }, ...session() },
      headers: {
        ...project.client,
        origin: "https://shop.example",
        "cf-connecting-ip": "10.9.9.9",
      },
    };
    const before = async (batch: number) => {
      if (batch === 2) await hold(project, KEY, "ONE");
    };
    failure(await sendPausing(project, request, { before }), 403, "forbidden");
    expect((await heldIn(project)).sums).toMatchObject({ ONE: [1, 0] });
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });
});

describe("a session of a browser", () => {
  it("with a token: is used by that customer's token alone, and by back ends", async () => {
    const project = await shop();
    const ada = await tokenOf(project, "ada");
    expect(verdictOf(await ask(project, "validations", session(), ada))).toBe("valid");
    await expectRefused(project);
    await expectRefused(project, await tokenOf(project, "eve"));
    expect(verdictOf(await ask(project, "validations", session(), ada))).toBe("valid");
    expect((await redeem(project, "ONE", session())).status).toBe(200);
  });

  it("without a token: is of whoever knows its key", async () => {
    const project = await shop();
    expect(verdictOf(await ask(project, "validations", session()))).toBe("valid");
    expect((await ask(project, "redemptions", session())).status).toBe(200);
  });
});

describe("POST /client/v1/customers with a token", () => {
  it("403: of another customer's id changes nobody", async () => {
    const project = await newProject({ client_create_customer_enabled: 1 });
    const [, eve] = [await customer(project, "ada"), await customer(project, "eve")];
    const before = await rowsOf("customers", project.id);
    const sent = { id: eve, name: "Meant for eve" };
    const reply = await project.post("/client/v1/customers", sent, await tokenOf(project, "ada"));
    failure(reply, 403, "forbidden");
    expect(await rowsOf("customers", project.id)).toEqual(before);
  });
});

describe("a limit for each customer", () => {
  it("is neither used nor used up for a stored customer without the token", async () => {
    const project = await shop();
    const rule = await project.post("/v1/validation-rules", {
      name: "Once each",
      rules: {
        "1": { name: "redemption.count.per_customer", conditions: { $less_than_or_equal: [1] } },
        logic: "1",
      },
    });
    await voucher(project, "EACH", { validation_rules: [rule.body.id] });
    const asAda = { redeemables: redeemables("EACH"), customer: { source_id: "ada" } };
    const { body } = await ask(project, "validations", asAda);
    expect(body.redeemables[0].result.error.key).toBe("missing_customer_token");
    failure(await ask(project, "redemptions", asAda), 400, "missing_customer_token");
    const token = await tokenOf(project, "ada");
    expect((await ask(project, "redemptions", asAda, token)).status).toBe(200);
    const again = await ask(project, "redemptions", asAda, token);
    failure(again, 400, "redemption_rules_violated");
    await expectSound(project.id);
  });
});
