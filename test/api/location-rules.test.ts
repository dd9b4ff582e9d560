import { describe, expect, it } from "vitest";
import { ValidationRule } from "../../src/model/rule";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { exported } from "../support/exporting";
import { failure } from "../support/failure";
import { circle, place, placesOf, square } from "../support/locations";
import { everything } from "../support/one-of-each";
import { homeDb } from "../support/places";

const WARSAW = "52.2297,21.0122";
const BERLIN = "52.52,13.405";

const rulesOf = (operator: string, ...ids: string[]) => ({
  "1": { name: "customer.metadata", property: "home", conditions: { [operator]: ids } },
});

async function ruled(project: TestProject, operator: string, ...ids: string[]): Promise<string> {
  const rule = await project.post("/v1/validation-rules", {
    name: "Near",
    rules: rulesOf(operator, ...ids),
  });
  expect(rule.status, JSON.stringify(rule.body)).toBe(200);
  const discount = { type: "PERCENT", percent_off: 20 };
  const code = `${operator === "$in_location" ? "NEAR" : "FAR"}`;
  await project.post(`/v1/vouchers/${code}`, { discount, validation_rules: [rule.body.id] });
  return rule.body.id;
}

const validate = (project: TestProject, code: string, home: unknown, options = {}) =>
  project.post("/v1/validations", {
    redeemables: [{ object: "voucher", id: code }],
    order: { amount: 1000 },
    customer: { source_id: "ada", metadata: { home } },
    options,
  });

const valid = async (project: TestProject, code: string, home: unknown): Promise<boolean> =>
  (await validate(project, code, home)).body.valid;

describe("more points than one decision looks at", () => {
  it("keep rules from being met, negated or not, and the explanation and the redemption say so", async () => {
    const project = await newProject();
    const ring = Array.from({ length: 499 }, (_, at): [number, number] => {
      const angle = (at / 499) * 2 * Math.PI;
      return [10 * Math.cos(angle), 10 * Math.sin(angle)];
    });
    const zones: string[] = [];
    for (let at = 0; at < 20; at++) {
      const coordinates = [[...ring, ...ring.slice(0, 1)]];
      const geojson = { type: "Polygon", coordinates };
      zones.push(
        await place(project, `Zone ${at}`, { type: "polygon", format: "geojson", geojson }),
      );
    }
    const rules = await Promise.all([
      ruled(project, "$in_location", ...zones),
      ruled(project, "$not_in_location", ...zones),
    ]);
    // Twenty zones of 500 positions, in whose box all of a thousand points lie, and in none of them.
    const corner = Array.from({ length: 1000 }, () => "9.5,9.5");
    for (const [at, code] of ["NEAR", "FAR"].entries()) {
      const explained = await validate(project, code, corner, { expand: ["explanation"] });
      expect(explained.body.valid).toBe(false);
      const [{ result, explanation }] = explained.body.redeemables;
      expect(result.error).toMatchObject({ key: "customer_rules_violated" });
      expect(result.error.details).toMatch(/compare more than one decision may/);
      expect(explanation.rules).toMatchObject([
        { id: rules[at], verdict: "unknown", rules: [{ verdict: "unknown", missing: "work" }] },
      ]);
      const redeemed = await project.post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: code }],
        order: { amount: 1000 },
        customer: { source_id: "ada", metadata: { home: corner } },
      });
      expect([redeemed.status, redeemed.body.key]).toEqual([400, "customer_rules_violated"]);
      const voucher = await project.get(`/v1/vouchers/${code}`);
      expect(voucher.body.redemption.redeemed_quantity).toBe(0);
    }
    expect(await valid(project, "FAR", corner.slice(0, 3))).toBe(true);
  });
});

describe("rules on locations", () => {
  it("are decided by where the customer is, at the cost of any rule", async () => {
    const project = await newProject();
    const id = await place(project, "Warsaw", circle(WARSAW, "20 km"));
    await ruled(project, "$in_location", id);
    await ruled(project, "$not_in_location", id);
    const near: [unknown, boolean, boolean][] = [
      ["52.2,21.0", true, false],
      [{ lat: 52.3, lng: 21 }, true, false],
      [[BERLIN, WARSAW], true, false],
      [BERLIN, false, true],
      ["somewhere", false, true],
    ];
    for (const [home, isNear, isFar] of near) {
      expect([home, await valid(project, "NEAR", home)]).toEqual([home, isNear]);
      expect([home, await valid(project, "FAR", home)]).toEqual([home, isFar]);
    }
    for (const code of ["NEAR", "FAR"]) expect(await valid(project, code, undefined)).toBe(false);
    const other = await project.post("/v1/validation-rules", {
      name: "Other",
      rules: rulesOf("$is", WARSAW),
    });
    const discount = { type: "PERCENT", percent_off: 20 };
    for (const code of ["AN-EARLIER", "ZZ-LATER"]) {
      await project.post(`/v1/vouchers/${code}`, { discount, validation_rules: [other.body.id] });
    }
    const located = costOf(await validate(project, "NEAR", WARSAW));
    const plain = costOf(await validate(project, "AN-EARLIER", WARSAW));
    expect([located.roundTrips, located.read]).toEqual([plain.roundTrips, plain.read]);
  });

  it("are shown, told and explained by ids", async () => {
    const project = await newProject();
    const id = await place(project, "Square", square(20, 50, 3));
    const rule = await ruled(project, "$in_location", id);
    const shown = parsed(ValidationRule, await project.get(`/v1/validation-rules/${rule}`));
    expect(shown.rules).toEqual({
      "1": { ...rulesOf("$in_location", id)["1"], rules: {} },
      logic: "1",
    });
    const { body } = await validate(project, "NEAR", WARSAW, { expand: ["explanation"] });
    expect(body.valid).toBe(true);
    expect(JSON.stringify(body)).toContain(id);
    expect(JSON.stringify(body)).not.toContain("coordinates");
    const told = await rowsOf("outbox", project.id);
    expect(JSON.stringify(told)).not.toContain("coordinates");
  });

  it("go by the location as it is now, also in segments and collections", async () => {
    const project = await newProject();
    const id = await place(project, "Here", circle(WARSAW, "20 km"));
    const two = await place(project, "Second", square(0, 0, 1));
    const rule = await ruled(project, "$in_location", id, two);
    // Written by an update too, whose text is made in another way.
    const rules = { ...rulesOf("$in_location", id, two), logic: "1" };
    await project.put(`/v1/validation-rules/${rule}`, { rules });
    const segment = await project.post("/v1/segments", {
      name: "Here",
      filter: { "metadata.home": { conditions: { $in_location: [id] } } },
    });
    const collection = await project.post("/v1/product-collections", {
      name: "Made here",
      filter: { "metadata.origin": { conditions: { $in_location: [id] } } },
    });
    await project.put(`/v1/product-collections/${collection.body.id}`, {
      filter: { "metadata.origin": { conditions: { $in_location: [id], $has_value: true } } },
    });
    expect(segment.body.filter["metadata.home"].conditions).toEqual({ $in_location: [id] });
    await project.post("/v1/customers", { source_id: "eva", metadata: { home: BERLIN } });
    await project.post("/v1/products", { source_id: "beer", metadata: { origin: BERLIN } });
    const seen = async () => [
      await valid(project, "NEAR", BERLIN),
      (await project.get("/v1/customers/eva/segments")).body.data.length,
      (await project.get(`/v1/product-collections/${collection.body.id}/products`)).body.total,
    ];
    expect(await seen()).toEqual([false, 0, 0]);
    const path = `${placesOf(project)}/${id}`;
    const moved = await project.put(path, { shape: circle(BERLIN, "20 km") });
    expect([moved.status, costOf(moved).roundTrips]).toEqual([200, 2]);
    expect(await seen()).toEqual([true, 1, 1]);
    await project.put(path, { shape: square(20, 50, 3) });
    expect(await seen()).toEqual([false, 0, 0]);
    await project.put(path, { shape: square(13, 52, 1) });
    expect(await seen()).toEqual([true, 1, 1]);
    await project.put(`${placesOf(project)}/${two}`, { shape: circle("0,0", "1 km") });
    expect(await seen()).toEqual([true, 1, 1]);
    const uses = await rowsOf("location_uses", project.id);
    expect(uses.map(({ location_id }) => location_id).sort()).toEqual([id, id, id, two].sort());
  });

  it("let go of a location: with other rules, and when they are deleted", async () => {
    const project = await newProject();
    const id = await place(project, "Here", circle(WARSAW, "20 km"));
    const path = `${placesOf(project)}/${id}`;
    const rule = await ruled(project, "$in_location", id);
    const filter = { "metadata.home": { conditions: { $not_in_location: id } } };
    const segment = (await project.post("/v1/segments", { name: "Away", filter })).body.id;
    const goods = (await project.post("/v1/product-collections", { name: "Away", filter })).body.id;
    const before = await everything(project);
    const refused = await project.delete(path);
    expect([refused.status, refused.body.key]).toEqual([400, "resource_in_use"]);
    expect(refused.body.related_object_ids.sort()).toEqual([rule, segment, goods].sort());
    expect(await everything(project)).toBe(before);
    await project.put(`/v1/validation-rules/${rule}`, { rules: rulesOf("$is", "x") });
    await project.delete(`/v1/segments/${segment}`);
    const all = { name: { conditions: { $has_value: true } } };
    await project.put(`/v1/product-collections/${goods}`, { filter: all });
    expect(await rowsOf("location_uses", project.id)).toEqual([]);
    await project.put(`/v1/validation-rules/${rule}`, { rules: rulesOf("$in_location", id) });
    expect((await project.delete(path)).status).toBe(400);
    await project.delete(`/v1/validation-rules/${rule}`);
    expect((await project.delete(path)).status).toBe(204);
  });

  it("404: a location that is not there, or another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const theirs = await place(other, "Theirs", circle(WARSAW, "20 km"));
    const before = await everything(project);
    for (const id of ["loc_0123456789abcdef01", theirs]) {
      const filter = { "metadata.home": { conditions: { $in_location: [id] } } };
      const replies = [
        await project.post("/v1/validation-rules", {
          name: "X",
          rules: rulesOf("$in_location", id),
        }),
        await project.post("/v1/segments", { name: "X", filter }),
        await project.post("/v1/product-collections", { name: "X", filter }),
      ];
      for (const { status, body } of replies) {
        expect([status, body.resource_type, body.resource_id]).toEqual([404, "location", id]);
      }
    }
    expect(await everything(project)).toBe(before);
  });

  it.each([[["Warsaw"]], [[52]], [[]], [[{ id: "loc_1", shape: {} }]]])(
    "400 invalid_validation_rules: $in_location %j",
    async (values) => {
      const project = await newProject();
      const rules = {
        "1": { ...rulesOf("$in_location")["1"], conditions: { $in_location: values } },
      };
      const reply = await project.post("/v1/validation-rules", { name: "X", rules });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_validation_rules"]);
      expect(reply.body.details).toContain("$in_location");
    },
  );

  it("400 resource_in_use: a location is named by a hundred at most", async () => {
    const project = await newProject();
    const id = await place(project, "Popular", circle(WARSAW, "20 km"));
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
       INSERT INTO location_uses (project_id, location_id, object_id, object)
       SELECT ?1, ?2, 'val_' || i, 'validation_rules' FROM n`,
      )
      .bind(project.id, id)
      .run();
    const rules = rulesOf("$in_location", id);
    const reply = await project.post("/v1/validation-rules", { name: "One more", rules });
    expect([reply.status, reply.body.key]).toEqual([400, "resource_in_use"]);
    expect(await rowsOf("validation_rules", project.id)).toEqual([]);
  });
});

describe("lists filtered by locations", () => {
  it("find what lies there, in one round trip more", async () => {
    const project = await newProject();
    const id = await place(project, "Warsaw", circle(WARSAW, "20 km"));
    const discount = { type: "PERCENT", percent_off: 20 };
    const made: [string, unknown][] = [
      ["TEXT", WARSAW],
      ["OBJECT", { lat: 52.2, lng: 21 }],
      ["LIST", [BERLIN, WARSAW]],
      ["AWAY", BERLIN],
      ["WORD", "Warsaw"],
      ["NONE", undefined],
    ];
    for (const [code, at] of made) {
      await project.post(`/v1/vouchers/${code}`, { discount, metadata: at ? { at } : {} });
    }
    const found = async (operator: string, ...ids: string[]) => {
      const sent = ids.map(
        (each, n) => `filters[metadata.at][conditions][${operator}][${n}]=${each}`,
      );
      const reply = await project.get(`/v1/vouchers?order=created_at&${sent.join("&")}`);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(costOf(reply).roundTrips).toBeLessThanOrEqual(3);
      return reply.body.vouchers.map(({ code }: { code: string }) => code);
    };
    expect(await found("$in_location", id)).toEqual(["TEXT", "OBJECT", "LIST"]);
    expect(await found("$not_in_location", id)).toEqual(["AWAY", "WORD"]);
    const none = "loc_0123456789abcdef01";
    for (const [operator, value] of [
      ["$in_location", "x"],
      ["$in_location", none],
      ["$not_in_location", none],
    ]) {
      const bad = await project.get(
        `/v1/vouchers?filters[metadata.at][conditions][${operator}]=${value}`,
      );
      failure(bad, 400, "invalid_query_params");
      expect(bad.body.details).toContain(".filters.metadata.at");
    }
  });
});

describe("exports filtered by locations", () => {
  it("have what lies there, and show the filter as it was sent", async () => {
    const project = await newProject();
    const id = await place(project, "Warsaw", circle(WARSAW, "20 km"));
    await project.post("/v1/customers", { source_id: "ada", metadata: { home: WARSAW } });
    await project.post("/v1/customers", { source_id: "bob", metadata: { home: BERLIN } });
    const filters = { "metadata.home": { conditions: { $in_location: [id] } } };
    const sent = { exported_object: "customer", parameters: { fields: ["source_id"], filters } };
    expect(await exported(project, sent)).toBe("Source ID\r\nada\r\n");
    const [shown] = (await project.get("/v1/exports")).body.exports;
    expect(shown.parameters.filters).toEqual(filters);
    const nowhere = { "metadata.home": { conditions: { $not_in_location: ["loc_none"] } } };
    const refused = await project.post("/v1/exports", {
      exported_object: "customer",
      parameters: { filters: nowhere },
    });
    failure(refused, 404, "not_found");
    expect((await project.get("/v1/exports")).body.total).toBe(1);
  });
});
