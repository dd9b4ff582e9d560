import jsQR from "jsqr";
import { readCode128 } from "./code128";

/** Paints the squares of a QR code's one path on white and reads it with a scanner's library. */
export function readQr(svg: string): string | null {
  const [, width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  const squares = svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)h-\d+z/g);
  for (const [, ...square] of squares) {
    const [x = 0, y = 0, w = 0, h = 0] = square.map(Number);
    for (let row = y; row < y + h; row++) {
      for (let column = x; column < x + w; column++) {
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return jsQR(pixels, width, height)?.data ?? null;
}

/** The widths of bars and spaces from left to right, in modules of three pixels, read as Code 128. */
export function readBarcode(svg: string): string {
  const [, width = 0] = /viewBox="0 0 (\d+) \d+"/.exec(svg)?.map(Number) ?? [];
  const bars = [...svg.matchAll(/M(\d+),\d+h(\d+)v\d+h-\d+z/g)].map(([, x, w]) => ({
    from: Number(x),
    to: Number(x) + Number(w),
  }));
  const edges = bars.flatMap(({ from, to }) => [from, to]);
  const quiet = Math.min(edges[0] ?? 0, width - (edges.at(-1) ?? 0));
  if (quiet < 30) throw new Error("a scanner wants ten modules of white at both ends");
  const widths = edges.slice(1).map((edge, at) => (edge - (edges[at] ?? 0)) / 3);
  return readCode128(widths.join(""));
}
