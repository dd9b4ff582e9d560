/** Bar and space widths of each symbol value, as the Code 128 standard lists them. */
const WIDTHS =
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232".split(
    " ",
  );
const STOP = "2331112";
const SET_OF: Record<number, "A" | "B" | "C"> = {
  103: "A",
  104: "B",
  105: "C",
  99: "C",
  100: "B",
  101: "A",
};

/** Symbol values, start first, checksum last and verified; without the stop. */
function symbolsOf(modules: string): number[] {
  if (!modules.endsWith(STOP)) throw new Error("no stop symbol");
  const body = modules.slice(0, -STOP.length);
  const symbols = (body.match(/.{6}/g) ?? []).map((widths) => WIDTHS.indexOf(widths));
  if (body.length % 6 > 0 || symbols.includes(-1)) throw new Error("not a Code 128 symbol");
  const checksum = symbols.at(-1);
  const sum = symbols.slice(0, -1).reduce((total, value, at) => total + value * Math.max(at, 1), 0);
  if (sum % 103 !== checksum) throw new Error("wrong checksum");
  return symbols;
}

/** Reads bar widths (bar, space, bar, ...; one digit of modules each) back as the text they stand for. */
export function readCode128(modules: string): string {
  const [start = -1, ...rest] = symbolsOf(modules);
  let set = SET_OF[start];
  if (start < 103 || !set) throw new Error("no start symbol");
  let text = "";
  let shifted = false;
  for (const value of rest.slice(0, -1)) {
    if (set === "C" && value < 100) {
      text += String(value).padStart(2, "0");
    } else if (value === 98 && set !== "C") {
      shifted = true;
      continue;
    } else if (value >= 96) {
      set = SET_OF[value] ?? set;
    } else {
      const isA = (set === "A") !== shifted;
      text += String.fromCharCode(isA && value >= 64 ? value - 64 : value + 32);
    }
    shifted = false;
  }
  return text;
}
