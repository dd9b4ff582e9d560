import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CANDIDATE_KINDS, type CandidateKind } from "../src/engine/qualification/kinds";
import { termsOf } from "../src/engine/qualification/terms";
import { isEnabled } from "../src/engine/stacking/check";
import { windowState } from "../src/engine/time-window";
import type { Rules } from "../src/model/rule";
import { VOUCHER_TYPES } from "../src/model/voucher-kinds";
import { migrated } from "./support/large-database";

/*
 * The database finds what may qualify, and the engine decides about it: both must say the same of
 * what is open, of what is switched on, and of what a request has to bring.
 */

const db = migrated();

beforeEach(() => db.exec("BEGIN"));
afterEach(() => db.exec("ROLLBACK"));

const PAST = "2000-01-01T00:00:00.000Z";
const FUTURE = "2999-01-01T00:00:00.000Z";
const IS_OPEN = { before_start: 0, open: 1, after_expiration: 2, outside: 1 };

type Row = Record<string, string | number | null>;

interface Dates {
  start_date: string | null;
  expiration_date: string | null;
}

/** What an object is made with. */
interface Given extends Dates {
  active: boolean;
  isCampaignActive: boolean;
}

function insert(table: string, row: Row): void {
  const all: Row = { project_id: "p", created_at: PAST, ...row };
  const names = Object.keys(all);
  const slots = names.map(() => "?").join(", ");
  db.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${slots})`).run(
    ...Object.values(all),
  );
}

const campaignRow = (campaign_type: string, given: Partial<Given>): Row => ({
  id: "camp_1",
  name: "Sale",
  campaign_type,
  type: "STATIC",
  auto_join: 0,
  join_once: 0,
  use_voucher_metadata_schema: 0,
  voucher: campaign_type === "PROMOTION" ? null : '{"type":"DISCOUNT_VOUCHER"}',
  metadata: "{}",
  creation_status: "DONE",
  vouchers_generation_status: "DONE",
  active: given.isCampaignActive === false ? 0 : 1,
  start_date: given.start_date ?? null,
  expiration_date: given.expiration_date ?? null,
});

const own = ({ active, start_date, expiration_date }: Given): Row => ({
  active: active ? 1 : 0,
  start_date,
  expiration_date,
});

/** A voucher in a campaign is found by who holds it; one without is found by everybody. */
function insertVoucher({ name, campaign_type }: CandidateKind, given: Given) {
  const type = VOUCHER_TYPES.find((each) => name === `voucher::${each}`) ?? "DISCOUNT_VOUCHER";
  if (campaign_type) insert("campaigns", campaignRow(campaign_type, {}));
  insert("vouchers", {
    ...{ id: "v_1", code_key: "a", code: "A", type, metadata: "{}", ...own(given) },
    ...{ campaign_id: campaign_type && "camp_1", holder_id: campaign_type && "cust_1" },
  });
}

const MAKERS: Record<
  CandidateKind["resource_type"],
  { id: string; make: (kind: CandidateKind, given: Given) => void }
> = {
  campaign: {
    id: "camp_1",
    make: ({ campaign_type }, given) =>
      insert("campaigns", {
        ...campaignRow(String(campaign_type), given),
        active: given.active && given.isCampaignActive ? 1 : 0,
      }),
  },
  voucher: { id: "v_1", make: insertVoucher },
  promotion_tier: {
    id: "promo_1",
    make: ({ campaign_type }, given) => {
      insert(
        "campaigns",
        campaignRow(String(campaign_type), { isCampaignActive: given.isCampaignActive }),
      );
      insert("promotion_tiers", {
        ...{ id: "promo_1", campaign_id: "camp_1", name: "One", metadata: "{}", hierarchy: 1 },
        ...own(given),
      });
    },
  },
  promotion_stack: {
    id: "stack_1",
    make: ({ campaign_type }, given) => {
      insert(
        "campaigns",
        campaignRow(String(campaign_type), {
          isCampaignActive: given.active && given.isCampaignActive,
        }),
      );
      insert("promotion_stacks", {
        ...{ id: "stack_1", campaign_id: "camp_1", name: "Both", tiers: '{"ids":[]}' },
      });
    },
  },
};

const posted = (id: string) =>
  db
    .prepare("SELECT kind, term, is_open FROM qualifiables WHERE id = ? ORDER BY term")
    .all(id)
    .map((row) => ({ ...row }));

const OPEN: Given = {
  active: true,
  isCampaignActive: true,
  start_date: null,
  expiration_date: null,
};

const WINDOWS: [string, Dates][] = [
  ["without dates", { start_date: null, expiration_date: null }],
  ["that began", { start_date: PAST, expiration_date: null }],
  ["that begins", { start_date: FUTURE, expiration_date: null }],
  ["that ended", { start_date: PAST, expiration_date: "2001-01-01T00:00:00Z" }],
  ["that ends", { start_date: null, expiration_date: "2999-01-01T00:00:00+02:00" }],
];

const calendar = { validity_timeframe: null, validity_day_of_week: null, validity_hours: null };

describe("what the database posts of every kind", () => {
  const kinds = CANDIDATE_KINDS.map((kind) => [kind.name, kind] as const);

  it.each(kinds)("%s is posted under its name", (name, kind) => {
    const { id, make } = MAKERS[kind.resource_type];
    make(kind, OPEN);
    const term = kind.resource_type === "voucher" && kind.campaign_type ? "holder:cust_1" : "any";
    expect(posted(id)).toEqual([{ kind: name, term, is_open: 1 }]);
  });

  it.each(
    kinds.flatMap(([name, kind]) =>
      WINDOWS.map(([window, dates]) => [name, window, kind, dates] as const),
    ),
  )("%s %s is as open as the engine finds it", (_, __, kind, dates) => {
    if (kind.resource_type === "promotion_stack") return;
    const { id, make } = MAKERS[kind.resource_type];
    make(kind, { ...OPEN, ...dates });
    const state = windowState({ ...dates, ...calendar }, Date.now(), "UTC");
    expect(posted(id).map(({ is_open }) => is_open)).toEqual([IS_OPEN[state]]);
  });

  it.each(
    kinds.flatMap(([name, kind]) =>
      [true, false].flatMap((active) =>
        [true, false].map((isCampaignActive) => [name, active, isCampaignActive, kind] as const),
      ),
    ),
  )("%s, switched on %s, its campaign %s", (_, active, isCampaignActive, kind) => {
    const { id, make } = MAKERS[kind.resource_type];
    make(kind, { ...OPEN, active, isCampaignActive });
    // A voucher's own row says nothing of its campaign: the decision looks at that.
    const campaign = kind.resource_type === "voucher" ? null : { id, active: isCampaignActive };
    expect(posted(id)).toHaveLength(isEnabled({ active, campaign }) ? 1 : 0);
  });
});

const is = (name: string, ...values: unknown[]): Rules => ({
  "1": { name, conditions: { $is: values } },
});

const AUDIENCE = ["without:audience"];
const GOODS = ["without:goods"];

const RULES: { name: string; rules: Rules; beside: string[] }[] = [
  { name: "an amount", rules: is("order.amount", 1), beside: GOODS },
  { name: "a segment", rules: is("customer.segment", "seg_static"), beside: AUDIENCE },
  {
    name: "metadata",
    rules: { "1": { name: "customer.metadata", property: "a", conditions: { $is: ["b"] } } },
    beside: AUDIENCE,
  },
  { name: "a product", rules: is("product.id", { id: "prod_1" }), beside: GOODS },
  {
    name: "a collection",
    rules: is("product.id", { object: "products_collection", id: "pc_static" }),
    beside: GOODS,
  },
];

function assign(rules: Rules, objectId: string): void {
  const terms = termsOf(rules);
  insert("segments", { id: "seg_static", name: "Us", type: "static" });
  insert("product_collections", { id: "pc_static", name: "Shirts", type: "STATIC" });
  insert("validation_rules", {
    ...{ id: "val_1", name: "Rule", rules: "{}", applicable_to: "{}", type: "basic" },
    ...{ context_type: "global", terms: terms && JSON.stringify(terms) },
  });
  insert("validation_rules_assignments", {
    ...{ id: "asgm_1", rule_id: "val_1", related_object_id: objectId },
    related_object_type: "voucher",
  });
}

describe("what the database asks for is what the engine says the rules need", () => {
  const kinds = CANDIDATE_KINDS.filter(({ resource_type }) => resource_type !== "promotion_stack");

  it.each(
    RULES.flatMap(({ name, rules, beside }) =>
      kinds.map((kind) => [name, kind.name, rules, beside, kind] as const),
    ),
  )("%s of %s", (_, __, rules, beside, kind) => {
    const { id, make } = MAKERS[kind.resource_type];
    make(kind, OPEN);
    assign(rules, id);
    const isHeld = kind.resource_type === "voucher" && kind.campaign_type !== null;
    const wanted = [...(termsOf(rules) ?? ["any"]), ...beside].sort();
    expect(posted(id).map(({ term }) => term)).toEqual(isHeld ? ["holder:cust_1"] : wanted);
  });

  it("a tier asks for what its campaign's rule needs", () => {
    const { make } = MAKERS.promotion_tier;
    const kind = CANDIDATE_KINDS.find(({ resource_type }) => resource_type === "promotion_tier");
    if (kind) make(kind, OPEN);
    assign(is("customer.segment", "seg_static"), "camp_1");
    expect(posted("promo_1").map(({ term }) => term)).toEqual([
      "segment:seg_static",
      "without:audience",
    ]);
  });

  it.each([
    ["a dynamic segment", is("customer.segment", "seg_dynamic")],
    ["a dynamic collection", is("product.id", { object: "products_collection", id: "pc_auto" })],
  ])("%s is anybody's", (_, rules) => {
    insert("segments", { id: "seg_dynamic", name: "All", type: "auto-update" });
    insert("product_collections", { id: "pc_auto", name: "All", type: "AUTO_UPDATE" });
    MAKERS.campaign.make(CANDIDATE_KINDS[0] as CandidateKind, OPEN);
    assign(rules, "camp_1");
    expect(posted("camp_1").map(({ term }) => term)).toEqual(["any"]);
  });
});

describe("the order of candidates", () => {
  it("is that of their creation and then in which they were made, with a moment for each", () => {
    const later = "2000-01-01T00:00:00.031Z";
    const made: [string, string][] = [
      ["v_00zzzzz", PAST],
      ["v_00AAAAz", PAST],
      ["v_009zzzz", PAST],
      ["v_0000000", later],
    ];
    for (const [id, created_at] of made) {
      const row = { id, code_key: id, code: id, type: "DISCOUNT_VOUCHER", metadata: "{}" };
      insert("vouchers", { ...row, created_at });
    }
    const keys = db.prepare("SELECT id, sort_key FROM qualifiables ORDER BY sort_key").all();
    expect(keys.map((row) => ({ ...row }))).toEqual([
      { id: "v_00zzzzz", sort_key: "2000-01-01T00:00:00.0018282828282" },
      { id: "v_00AAAAz", sort_key: "2000-01-01T00:00:00.0119925252582" },
      { id: "v_009zzzz", sort_key: "2000-01-01T00:00:00.0219982828282" },
      { id: "v_0000000", sort_key: "2000-01-01T00:00:00.0310808080808" },
    ]);
  });
});

describe("the moment under which each is found", () => {
  const keyOf = (id: string) => {
    const keys = db
      .prepare("SELECT DISTINCT sort_key FROM qualifiables WHERE project_id = 'p' AND id = ?")
      .all(id)
      .map(({ sort_key }) => String(sort_key));
    expect(keys).toHaveLength(1);
    return keys[0] ?? "";
  };
  const momentOf = (id: string) => keyOf(id).slice(0, 23);
  const AT = "2026-03-01T10:00:00.000Z";

  /** So many vouchers made at once; the ids tell their order. */
  function makeAtOnce(count: number, created_at = AT, prefix = "v_") {
    for (let at = 0; at < count; at++) {
      const id = `${prefix}${String(at).padStart(6, "0")}`;
      insert("vouchers", {
        ...{ id, code_key: id, code: id, type: "DISCOUNT_VOUCHER", metadata: "{}", active: 1 },
        created_at,
      });
    }
  }

  it("is its own for each of 250 that were made at once, never a whole second", () => {
    makeAtOnce(250);
    const all = db
      .prepare("SELECT DISTINCT substr(sort_key, 1, 23) AS at FROM qualifiables ORDER BY 1")
      .all()
      .map(({ at }) => String(at));
    expect(all).toHaveLength(250);
    expect(all[0]).toBe("2026-03-01T10:00:00.001");
    expect(all[1]).toBe("2026-03-01T10:00:00.011");
    expect(all[249]).toBe("2026-03-01T10:00:02.491");
    expect(all.filter((at) => at.endsWith("000"))).toEqual([]);
    expect(all.filter((at) => at.startsWith("2026-03-01T10:00:01"))).toHaveLength(100);
  });

  it("stays when the object changes, or its rules, or its dates", () => {
    makeAtOnce(3);
    const before = keyOf("v_000001");
    expect(before.slice(0, 23)).toBe("2026-03-01T10:00:00.011");
    const change = (sql: string) => db.exec(`UPDATE vouchers SET ${sql} WHERE id = 'v_000001'`);
    change(`start_date = '${FUTURE}'`);
    expect(keyOf("v_000001")).toBe(before);
    change("start_date = NULL");
    assign({ "1": { name: "product.id", conditions: { $in: ["a", "b"] } } }, "v_000001");
    const terms = db.prepare("SELECT term FROM qualifiables WHERE id = 'v_000001'").all();
    expect(terms.map(({ term }) => term)).toContain("goods:b");
    expect(keyOf("v_000001")).toBe(before);
    expect(db.prepare("SELECT 1 FROM qualifiables WHERE is_open < 0").all()).toEqual([]);
  });

  it("is the creation time where nothing else was made then, whatever was made before and after", () => {
    makeAtOnce(20);
    makeAtOnce(1, "2026-03-01T10:00:00.123Z", "w_");
    makeAtOnce(1, "2026-03-01T09:59:59.999Z", "x_");
    expect(momentOf("w_000000")).toBe("2026-03-01T10:00:00.123");
    expect(momentOf("x_000000")).toBe("2026-03-01T09:59:59.999");
  });
});
