import { download } from "../../http/route";
import { barcodeOf, qrOf } from "./pictures";

/** A code never changes, so its picture may be kept for a day. */
const svg = {
  description: "An image",
  type: "image/svg+xml",
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
