import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { operations } from "../../src/api/operations";
import { openApiDocument } from "../../src/http/openapi-document";
import { done } from "../support/actions";
import { eventKinds, newProject, rowsOf, send, type TestProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { program } from "../support/earning";
import { failure } from "../support/failure";
import { everything } from "../support/one-of-each";
import { referralCampaign } from "../support/referrals";

const Documented = z.object({
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) })
    .optional(),
});

/** Every operation whose body is a list, by the document. */
const OF_LISTS = Object.entries(
  z.record(z.string(), z.record(z.string(), Documented)).parse(openApiDocument(operations).paths),
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    requestBody?.content["application/json"]?.schema.type === "array"
      ? [`${method.toUpperCase()} ${path}`]
      : [],
  ),
);

const BACKGROUND = [
  "POST /v1/customers/bulk/async",
  "POST /v1/products/bulk/async",
  "POST /v1/vouchers/bulk/async",
];
const IMPORTS = [
  "POST /v1/vouchers/import",
  "POST /v1/orders/import",
  "POST /v1/campaigns/{campaignId}/import",
];
const AT_ONCE = [
  "POST /v1/loyalties/{campaignId}/tiers",
  "POST /v1/loyalties/{campaignId}/earning-rules",
  "POST /v1/loyalties/{campaignId}/rewards",
  "POST /v1/referrals/{campaignId}/tiers",
];
const TRANSFERS = "POST /v1/loyalties/{campaignId}/members/{memberId}/transfers";

let project: TestProject;
let ids: { coupons: string; loyalty: string; referral: string };
let card: string;

beforeAll(async () => {
  project = await newProject();
  ids = {
    coupons: await campaign(project, "Spring"),
    loyalty: await program(project, "Points"),
    referral: await referralCampaign(project, "Friends"),
  };
  const member = await project.post("/v1/loyalties/Points/members", {
    customer: { source_id: "jane" },
  });
  card = member.body.code;
});

const pathOf = (operation: string): string => {
  const path = operation.slice("POST ".length);
  const id = path.startsWith("/v1/loyalties")
    ? ids.loyalty
    : path.startsWith("/v1/referrals")
      ? ids.referral
      : ids.coupons;
  return path.replace("{campaignId}", id).replace("{memberId}", card);
};

/** The three ways in which clients send nothing. */
const NOTHING: [string, unknown][] = [
  ["no body", undefined],
  ["an empty list", []],
  ["an empty object", {}],
];

const post = (operation: string, body: unknown) =>
  send("POST", pathOf(operation), project.server, body);

it("every operation on a list is held here", () => {
  expect([...BACKGROUND, ...IMPORTS, ...AT_ONCE, TRANSFERS].sort()).toEqual(OF_LISTS.sort());
});

describe.each(NOTHING)("%s", (_, nothing) => {
  it.each(BACKGROUND)("202: %s begins work that is done with nothing", async (operation) => {
    const people = await rowsOf("customers", project.id);
    const { operation_status, result } = await done(project, await post(operation, nothing));
    expect(operation_status).toBe("SUCCESS");
    expect(result).toMatchObject({ done_count: 0, failed_count: 0, results: [], errors: [] });
    expect(await rowsOf("customers", project.id)).toEqual(people);
  });

  it.each(AT_ONCE)("200: %s answers an empty list and changes nothing", async (operation) => {
    const before = await everything(project);
    const reply = await post(operation, nothing);
    expect([reply.status, reply.body]).toEqual([200, []]);
    expect(await everything(project)).toBe(before);
  });

  it("200: a transfer from no card answers the card as it is", async () => {
    const before = await everything(project);
    const { status, body } = await post(TRANSFERS, nothing);
    expect([status, body.code, body.loyalty_card.balance]).toEqual([200, card, 0]);
    expect(await everything(project)).toBe(before);
  });
});

it.each(IMPORTS)("202: %s of no rows is done with nothing", async (operation) => {
  const events = await eventKinds(project.id);
  for (const nothing of [undefined, []]) {
    const { operation_status, result } = await done(project, await post(operation, nothing));
    expect(operation_status).toBe("SUCCESS");
    expect(result).toMatchObject({ done_count: 0, failed_count: 0, failed: [] });
  }
  expect(await eventKinds(project.id)).toEqual(events);
});

describe("metadata for many", () => {
  const OF_METADATA: [string, string][] = [
    ["/v1/customers/metadata/async", "source_ids"],
    ["/v1/products/metadata/async", "source_ids"],
    ["/v1/vouchers/metadata/async", "codes"],
  ];

  it.each(OF_METADATA)("202: %s without %s does nothing", async (path, name) => {
    const bodies = [
      undefined,
      {},
      { product_ids: ["prod_1"] },
      { [name]: [] },
      { [name]: null, metadata: { tier: "gold" } },
    ];
    for (const body of bodies) {
      const action = await done(project, await send("POST", path, project.server, body));
      expect(action.operation_status, JSON.stringify(body)).toBe("SUCCESS");
      expect(action.result).toMatchObject({ done_count: 0, failed_count: 0 });
    }
  });

  it.each(OF_METADATA)("400: %s with %s and no metadata", async (path, name) => {
    const before = await everything(project);
    const reply = await project.post(path, { [name]: ["jane"] });
    expect(failure(reply, 400, "invalid_payload").details).toBe(
      "Property .metadata must be object",
    );
    expect(await everything(project)).toBe(before);
  });
});
