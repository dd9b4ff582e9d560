import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { CreatedVoucher } from "../../src/resources/vouchers/schema";
import { newProject, parsed, send, type TestProject } from "../support/api";
import { readBarcode, readQr } from "../support/svg";

const discount = { type: "PERCENT", percent_off: 20 } as const;

async function assetsOf(project: TestProject, code: string) {
  const voucher = parsed(CreatedVoucher, await project.post("/v1/vouchers", { code, discount }));
  expect(voucher.code).toBe(code);
  return voucher.assets;
}

/** Asks as a browser would: by the link alone, without any key. */
const fetched = (url: string) => send("GET", new URL(url).pathname, {});

const LONG = "A1-b2_".repeat(43).slice(0, 255);
const ASCII = ["SUMMER-20", "x", "0123456789", "50% OFF / ^FNC1 ~!@#&<>\"'", "a1234567b12", LONG];
const OTHER = ["Ünïcode", "折扣🍏", "ключ-1", "🍏".repeat(127), "é".repeat(255)];

describe("GET assets.qr.url", () => {
  it.each([...ASCII, ...OTHER])("200: a scanner reads %s", async (code) => {
    const project = await newProject();
    const { qr } = await assetsOf(project, code);
    const reply = await fetched(qr.url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("image/svg+xml");
    expect(readQr(reply.body)).toBe(code);
  });
});

describe("GET assets.barcode.url", () => {
  it.each(ASCII)("200: a scanner reads %s", async (code) => {
    const project = await newProject();
    const { barcode } = await assetsOf(project, code);
    const reply = await fetched(barcode.url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("image/svg+xml");
    expect(readBarcode(reply.body)).toBe(code);
  });

  it.each(OTHER)("200: a QR code where Code 128 has no letters for %s", async (code) => {
    const project = await newProject();
    const { barcode } = await assetsOf(project, code);
    expect(readQr((await fetched(barcode.url)).body)).toBe(code);
  });
});

describe("the link", () => {
  it("does not contain the code, and stays the same", async () => {
    const project = await newProject();
    const assets = await assetsOf(project, "SECRETCODE");
    expect(JSON.stringify(assets)).not.toMatch(/secretcode/i);
    expect(JSON.stringify(assets)).not.toContain(btoa("SECRETCODE").slice(0, 12));
    expect((await project.get("/v1/vouchers/SECRETCODE")).body.assets).toEqual(assets);
    expect(assets.qr.url.endsWith(`/assets/qr/${assets.qr.id}`)).toBe(true);
    expect(assets.barcode.url.endsWith(`/assets/barcode/${assets.barcode.id}`)).toBe(true);
  });

  it("404: forged, borrowed, cut, lengthened, unknown and deleted all answer the same", async () => {
    const project = await newProject();
    const { qr } = await assetsOf(project, "MINE");
    const { qr: other } = await assetsOf(project, "OTHER");
    const { qr: gone } = await assetsOf(project, "GONE");
    const { qr: freed } = await assetsOf(project, "FREED");
    await project.delete("/v1/vouchers/GONE");
    await project.delete("/v1/vouchers/FREED?force=true");
    const [projectId = "", voucherId = "", signature = ""] = qr.id.split(".");
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const ids = [
      `${projectId}.${voucherId}.${flipped}`,
      `${projectId}.${voucherId}.${other.id.split(".")[2]}`,
      `${projectId}.${voucherId}.${signature.slice(0, -1)}`,
      `${projectId}.${voucherId}.`,
      `${projectId}.${voucherId}`,
      `${qr.id}.more`,
      `${projectId}.v_unknown.${signature}`,
      "MINE",
      voucherId,
      "x".repeat(400),
      gone.id,
      freed.id,
    ];
    for (const kind of ["qr", "barcode"]) {
      for (const id of ids) {
        const reply = await send("GET", `/assets/${kind}/${id}`, {});
        const { request_id, ...body } = parsed(ErrorBody, reply);
        expect(request_id).toMatch(/^v-/);
        expect([id, reply.status, body]).toEqual([
          id,
          404,
          {
            code: 404,
            key: "not_found",
            message: "Resource not found",
            details: "Cannot find the asset",
            resource_type: "asset",
          },
        ]);
      }
    }
  });
});
