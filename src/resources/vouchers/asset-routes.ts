import { download } from "../../http/route";
import { barcodeOf, qrOf } from "./pictures";

/** A code never changes, so its picture may be kept for a day. Nothing in it may run. */
const svg = {
  description: "An image",
  type: "image/svg+xml",
  policy: "default-src 'none'; frame-ancestors 'none'; sandbox",
  cacheControl: "private, max-age=86400",
};

export const voucherAssets = [
  download(
    "/qr/:id",
    { summary: "QR code of a voucher, as SVG", file: svg, errors: ["not_found"] },
    (visit, { params }) => qrOf(visit, params.id),
  ),
  download(
    "/barcode/:id",
    { summary: "Barcode of a voucher, as SVG", file: svg, errors: ["not_found"] },
    (visit, { params }) => barcodeOf(visit, params.id),
  ),
];
