import { code128, drawingSVG } from "bwip-js/generic";
import { type Context, Hono } from "hono";
import { renderSVG } from "uqr";
import * as z from "zod";
import { ApiError } from "../../errors";
import { operation } from "../../http/openapi";
import type { AppEnv } from "../../http/scope";
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

const qrOf = (code: string): string => renderSVG(code, { ecc: "M", border: 4, pixelSize: 8 });

/** White behind the bars: a scanner cannot read them on a dark page. */
const LINES = { bcid: "code128", scale: 3, padding: 10, backgroundcolor: "FFFFFF" };

const barcodeOf = (code: string): string =>
  isAscii(code) ? code128({ ...LINES, text: code }, drawingSVG()) : qrOf(code);

export const voucherAssets = new Hono<AppEnv>()
  .get(
    "/qr/:id",
    operation({ summary: "QR code of a voucher, as SVG", answer: Svg, errors: ["not_found"] }),
    params(ById),
    async (c) => image(c, qrOf(await codeBehind(c))),
  )
  .get(
    "/barcode/:id",
    operation({ summary: "Barcode of a voucher, as SVG", answer: Svg, errors: ["not_found"] }),
    params(ById),
    async (c) => image(c, barcodeOf(await codeBehind(c))),
  );
