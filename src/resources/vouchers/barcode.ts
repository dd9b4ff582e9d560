import JsBarcode from "jsbarcode";

/** Pixels of the narrowest bar, of the height, and of the white around: scanners want it. */
const MODULE = 3;
const HEIGHT = 90;
const MARGIN = 30;

/**
 * ASCII text as a Code 128 barcode, an SVG of black bars on white. `x` of the first bar is the
 * margin; a dark page behind it would hide the bars.
 */
export function barcodeSvg(text: string): string {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: "CODE128" });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join("");
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: { length } }) =>
      `M${MARGIN + index * MODULE},${MARGIN}h${length * MODULE}v${HEIGHT}h-${length * MODULE}z`,
  );
  const [width, height] = [modules.length * MODULE + 2 * MARGIN, HEIGHT + 2 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fff"/><path d="${bars.join("")}"/></svg>`;
}
