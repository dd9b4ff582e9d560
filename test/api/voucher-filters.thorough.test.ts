import { describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, type TestProject } from "../support/api";
import { homeDb } from "../support/places";

const discount = { type: "PERCENT", percent_off: 20 } as const;
const codesOf = (reply: Reply): string[] => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.vouchers.map(({ code }: { code: string }) => code);
};

const encoded = (query: string): string => query.replace(/["[\]$ ]/g, encodeURIComponent);
const list = (project: TestProject, query: string): Promise<Reply> =>
  project.get(`/v1/vouchers?${encoded(query)}`);

const SHELF: [code: string, fields: Record<string, unknown>][] = [
  ["A-1", { metadata: { size: 7, tags: ["x", "y"] }, category: "New", active: false }],
  ["A-2", { metadata: { size: "7", note: "2026-05-01" }, expiration_date: "2020-01-01T00:00:00Z" }],
  ["b-3", { metadata: { size: 9 }, category: "new", redemption: { quantity: 5 } }],
  ["b-4", { additional_info: "10% off", metadata: { note: "2026-05-02T10:00:00+02:00" } }],
];

async function shelf(): Promise<TestProject> {
  const project = await newProject();
  for (const [code, fields] of SHELF) {
    const reply = await project.post(`/v1/vouchers/${code}`, {
      type: "DISCOUNT_VOUCHER",
      discount,
      ...fields,
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
  return project;
}

const where = (field: string, operator: string, value: string): string =>
  `filters[${field}][conditions][${operator}]=${value}`;

describe("GET /v1/vouchers with filters", () => {
  it("200: finds what each filter asks for, the newest first", async () => {
    const project = await shelf();
    const rows: [query: string, codes: string[]][] = [
      [where("code", "$is", "A-1"), ["A-1"]],
      [where("code", "$is", "a-1"), []],
      [`${where("code", "$in][0", "A-1")}&${where("code", "$in][1", "b-3")}`, ["b-3", "A-1"]],
      [where("code", "$starts_with", "A"), ["A-2", "A-1"]],
      [where("category", "$is", "New"), ["A-1"]],
      [where("categories", "$is_unknown", ""), ["b-4", "A-2"]],
      [where("metadata.size", "$is", "7"), ["A-2", "A-1"]],
      [where("metadata.size", "$more_than", "7"), ["b-3"]],
      [where("metadata.tags", "$contains", "y"), ["A-1"]],
      [where("metadata.note", "$after", "2026-05-01T12:00:00Z"), ["b-4"]],
      [where("metadata.note", "$is_day_of_month", "1"), ["A-2"]],
      [where("additional_info", "$contains", "0%25 o"), ["b-4"]],
      [where("active", "$is", "FALSE"), ["A-1"]],
      [where("active", "$expired", ""), ["A-2"]],
      [where("redemption_quantity", "$is", "5"), ["b-3"]],
      [where("created_at", "$more_than", "1"), []],
      [where("created_at", "$less_than", "1"), ["b-4", "b-3", "A-2", "A-1"]],
      [where("created_at", "$today", "true"), ["b-4", "b-3", "A-2", "A-1"]],
      [
        `filters[junction]=OR&${where("code", "$is", "A-1")}&${where("category", "$is", "new")}`,
        ["b-3", "A-1"],
      ],
      [`${where("code", "$starts_with", "A")}&order=code`, ["A-1", "A-2"]],
      [`${where("code", "$starts_with", "A")}&category=New`, ["A-1"]],
      [`filters={"code":{"conditions":{"$is":["A-1"]}}}`, ["A-1"]],
    ];
    for (const [query, codes] of rows) {
      const reply = await list(project, query);
      expect(codesOf(reply), query).toEqual(codes);
      expect(reply.body.total, query).toBe(codes.length);
      expect(reply.body.has_more, query).toBe(false);
    }
  });

  it("200: goes on page by page and by where it stopped, in every order", async () => {
    const project = await shelf();
    const query = `${where("metadata", "$x", "")}`;
    expect((await list(project, query)).status).toBe(400);
    const orders = ["created_at", "-created_at", "updated_at", "-updated_at", "code", "-code"];
    for (const order of orders) {
      const asked = `${where("code", "$is_not", "b-3")}&order=${order}`;
      const whole = codesOf(await list(project, asked));
      expect(whole.toSorted()).toEqual(["A-1", "A-2", "b-4"]);
      const pages = [1, 2, 3, 4].map((page) => list(project, `${asked}&limit=1&page=${page}`));
      expect((await Promise.all(pages)).flatMap(codesOf), order).toEqual(whole);
      const scrolled: string[] = [];
      let after = "";
      for (let more = true; more; ) {
        const reply = await list(project, `${asked}&limit=1${after}`);
        scrolled.push(...codesOf(reply));
        more = reply.body.has_more;
        expect("more_starting_after" in reply.body).toBe(more);
        after = `&starting_after_id=${reply.body.more_starting_after}`;
      }
      expect(scrolled, order).toEqual(whole);
    }
  });

  it("400: names the field, the operator or the value that it does not take", async () => {
    const project = await shelf();
    const rows: [query: string, details: string][] = [
      [where("colour", "$is", "x"), "Property .filters.colour is not a field that can be filtered"],
      [where("code", "$isnt", "x"), "Property .filters.code does not take '$isnt' but [ $is, "],
      [where("code", "$after", "2026-01-01"), "Property .filters.code does not take '$after' but"],
      [
        where("created_at", "$after", "soon"),
        "Property .filters.created_at is refused: operator '$after' takes an ISO 8601 date",
      ],
      [
        where("type", "$is", "COUPON"),
        "Property .filters.type must be equal to one of the allowed",
      ],
      [where("active", "$is", "maybe"), "Property .filters.active must be true or false"],
      [
        where("redemption_count", "$is", "x"),
        "Property .filters.redemption_count must be a number",
      ],
      ["filters[code]=x", "Property .filters.code must be an object with 'conditions' alone"],
      ["filters=x", "Property .filters must be object"],
      ["filters[junction]=xor", "Property .filters.junction must be equal to one of"],
    ];
    for (const [query, details] of rows) {
      const reply = await list(project, query);
      expect(reply.status, query).toBe(400);
      expect(reply.body.key).toBe("invalid_query_params");
      expect(reply.body.details).toContain(details);
    }
    const many = Array.from({ length: 31 }, (_, at) => where(`metadata.${at}`, "$is", "x"));
    const reply = await list(project, many.join("&"));
    expect(reply.body.details).toBe("Property .filters must NOT have more than 30 conditions");
  });
});

const MANY = 100_000;
const CHUNK = 10_000;

/** Vouchers from `from` on, every ten-thousandth of them with a note, and one held. */
const CROWD = `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
  INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, holder_id, created_at)
  SELECT ?1, printf('crowd-%08d', i), printf('v_0%031d', i), printf('CROWD-%08d', i),
    'DISCOUNT_VOUCHER', '{"type":"PERCENT","percent_off":10}',
    iif(i % 10000 = 0, '{"note":"rare"}', '{}'), iif(i % 20000 = 0, 'cust_1', NULL),
    '2026-01-01T00:00:00.000Z' FROM n`;

describe("what filters of vouchers cost beside 100,000 others", () => {
  it("reads what an index leads to, or 5,000 rows at most, and misses nothing", async () => {
    const project = await newProject();
    for (let at = 0; at < MANY; at += CHUNK) {
      await homeDb()
        .prepare(CROWD)
        .bind(project.id, at, at + CHUNK)
        .run();
    }
    const read = async (query: string) => {
      const reply = await list(project, query);
      return { codes: codesOf(reply), ...costOf(reply), body: reply.body };
    };
    await read("");
    const held = await read(where("holder_id", "$is", "cust_1"));
    expect(held.codes).toHaveLength(5);
    expect(held.read).toBeLessThan(200);
    const named = await read(where("code", "$is", "CROWD-00050000"));
    expect(named.codes).toHaveLength(1);
    expect(named.read).toBeLessThan(50);

    const found: string[] = [];
    let calls = 0;
    let after = "";
    for (let more = true; more; calls++) {
      const page = await read(`${where("metadata.note", "$is", "rare")}${after}`);
      expect(page.roundTrips).toBe(page.codes.length === 0 ? 1 : 2);
      expect(page.read).toBeLessThan(30_000);
      found.push(...page.codes);
      more = page.body.has_more;
      after = `&starting_after_id=${page.body.more_starting_after}`;
    }
    expect(found).toHaveLength(10);
    expect(calls).toBe(MANY / 5_000);
  });
});
