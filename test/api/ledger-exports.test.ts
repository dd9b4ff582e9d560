import { describe, expect, it } from "vitest";
import { Export } from "../../src/resources/exports/schema";
import { newProject, parsed, type Reply, rowsOf, type TestProject } from "../support/api";
import { finished, visit } from "../support/exporting";
import { failure } from "../support/failure";
import { program } from "../support/loyalty";

const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function used() {
  const made = await program(["ada", "bob"], { card: { points: 5 } });
  const { project, cards } = made;
  const balance = (holder: string, body: object) =>
    project.post(`/v1/loyalties/members/${cards[holder]}/balance`, body);
  await balance("ada", { points: 100, source_id: "a", reason: "welcome" });
  await balance("ada", { points: -30 });
  const expiring = { expiration_type: "CUSTOM_DATE", expiration_date: "2031-01-31" };
  await balance("bob", { points: 7, ...expiring });
  const ids = await Promise.all(
    ["ada", "bob"].map(async (name) => (await project.get(`/v1/vouchers/${cards[name]}`)).body.id),
  );
  return { ...made, ada: cards.ada ?? "", bob: cards.bob ?? "", ids: ids.map(String) };
}

const started = (reply: Reply): Export => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Export, reply);
};

/** The lines of the file behind the titles. */
async function linesOf(project: TestProject, reply: Reply): Promise<string[]> {
  const { status, result } = await finished(project, started(reply).id);
  expect(status).toBe("DONE");
  return (await visit(result?.url ?? "")).body.split("\r\n").slice(1, -1);
}

const AMOUNTS = { order: "created_at", fields: ["amount", "balance"] };

describe("POST /v1/loyalties/.../transactions/export", () => {
  it("200: answers what was asked for and the card, as it was named", async () => {
    const { project, ada, ids } = await used();
    for (const path of ["members", "Points/members"]) {
      for (const name of [ada, ids[0]]) {
        const reply = await project.post(`/v1/loyalties/${path}/${name}/transactions/export`);
        expect(started(reply)).toEqual({
          id: expect.stringMatching(/^exp_[0-9A-Za-z]{24}$/),
          object: "export",
          created_at: AT,
          status: "SCHEDULED",
          channel: "API",
          exported_object: "voucher_transactions",
          parameters: { filters: { voucher_id: { conditions: { $in: [name] } } } },
          result: null,
          user_id: null,
          async_action_id: expect.stringMatching(/^aa_/),
        });
        expect((await linesOf(project, reply)).map((line) => line.split(",")[1])).toEqual([
          "POINTS_REMOVAL",
          "POINTS_ADDITION",
        ]);
      }
    }
  });

  it("200: of a card, with order, fields and filters beside the card", async () => {
    const { project, ada, bob } = await used();
    const path = `/v1/loyalties/members/${ada}/transactions/export`;
    const [, first] = (await project.get(`/v1/vouchers/${ada}/transactions`)).body.data;
    const later = { created_at: { conditions: { $after: [first.created_at] } } };
    const reply = await project.post(path, { parameters: { ...AMOUNTS, filters: later } });
    const own = { voucher_id: { conditions: { $in: [ada] } } };
    expect(started(reply).parameters).toEqual({ ...AMOUNTS, filters: { ...later, ...own } });
    expect(await linesOf(project, reply)).toEqual(["-30,75"]);
    // Neither a junction nor another card's name leads out of the path.
    const out = { junction: "or", voucher_id: { conditions: { $in: [bob] } }, ...later };
    const other = await project.post(path, { parameters: { ...AMOUNTS, filters: out } });
    expect(await linesOf(project, other)).toEqual(["-30,75"]);
  });

  it("200: of a program, by id or name, with cards in a filter by code or id", async () => {
    const { project, id, ada, bob, ids } = await used();
    for (const name of [id, "Points"]) {
      const path = `/v1/loyalties/${name}/transactions/export`;
      const reply = await project.post(path, { parameters: AMOUNTS });
      const own = { campaign_id: { conditions: { $in: [id] } } };
      expect(started(reply).parameters).toEqual({ ...AMOUNTS, filters: own });
      expect(await linesOf(project, reply)).toEqual(["100,105", "-30,75", "7,12"]);
    }
    const cases: [object, string[]][] = [
      [{ $in: [bob] }, ["7,12"]],
      [{ $in: [bob.toLowerCase()] }, ["7,12"]],
      [{ $in: [ids[1]] }, ["7,12"]],
      [{ $in: [bob, ids[0]] }, ["100,105", "-30,75", "7,12"]],
      [{ $is: ada }, ["100,105", "-30,75"]],
      [{ $not_in: [ada] }, ["7,12"]],
      [{ $is_not: ids[1] }, ["100,105", "-30,75"]],
      [{ $in: ["nobody"] }, []],
    ];
    for (const [conditions, expected] of cases) {
      const filters = { voucher_id: { conditions } };
      const reply = await project.post(`/v1/campaigns/${id}/transactions/export`, {
        parameters: { ...AMOUNTS, filters },
      });
      expect(started(reply).parameters.filters).toMatchObject(filters);
      expect(await linesOf(project, reply)).toEqual(expected);
    }
  });

  it("200: when points of a program expire", async () => {
    const { project, id, ids } = await used();
    const sent = { order: "expires_at", fields: ["voucher_id", "points", "status", "expires_at"] };
    const path = `/v1/loyalties/${id}/points-expiration/export`;
    const reply = await project.post(path, { parameters: sent });
    expect(started(reply)).toMatchObject({
      exported_object: "points_expiration",
      parameters: { ...sent, filters: { campaign_id: { conditions: { $in: [id] } } } },
    });
    expect(await linesOf(project, reply)).toEqual([`${ids[1]},7,ACTIVE,2031-01-31`]);
    expect(started(await project.post(path)).parameters).toEqual({
      filters: { campaign_id: { conditions: { $in: [id] } } },
    });
  });
});

describe("POST /v1/vouchers and /v1/campaigns .../transactions/export", () => {
  it("200: of a gift card, and of the cards of a gift campaign", async () => {
    const project = await newProject();
    const campaign = { name: "Gifts", voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } } };
    const { id } = (await project.post("/v1/campaigns", campaign)).body;
    await project.post(`/v1/campaigns/${id}/vouchers/IN-IT`);
    await project.post("/v1/vouchers/ALONE", { gift: { amount: 100 } });
    for (const code of ["IN-IT", "ALONE"]) {
      await project.post(`/v1/vouchers/${code}/balance`, { amount: 20 });
    }
    const alone = await project.post("/v1/vouchers/ALONE/transactions/export", {
      parameters: AMOUNTS,
    });
    expect(started(alone).parameters.filters).toEqual({
      voucher_id: { conditions: { $in: ["ALONE"] } },
    });
    expect(await linesOf(project, alone)).toEqual(["20,120"]);
    const all = await project.post("/v1/campaigns/Gifts/transactions/export", {
      parameters: AMOUNTS,
    });
    expect(await linesOf(project, all)).toEqual(["20,520"]);
  });

  it("403 forbidden: a campaign whose codes have no ledger", async () => {
    const project = await newProject();
    const voucher = { discount: { type: "PERCENT", percent_off: 5 } };
    const { id } = (await project.post("/v1/campaigns", { name: "Off", voucher })).body;
    const refused = await project.post(`/v1/campaigns/${id}/transactions/export`);
    expect(failure(refused, 403, "forbidden").details).toBe(
      "Transactions are allowed only for loyalty or gift campaigns",
    );
    expect(await rowsOf("exports", project.id)).toEqual([]);
  });
});

describe("exports of ledgers are refused", () => {
  it("404 not_found: unknown cards and campaigns, and those that are no loyalty cards", async () => {
    const { project, bob } = await used();
    const other = await program();
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 100 } });
    const gifts = { name: "Gifts", voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } } };
    await project.post("/v1/campaigns", gifts);
    const paths = [
      "vouchers/nobody/transactions",
      `vouchers/${other.cards.ada}/transactions`,
      "campaigns/nothing/transactions",
      "loyalties/nothing/transactions",
      "loyalties/Gifts/transactions",
      `loyalties/${other.id}/transactions`,
      "loyalties/members/nobody/transactions",
      "loyalties/members/GIFT/transactions",
      `loyalties/Gifts/members/${bob}/transactions`,
      "loyalties/nothing/points-expiration",
      "loyalties/Gifts/points-expiration",
    ];
    for (const path of paths) failure(await project.post(`/v1/${path}/export`), 404, "not_found");
    expect(await rowsOf("exports", project.id)).toEqual([]);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it.each([
    ["transactions", "invalid_export_fields", { fields: ["id", "points"] }],
    ["transactions", "invalid_export_fields", { fields: [] }],
    ["transactions", "invalid_export_fields", { fields: ["metadata.x"] }],
    ["transactions", "invalid_export_params", { order: "id" }],
    ["transactions", "invalid_export_params", { filters: { amount: { conditions: { $is: 1 } } } }],
    ["transactions", "invalid_export_params", { filters: { voucher_id: { conditions: {} } } }],
    ["transactions", "invalid_payload", { fields: "id" }],
    ["points-expiration", "invalid_export_fields", { fields: ["amount"] }],
    ["points-expiration", "invalid_export_params", { order: "created_at" }],
    [
      "points-expiration",
      "invalid_export_params",
      { filters: { created_at: { conditions: { $after: ["2026-01-01"] } } } },
    ],
  ] as const)("400 of %s, %s: %j", async (what, key, parameters) => {
    const { project, id } = await program([]);
    failure(await project.post(`/v1/loyalties/${id}/${what}/export`, { parameters }), 400, key);
    expect(await rowsOf("exports", project.id)).toEqual([]);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });
});
