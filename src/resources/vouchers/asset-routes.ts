import { type Context, Hono } from "hono";
import * as z from "zod";
import { ApiError } from "../../errors";
import type { AppEnv } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { params } from "../../http/validate";
import { readAssetId } from "./assets";
import { findCode } from "./store";

const ById = z.object({ id: z.string() });
const Svg = z.string().meta({ description: "An SVG image" });

/** A wrong signature and a missing voucher answer the same (docs/behaviour.md). */
const missing = () =>
  new ApiError("not_found", { details: "Cannot find the asset", resource_type: "asset" });

async function codeBehind(c: Context<AppEnv>): Promise<string> {
  const id = c.req.param("id") ?? "";
  const named = readAssetId(id, c.get("settings").signingSecret);
  if (!named) throw missing();
  const code = await findCode(c.get("db"), named);
  if (code === null) throw missing();
  return code;
}

/** A code never changes, so its picture may be kept for a day. */
const image = (c: Context<AppEnv>, svg: string) =>
  c.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": "private, max-age=86400" });

/** Code 128 knows ASCII only; other text is drawn as the QR code that can hold it. */
const isAscii = (code: string): boolean => /^[\x20-\x7e]+$/.test(code);

/** What draws is loaded with the first picture: most isolates never draw one. */
async function qrOf(code: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return renderSVG(code, { ecc: "M", border: 4, pixelSize: 8 });
}

async function barcodeOf(code: string): Promise<string> {
  if (!isAscii(code)) return qrOf(code);
  const { barcodeSvg } = await import("./barcode");
  return barcodeSvg(code);
}

export const voucherAssets = new Hono<AppEnv>()
  .get(
    "/qr/:id",
    operation({ summary: "QR code of a voucher, as SVG", answer: Svg, errors: ["not_found"] }),
    params(ById),
    async (c) => image(c, await qrOf(await codeBehind(c))),
  )
  .get(
    "/barcode/:id",
    operation({ summary: "Barcode of a voucher, as SVG", answer: Svg, errors: ["not_found"] }),
    params(ById),
    async (c) => image(c, await barcodeOf(await codeBehind(c))),
  );
