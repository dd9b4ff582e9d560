import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { listOf } from "../../src/http/page";
import { limitsOf } from "../../src/resources/exports/run";
import { Export } from "../../src/resources/exports/schema";
import { costOf, newProject, parsed, rowsOf, send, type TestProject } from "../support/api";
import {
  actionOf,
  begun,
  exported,
  finished,
  piecesOf,
  step,
  steps,
  visit,
} from "../support/exporting";
import { failure } from "../support/failure";
import { bucketWith, Crash, sendPausing } from "../support/faults";
import { circle, place, placesOf } from "../support/locations";

const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const orders = (parameters?: object) => ({
  exported_object: "order",
  ...(parameters && { parameters }),
});

async function shop(): Promise<TestProject> {
  const project = await newProject();
  const bodies = [
    { source_id: "o-1", amount: 1000, status: "PAID", customer: { source_id: "alice" } },
    { source_id: "o-2", amount: 250, metadata: { note: 'say "hi", twice' } },
    { source_id: "o-3", status: "CANCELED", customer: { source_id: "alice" } },
  ];
  for (const body of bodies) await project.post("/v1/orders", body);
  return project;
}

const sourceIds = async (project: TestProject, parameters: object) => {
  const text = await exported(project, orders({ fields: ["source_id"], ...parameters }));
  return text.split("\r\n").slice(1, -1);
};

describe("POST /v1/exports", () => {
  it("200: SCHEDULED first, then a link to the file", async () => {
    const project = await shop();
    const reply = await project.post(
      "/v1/exports",
      orders({ order: "created_at", fields: ["source_id", "status", "total_amount", "metadata"] }),
    );
    expect(costOf(reply).roundTrips).toBe(1);
    const first = parsed(Export, reply);
    expect(first).toEqual({
      id: expect.stringMatching(/^exp_[0-9A-Za-z]{24}$/),
      object: "export",
      created_at: AT,
      status: "SCHEDULED",
      channel: "API",
      exported_object: "order",
      parameters: {
        order: "created_at",
        fields: ["source_id", "status", "total_amount", "metadata"],
      },
      result: null,
      user_id: null,
      async_action_id: expect.stringMatching(/^aa_/),
    });
    const done = await finished(project, first.id);
    const url = `http://vouchsafe.test/v1/exports/${first.id}/download?token=`;
    expect(done).toEqual({ ...first, status: "DONE", result: { url: expect.any(String) } });
    expect(done.result?.url.startsWith(url)).toBe(true);
    const file = await visit(done.result?.url ?? "");
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="order-${first.id}.csv"`,
    );
    expect(file.body).toBe(
      [
        "Source ID,Status,Total Amount,Metadata",
        "o-1,PAID,1000,{}",
        'o-2,CREATED,250,"{""note"":""say \\""hi\\"", twice""}"',
        "o-3,CANCELED,,{}",
        "",
      ].join("\r\n"),
    );
    const { async_actions } = (await project.get("/v1/async-actions")).body;
    expect(async_actions).toMatchObject([
      { type: "EXPORT", operation_status: "SUCCESS", counts: { done: 3, total: 3 } },
    ]);
  });

  it("200: all fields by default, newest first, times in UTC", async () => {
    const project = await newProject();
    await project.post("/v1/orders", { amount: 900 });
    const { body } = await project.post("/v1/orders", {
      source_id: "o-2",
      amount: 100,
      customer: { source_id: "alice" },
    });
    const lines = (await exported(project, orders())).split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "ID,Source ID,Created At,Updated At,Status,Amount,Discount Amount,Items Discount Amount,Total Discount Amount,Total Amount,Customer ID,Referrer ID,Metadata",
    );
    expect(lines[1]).toBe(
      `${body.id},o-2,${body.created_at},,CREATED,100,0,0,0,100,${body.customer_id},,{}`,
    );
  });

  it("200: POST /v1/orders/export is the same for orders", async () => {
    const project = await shop();
    const sent = { parameters: { fields: ["source_id"], filters: null } };
    const reply = await project.post("/v1/orders/export", sent);
    const first = parsed(Export, reply);
    expect(first).toMatchObject({
      exported_object: "order",
      parameters: { fields: ["source_id"] },
      status: "SCHEDULED",
    });
    const { result } = await finished(project, first.id);
    expect((await visit(result?.url ?? "")).body).toBe("Source ID\r\no-3\r\no-2\r\no-1\r\n");
    expect(parsed(Export, await project.post("/v1/orders/export")).parameters).toEqual({});
  });

  it("200: an empty project gives the titles alone", async () => {
    const project = await newProject();
    expect(await exported(project, orders({ fields: ["id", "status"] }))).toBe("ID,Status\r\n");
  });

  it("200: orders, filters and one project's rows only", async () => {
    const [project] = [await shop(), await shop()];
    expect(await sourceIds(project, { order: "created_at" })).toEqual(["o-1", "o-2", "o-3"]);
    expect(await sourceIds(project, { order: "-id" })).toEqual(["o-3", "o-2", "o-1"]);
    const { id } = (await project.get("/v1/customers/alice")).body;
    const { created_at } = (await project.get("/v1/orders/o-2")).body;
    const when = (conditions: object) => ({ created_at: { conditions } });
    const cases: [object, string[]][] = [
      [{ status: { conditions: { $is: "PAID" } } }, ["o-1"]],
      [{ status: { conditions: { $in: ["PAID", "CANCELED"] } } }, ["o-3", "o-1"]],
      [{ status: { conditions: { $is_not: ["PAID"] } } }, ["o-3", "o-2"]],
      [{ customer_id: { conditions: { $in: [id] } } }, ["o-3", "o-1"]],
      [{ customer_id: { conditions: { $is: "cust_nobody" } } }, []],
      [{ customer_id: { conditions: { $is_unknown: [] } } }, ["o-2"]],
      [{ amount: { conditions: { $more_than: [250] } } }, ["o-1"]],
      [{ "metadata.note": { conditions: { $contains: ["twice"] } } }, ["o-2"]],
      [when({ $before: [created_at] }), ["o-1"]],
      [when({ $after: [created_at] }), ["o-3"]],
      [when({ $after: ["2020-01-01"], $before: ["2020-12-31"] }), []],
      [
        {
          junction: "or",
          status: { conditions: { $is: "PAID" } },
          ...when({ $after: [created_at] }),
        },
        ["o-3", "o-1"],
      ],
      [
        {
          junction: "AND",
          status: { conditions: { $is: "PAID" } },
          ...when({ $after: [created_at] }),
        },
        [],
      ],
      [{ junction: "AND" }, ["o-3", "o-2", "o-1"]],
    ];
    const found = await Promise.all(cases.map(([filters]) => sourceIds(project, { filters })));
    expect(found).toEqual(cases.map(([, expected]) => expected));
  });

  it.each([
    [
      "invalid_export_fields",
      { fields: ["id", "secret"] },
      "Unsupported field used. Allowed fields: id, source_id, created_at, updated_at, status, amount, discount_amount, items_discount_amount, total_discount_amount, total_amount, customer_id, referrer_id, metadata",
    ],
    ["invalid_export_fields", { fields: [] }, null],
    ["invalid_export_fields", { fields: ["metadata."] }, null],
    ["invalid_export_fields", { fields: ["metadatax"] }, null],
    [
      "invalid_export_params",
      { order: "amount" },
      "Unsupported order used. Allowed orders: created_at, -created_at, id, -id, updated_at, -updated_at, status, -status",
    ],
    [
      "invalid_export_params",
      { filters: { secret: { conditions: { $is: "x" } } } },
      "Property .parameters.filters.secret is not a field that can be filtered by",
    ],
    ["invalid_export_params", { filters: { status: { conditions: { $like: "x" } } } }, null],
    ["invalid_export_params", { filters: { status: "PAID" } }, null],
    ["invalid_export_params", { filters: { junction: "xor", id: {} } }, null],
    ["invalid_payload", { fields: "id" }, null],
    ["invalid_payload", { filters: [] }, null],
  ] as const)("400 %s: %j", async (key, parameters, details) => {
    const project = await newProject();
    const refused = failure(await project.post("/v1/exports", orders(parameters)), 400, key);
    if (details) expect(refused.details).toBe(details);
    for (const table of ["exports", "async_actions", "tallies"]) {
      expect(await rowsOf(table, project.id)).toEqual([]);
    }
  });

  it("400 invalid_payload: an object that cannot be exported", async () => {
    const project = await newProject();
    for (const body of [{}, { exported_object: "secret" }, { exported_object: "points" }]) {
      failure(await project.post("/v1/exports", body), 400, "invalid_payload");
    }
  });
});

describe("cells that a spreadsheet would run", () => {
  it("get an apostrophe in front; numbers do not", async () => {
    const project = await newProject();
    const texts = [
      "=1+1",
      "+49 30 1",
      "-2",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "=1\n=2",
      "\n=1",
      "plain",
      "a=1",
      "1,5",
      'a"b',
      "a\nb",
    ];
    for (const name of texts) await project.post("/v1/customers", { name });
    const parameters = { fields: ["name", "orders_total_amount"], order: "created_at" };
    const text = await exported(project, { exported_object: "customer", parameters });
    expect(text).toBe(
      [
        "Name,Orders Total Amount",
        `"'=1+1",0`,
        `"'+49 30 1",0`,
        `"'-2",0`,
        `"'@SUM(A1)",0`,
        `"'\t=1",0`,
        `"'\r=1",0`,
        `"'=1\n=2",0`,
        `"'\n=1",0`,
        "plain,0",
        "a=1,0",
        `"1,5",0`,
        `"a""b",0`,
        `"a\nb",0`,
        "",
      ].join("\r\n"),
    );
  });

  it("negative numbers stay numbers", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/CARD", { gift: { amount: 500 } });
    const redeemed = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 5 } }],
      order: { amount: 100 },
    });
    await project.post(`/v1/redemptions/${redeemed.body.redemptions[0].id}/rollback`, {});
    const parameters = { fields: ["object", "gift_amount"], order: "date" };
    expect(await exported(project, { exported_object: "redemption", parameters })).toBe(
      "Object,Gift Amount\r\nredemption,5\r\nredemption_rollback,-5\r\n",
    );
  });
});

describe("the link of an export", () => {
  it("401 unauthorized: no token, a wrong one, another export's or another project's", async () => {
    const [project, other] = [await shop(), await shop()];
    const links = await Promise.all(
      [project, project, other].map(async (each) => {
        const { id } = (await each.post("/v1/exports", orders())).body;
        return { id, url: new URL((await finished(each, id)).result?.url ?? "") };
      }),
    );
    const [mine, second, foreign] = links;
    const token = mine?.url.searchParams.get("token") ?? "";
    const [owner = "", until = "", signature = ""] = token.split(".");
    const last = signature.endsWith("A") ? "B" : "A";
    const wrong = [
      "",
      "?token=",
      "?token=x",
      `?token=${token}x`,
      `?token=${token}.x`,
      `?token=${owner}.${until}.${signature.slice(0, -1)}${last}`,
      `?token=${owner}.${Number(until) + 1}.${signature}`,
      `?token=${other.id}.${until}.${signature}`,
      second?.url.search,
      foreign?.url.search,
    ];
    for (const search of wrong) {
      const reply = await send("GET", `/v1/exports/${mine?.id}/download${search}`, {});
      failure(reply, 401, "unauthorized");
    }
    const keys = await send("GET", `/v1/exports/${mine?.id}/download`, project.server);
    failure(keys, 401, "unauthorized");
    expect((await visit(String(mine?.url))).status).toBe(200);
  });

  it("401 unauthorized: after 24 hours; asking for the export again gives a new link", async () => {
    const { downloadToken, readToken } = await import("../../src/resources/exports/link");
    const now = Date.parse("2026-01-01T00:00:00.000Z");
    const signed = { secret: "secret", exportId: "exp_1", now };
    const linked = { projectId: "proj_1", keyId: "key_1" };
    const token = downloadToken(signed, linked);
    const day = 86_400_000;
    expect(readToken({ ...signed, now: now + day - 1 }, token)).toEqual(linked);
    expect(readToken({ ...signed, now: now + day }, token)).toBeNull();
    expect(readToken({ ...signed, secret: "other" }, token)).toBeNull();
    expect(readToken({ ...signed, exportId: "exp_2" }, token)).toBeNull();
  });

  it("the export itself needs keys", async () => {
    const project = await newProject();
    const id = await begun(project, orders());
    failure(await send("GET", `/v1/exports/${id}`, {}), 401, "unauthorized");
  });
});

describe("GET /v1/exports", () => {
  it("200: pages, newest first by default", async () => {
    const project = await newProject();
    const ids = [await begun(project, orders()), await begun(project, orders())];
    const reply = await project.get("/v1/exports");
    const list = parsed(listOf("exports", Export), reply);
    expect([list.total, list.exports.map(({ id }) => id)]).toEqual([2, ids.toReversed()]);
    const second = (await project.get("/v1/exports?limit=1&page=2&order=created_at")).body;
    expect(second.exports).toMatchObject([{ id: ids[1], status: "SCHEDULED", result: null }]);
    const cost = costOf(reply);
    for (let made = 0; made < 5; made++) await begun(project, orders());
    const again = await project.get("/v1/exports?limit=2");
    expect([cost.roundTrips, costOf(again).roundTrips]).toEqual([1, 1]);
    expect(costOf(again).read).toBeLessThanOrEqual(cost.read);
  });

  it("400 invalid_query_params", async () => {
    const project = await newProject();
    for (const query of ["?limit=0", "?page=101"]) {
      failure(await project.get(`/v1/exports${query}`), 400, "invalid_query_params");
    }
  });
});

describe("DELETE /v1/exports/{exportId}", () => {
  it("204: the export and its file are gone, and its link with them", async () => {
    const project = await shop();
    const { id } = (await project.post("/v1/exports", orders())).body;
    const { result } = await finished(project, id);
    expect(await piecesOf(project, id)).toHaveLength(1);
    expect((await project.delete(`/v1/exports/${id}`)).status).toBe(204);
    failure(await project.get(`/v1/exports/${id}`), 404, "not_found");
    failure(await visit(result?.url ?? ""), 404, "not_found");
    expect(await piecesOf(project, id)).toEqual([]);
    expect((await project.get("/v1/exports")).body.total).toBe(0);
    failure(await project.delete(`/v1/exports/${id}`), 404, "not_found");
  });

  it("204: no piece is left of a file that is finished meanwhile", async () => {
    const project = await shop();
    const id = await begun(project, orders());
    const EXPORTS = bucketWith({
      list: async (...asked) => {
        const found = await env.EXPORTS.list(...asked);
        await steps(project, id, limitsOf(100));
        return found;
      },
    });
    const request = { method: "DELETE", path: `/v1/exports/${id}` };
    expect((await sendPausing(project, request, {}, { EXPORTS })).status).toBe(204);
    expect(await actionOf(project, id)).toMatchObject({ operation_status: "SUCCESS" });
    expect(await rowsOf("exports", project.id)).toEqual([]);
    expect((await rowsOf("tallies", project.id))[0]?.exports).toBe(0);
    expect(await piecesOf(project, id)).toEqual([]);
  });

  it("204: no piece is left where its worker ends while it deletes them", async () => {
    const project = await shop();
    const id = await begun(project, orders());
    const files = bucketWith({
      // The export is deleted while a piece is written.
      put: async (...piece: Parameters<R2Bucket["put"]>) => {
        expect((await project.delete(`/v1/exports/${id}`)).status).toBe(204);
        return env.EXPORTS.put(...piece);
      },
      list: async () => {
        throw new Crash("the process ended");
      },
    });
    await expect(step(project, id, limitsOf(100), files)).rejects.toThrow(Crash);
    expect(await piecesOf(project, id)).toHaveLength(1);
    const action = await actionOf(project, id);
    await actionJob(env, { project_id: project.id, action_id: action.id });
    expect(await actionOf(project, id)).toMatchObject({ operation_status: "FAILED" });
    expect(await piecesOf(project, id)).toEqual([]);
  });

  it("204: no piece is left by a worker that comes after the one that ends the work", async () => {
    const project = await shop();
    const id = await begun(project, orders());
    const put = async (...piece: Parameters<R2Bucket["put"]>) => {
      expect((await project.delete(`/v1/exports/${id}`)).status).toBe(204);
      await steps(project, id, limitsOf(100));
      return env.EXPORTS.put(...piece);
    };
    await step(project, id, limitsOf(100), bucketWith({ put }));
    expect(await actionOf(project, id)).toMatchObject({ operation_status: "FAILED" });
    expect(await piecesOf(project, id)).toEqual([]);
  });

  it("404 not_found: another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const id = await begun(project, orders());
    failure(await other.delete(`/v1/exports/${id}`), 404, "not_found");
    failure(await other.get(`/v1/exports/${id}`), 404, "not_found");
    expect(await rowsOf("exports", project.id)).toHaveLength(1);
  });
});

describe("a file of one column", () => {
  it("has a line for each row: an empty cell is no empty line", async () => {
    const project = await newProject();
    for (const source_id of ["o-1", undefined, "o-3"]) {
      await project.post("/v1/orders", { source_id, amount: 100 });
    }
    const one = { fields: ["source_id"], order: "created_at" };
    expect(await exported(project, orders(one))).toBe('Source ID\r\no-1\r\n""\r\no-3\r\n');
    const two = { ...one, fields: ["source_id", "referrer_id"] };
    expect(await exported(project, orders(two))).toBe(
      "Source ID,Referrer ID\r\no-1,\r\n,\r\no-3,\r\n",
    );
  });
});

describe("an export whose filter can be decided no more", () => {
  it("is ERROR at once: its location was deleted", async () => {
    const project = await newProject();
    const location = await place(project, "Warsaw", circle("52.2297,21.0122", "20 km"));
    const filters = { "metadata.home": { conditions: { $in_location: [location] } } };
    const id = await begun(project, { exported_object: "customer", parameters: { filters } });
    expect((await project.delete(`${placesOf(project)}/${location}`)).status).toBe(204);
    const action = await actionOf(project, id);
    await actionJob(env, { project_id: project.id, action_id: action.id });
    const { body } = await project.get(`/v1/exports/${id}`);
    expect([body.status, body.result]).toEqual(["ERROR", null]);
    expect(await actionOf(project, id)).toMatchObject({
      status: "DONE",
      operation_status: "FAILED",
    });
    expect(await piecesOf(project, id)).toEqual([]);
  });
});
