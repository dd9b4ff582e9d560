import { describe, expect, it } from "vitest";
import { cursorListOf, listOf } from "../../src/http/page";
import { PointsBucket } from "../../src/model/loyalty/points-bucket";
import { Transaction } from "../../src/model/transaction";
import { parsed } from "../support/api";
import { program } from "../support/loyalty";
import { homeDb } from "../support/places";

const List = cursorListOf(Transaction);

async function used() {
  const made = await program(["ada", "bob"], { card: { points: 5 } });
  const { project, cards } = made;
  const balance = `/v1/loyalties/members/${cards.ada}/balance`;
  await project.post(balance, { points: 100, source_id: "a", reason: "welcome" });
  await project.post(balance, { points: -30 });
  await project.post(`/v1/loyalties/members/${cards.bob}/balance`, { points: 7 });
  return made;
}

describe("transactions of loyalty cards", () => {
  it("are listed newest first, without the opening, in the exact shape", async () => {
    const { project, id, cards } = await used();
    const card = (await project.get(`/v1/loyalties/members/${cards.ada}`)).body;
    for (const path of ["/members", "/Points/members"]) {
      const reply = await project.get(`/v1/loyalties${path}/${cards.ada}/transactions`);
      const list = parsed(List, reply);
      expect(list.has_more).toBe(false);
      expect(list.data.map(({ type }) => type)).toEqual(["POINTS_REMOVAL", "POINTS_ADDITION"]);
      expect(list.data[1]).toEqual({
        id: list.data[1]?.id,
        source_id: "a",
        voucher_id: card.id,
        campaign_id: id,
        source: null,
        reason: "welcome",
        type: "POINTS_ADDITION",
        details: {
          balance: {
            type: "loyalty_card",
            total: 105,
            object: "balance",
            points: 100,
            balance: 105,
            operation_type: "MANUAL",
            related_object: { id: card.id, type: "voucher" },
          },
        },
        related_transaction_id: null,
        created_at: list.data[1]?.created_at,
      });
    }
  });

  it("go on after a cursor, and are filtered", async () => {
    const { project, cards } = await used();
    const path = `/v1/loyalties/members/${cards.ada}/transactions`;
    const first = parsed(List, await project.get(`${path}?limit=1&order=id`));
    expect([first.data[0]?.type, first.has_more]).toEqual(["POINTS_ADDITION", true]);
    const rest = await project.get(
      `${path}?order=id&starting_after_id=${first.more_starting_after}`,
    );
    expect(parsed(List, rest).data.map(({ type }) => type)).toEqual(["POINTS_REMOVAL"]);
    const named = `filters[id][conditions][$in][0]=${first.data[0]?.id}`;
    const found = parsed(List, await project.get(`${path}?${encodeURI(named)}`));
    expect(found.data.map(({ type }) => type)).toEqual(["POINTS_ADDITION"]);
    const refused = await project.get(
      `${path}?${encodeURI("filters[colour][conditions][$is]=red")}`,
    );
    expect([refused.status, refused.body.key]).toEqual([400, "invalid_query_params"]);
    expect(refused.body.details).toContain("colour");
  });

  /** So many entries of ada's card, straight into the table; their ids end in their numbers. */
  async function long(count: number) {
    const made = await program(["ada"]);
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type, amount,
         total, balance, details, created_at, sequence)
       SELECT ?1, v.id, printf('vtx_019%015d', i), v.campaign_id, 'POINTS_ADDITION', 1, i, i,
         '{}', '2026-01-01T00:00:00.000Z', i
       FROM n CROSS JOIN vouchers v WHERE v.project_id = ?1`,
      )
      .bind(made.project.id, count)
      .run();
    return made;
  }

  const entry = (number: number): string => `vtx_019${String(number).padStart(15, "0")}`;

  it.each<[string, number, number[], number[][]]>([
    ["id", 1250, [1, 700, 1250], [[1], [700], [1250]]],
    ["-id", 1250, [1], [[], [], [1]]],
    ["id", 1250, [2, 3, 4, 600], [[2, 3], [4], [600], []]],
    ["id", 500, [500], [[500]]],
    ["-id", 501, [501], [[501], []]],
    ["id", 1000, [], [[], []]],
  ])(
    "by %s, %i of them: %j are all found, however few match",
    async (order, count, wanted, pages) => {
      const { project, cards } = await long(count);
      const ids = [0, ...wanted].map(
        (number, at) => `filters[id][conditions][$in][${at}]=${entry(number)}`,
      );
      const query = `${encodeURI(ids.join("&"))}&order=${order}&limit=2`;
      for (const path of [`members/${cards.ada}`, `Points/members/${cards.ada}`, "Points"]) {
        const found: string[][] = [];
        let after: string | null = "";
        while (after !== null && found.length < 10) {
          const from = after === "" ? "" : `&starting_after_id=${after}`;
          const reply = await project.get(`/v1/loyalties/${path}/transactions?${query}${from}`);
          const page = parsed(List, reply);
          found.push(page.data.map(({ id }) => id));
          after = page.more_starting_after ?? null;
          expect(page.has_more).toBe(after !== null);
        }
        expect(found).toEqual(pages.map((page) => page.map(entry)));
      }
    },
  );

  it("are listed for the program and for its campaign", async () => {
    const { project, id, cards } = await used();
    const bob = (await project.get(`/v1/loyalties/members/${cards.bob}`)).body.id;
    for (const path of [`/v1/loyalties/${id}`, "/v1/campaigns/Points"]) {
      const all = parsed(List, await project.get(`${path}/transactions`));
      expect(all.data.map(({ details }) => details.balance)).toMatchObject([
        { points: 7 },
        { points: -30 },
        { points: 100 },
      ]);
      const query = encodeURI(`filters[voucher_id][conditions][$is]=${bob}`);
      const ofBob = parsed(List, await project.get(`${path}/transactions?${query}`));
      expect(ofBob.data.map(({ voucher_id }) => voucher_id)).toEqual([bob]);
    }
  });

  it("are refused for discounts, and for what is not there", async () => {
    const { project } = await used();
    const body = { name: "Off", voucher: { discount: { type: "AMOUNT", amount_off: 100 } } };
    await project.post("/v1/campaigns", body);
    const none = await project.get("/v1/campaigns/Off/transactions");
    expect([none.status, none.body.key]).toEqual([403, "forbidden"]);
    for (const path of ["Off/transactions", "members/NOBODY/transactions", "None/transactions"]) {
      expect((await project.get(`/v1/loyalties/${path}`)).status).toBe(404);
    }
  });
});

describe("GET /v1/loyalties/{campaignId}/members/{memberId}/points-expiration", () => {
  it("lists the buckets that expire, the next one first", async () => {
    const { project, cards } = await used();
    const balance = `/v1/loyalties/members/${cards.ada}/balance`;
    await project.post(balance, { points: 20, expiration_date: "2099-12-31" });
    await project.post(balance, { points: 10, expiration_date: "2098-12-31" });
    const path = `/v1/loyalties/Points/members/${cards.ada}/points-expiration`;
    const list = parsed(listOf("data", PointsBucket), await project.get(path));
    expect(list.data.map((each) => [each.expires_at, each.bucket, each.status])).toEqual([
      ["2098-12-31", { total_points: 10 }, "ACTIVE"],
      ["2099-12-31", { total_points: 20 }, "ACTIVE"],
    ]);
    expect(list.total).toBe(2);
    const second = await project.get(`${path}?limit=1&page=2`);
    expect(second.body.data.map((each: { expires_at: string }) => each.expires_at)).toEqual([
      "2099-12-31",
    ]);
  });
});
