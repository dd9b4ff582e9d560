import { ApiError } from "../../errors";
import type { FileAnswer, Visit } from "../../http/operation";
import { readAssetId } from "./assets";
import { findCode } from "./store";

/** A wrong signature and a missing voucher answer the same (docs/behaviour.md). */
const missing = () =>
  new ApiError("not_found", { details: "Cannot find the asset", resource_type: "asset" });

async function codeBehind({ databaseOf, secret }: Visit, id: string): Promise<string> {
  const named = readAssetId(id, secret);
  if (!named) throw missing();
  const db = await databaseOf(named.projectId);
  const code = db && (await findCode(db, named));
  if (code === null) throw missing();
  return code;
}

/** Code 128 knows ASCII only; other text is drawn as the QR code that can hold it. */
const isAscii = (code: string): boolean => /^[\x20-\x7e]+$/.test(code);

/** The library is loaded with the first picture: most isolates never draw one. */
async function drawnQr(code: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return renderSVG(code, { ecc: "M", border: 4, pixelSize: 8 });
}

async function drawnBarcode(code: string): Promise<string> {
  if (!isAscii(code)) return drawnQr(code);
  const { barcodeSvg } = await import("./barcode");
  return barcodeSvg(code);
}

/** The QR code of the voucher that an asset id was signed for. */
export const qrOf = async (visit: Visit, id: string): Promise<FileAnswer> => ({
  content: await drawnQr(await codeBehind(visit, id)),
});

/** Its barcode. */
export const barcodeOf = async (visit: Visit, id: string): Promise<FileAnswer> => ({
  content: await drawnBarcode(await codeBehind(visit, id)),
});
