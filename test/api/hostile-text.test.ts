import { describe, expect, it } from "vitest";
import { newProject, rowsOf, sendAsIs, type TestProject } from "../support/api";
import { failure, harmless } from "../support/failure";

const MIB = 1024 * 1024;
const PATHS = [
  "/v1/vouchers",
  "/v1/validations",
  "/v1/redemptions",
  "/v1/validation-rules",
  "/v1/customers",
];

const post = (project: TestProject, path: string, body: BodyInit) =>
  sendAsIs(path, {
    method: "POST",
    headers: { ...project.server, "content-type": "application/json" },
    body,
  });

describe("text", () => {
  it("a code of 10,000 or a million characters is refused, in a body and in a path", async () => {
    const project = await newProject();
    for (const length of [256, 10_000, MIB - 100]) {
      const code = "x".repeat(length);
      const body = failure(
        await project.post("/v1/vouchers", { code, gift: { amount: 1 } }),
        400,
        "invalid_payload",
      );
      expect(body.details).toBe("Property .code must NOT have more than 255 characters");
      const redeemables = [{ object: "voucher", id: code }];
      failure(await project.post("/v1/validations", { redeemables }), 400, "invalid_payload");
    }
    const path = `/v1/vouchers/${"x".repeat(10_000)}`;
    failure(await project.post(path, { gift: { amount: 1 } }), 400, "invalid_payload");
    harmless(await project.get(path));
    harmless(await project.delete(path));
  });

  it.each([
    ["a stray byte", [0x22, 0xff, 0x22]],
    ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
    ["a cut sequence", [0x22, 0xe2, 0x82, 0x22]],
    ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])("%s is no UTF-8", async (_, bytes) => {
    const project = await newProject();
    const body = failure(
      await post(project, "/v1/customers", new Uint8Array(bytes)),
      400,
      "invalid_payload",
    );
    expect(body.details).toBe("The body is not valid UTF-8");
  });

  it("a byte order mark before JSON is ignored", async () => {
    const project = await newProject();
    const bytes = new TextEncoder().encode('\ufeff{"source_id":"a"}');
    expect((await post(project, "/v1/customers", bytes)).body.source_id).toBe("a");
  });

  it.each(["\\ud800", "\\udc00x", "a\\ud83d", "\\u0000", "a\\u0000b", "\\u202e", "\\ufffe"])(
    "%s is refused or comes back as it was sent",
    async (escaped) => {
      const project = await newProject();
      const text = JSON.parse(`"${escaped}"`);
      const code = await post(
        project,
        "/v1/vouchers",
        `{"code":"x${escaped}","gift":{"amount":1}}`,
      );
      harmless(code);
      if (code.status === 200) expect(code.body.code).toBe(`x${text}`);
      const sent = `{"source_id":"x${escaped}","name":"${escaped}","metadata":{"k${escaped}":"${escaped}"}}`;
      const customer = await post(project, "/v1/customers", sent);
      harmless(customer);
      if (customer.status === 200) {
        const [listed] = (await project.get("/v1/customers")).body.customers;
        expect(listed).toEqual(customer.body);
        expect(listed.metadata).toEqual({ [`k${text}`]: text });
      }
      for (const path of PATHS) {
        harmless(
          await post(
            project,
            path,
            `{"name":"${escaped}","tracking_id":"${escaped}","redeemables":[{"object":"voucher","id":"${escaped}"}]}`,
          ),
        );
      }
    },
  );

  it.each([
    ["\\ud83d", "\ufffd"],
    ["a\\uDC00b", "a\ufffdb"],
    ["\\ud83d\\ud83d\\ude00", "\ufffd\u{1f600}"],
    ["\\\\\\udfff", "\\\ufffd"],
  ])("%s has half a character, of which no name is kept but all else is", async (escaped, kept) => {
    const project = await newProject();
    const refused = await post(project, "/v1/customers", `{"source_id":"${escaped}"}`);
    failure(refused, 400, "invalid_payload");
    expect(await rowsOf("customers", project.id)).toEqual([]);
    const text = `{"source_id":"a","name":"${escaped}","metadata":{"${escaped}":1}}`;
    const sent = await post(project, "/v1/customers", text);
    expect(sent.body).toMatchObject({ name: kept, metadata: { [kept]: 1 } });
    expect((await project.get("/v1/customers/a")).body).toEqual(sent.body);
  });

  it.each(["\\ud83d\\ude00", "\\uD83D\\uDE00x", "\\\\ud83d", "\\ud7ff\\ue000"])(
    "%s has whole characters and is kept",
    async (escaped) => {
      const project = await newProject();
      const sent = await post(project, "/v1/customers", `{"source_id":"a","name":"${escaped}"}`);
      expect(sent.body.name).toBe(JSON.parse(`"${escaped}"`));
      expect((await project.get("/v1/customers/a")).body).toEqual(sent.body);
    },
  );

  it.each(["%00", "%ED%A0%80", "%FF", "%", "%zz", "%0d%0a", "..", "%2e%2e%2f", "%E0%A4%A"])(
    "%s in a path or query is harmless",
    async (sent) => {
      const project = await newProject();
      for (const path of ["vouchers", "customers", "redemptions", "validation-rules"]) {
        harmless(await project.get(`/v1/${path}/x${sent}x`));
        harmless(await project.get(`/v1/${path}?code=${sent}&customer=${sent}&email=${sent}`));
      }
      harmless(await project.post(`/v1/vouchers/x${sent}x`, { gift: { amount: 1 } }));
    },
  );
});
