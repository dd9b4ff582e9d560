// The encoder alone: the library as a whole brings those of all other symbologies.
import { CODE128 } from "jsbarcode/bin/barcodes/CODE128/index.js";

/** Pixels of the narrowest bar, of the height, and of the white around: scanners want it. */
const MODULE = 3;
const HEIGHT = 90;
const MARGIN = 30;

/**
 * ASCII text as a Code 128 barcode, an SVG of black bars on white. `x` of the first bar is the
 * margin; a dark page behind it would hide the bars.
 */
export function barcodeSvg(text: string): string {
  const { data: modules } = new CODE128(text, {}).encode();
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: { length } }) =>
      `M${MARGIN + index * MODULE},${MARGIN}h${length * MODULE}v${HEIGHT}h-${length * MODULE}z`,
  );
  const [width, height] = [modules.length * MODULE + 2 * MARGIN, HEIGHT + 2 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fff"/><path d="${bars.join("")}"/></svg>`;
}
