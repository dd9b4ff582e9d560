// Decides how the numbers of a formula are computed: as fractions of whole numbers, so that no
// digit is lost and nothing is rounded but once, at the end.

/** `top / bottom`; the bottom is above 0. */
export class Exact {
  constructor(
    readonly top: bigint,
    readonly bottom: bigint = 1n,
  ) {}
}

const ZERO = new Exact(0n);
/** As much as a double holds: beyond it a formula comes to no finite number. */
const MOST = 2n ** 1024n;
/** Powers with a larger exponent, or with more digits than this, are computed in doubles. */
const MOST_EXPONENT = 1_024;
const MOST_DIGITS = 4_000;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
/** Decimals that are written out where a fraction becomes a double, which holds fewer. */
const WRITTEN = 40;

const absolute = (number: bigint): bigint => (number < 0n ? -number : number);

/** The number, or null where it is beyond all numbers. */
const within = (top: bigint, bottom: bigint): Exact | null =>
  absolute(top) < MOST * bottom ? new Exact(top, bottom) : null;

/** The number with its decimal point moved to the right by so many places, or to the left. */
export const shifted = ({ top, bottom }: Exact, places: number): Exact =>
  places < 0
    ? new Exact(top, bottom * 10n ** BigInt(-places))
    : new Exact(top * 10n ** BigInt(places), bottom);

/** A finite number, as it is written out: 0.1 is a tenth. */
export function exactOf(number: number): Exact {
  const [, sign = "", whole = "0", decimals = "", exponent = "0"] =
    DECIMAL.exec(String(number)) ?? [];
  const digits = new Exact(BigInt(`${sign}${whole}${decimals}`));
  return shifted(digits, Number(exponent) - decimals.length);
}

/** The nearest double. */
export function toDouble({ top, bottom }: Exact): number {
  if (bottom === 1n) return Number(top);
  const size = absolute(top);
  const decimals = ((size % bottom) * 10n ** BigInt(WRITTEN)) / bottom;
  const text = `${size / bottom}.${String(decimals).padStart(WRITTEN, "0")}`;
  return top < 0n ? -Number(text) : Number(text);
}

/** Below 0, 0 or above 0 as `a` is less than, equal to or more than `b`. */
export function compare(a: Exact, b: Exact): number {
  const [left, right] = [a.top * b.bottom, b.top * a.bottom];
  return Number(left > right) - Number(left < right);
}

export const plus = (a: Exact, b: Exact): Exact | null =>
  within(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);

export const negated = ({ top, bottom }: Exact): Exact => new Exact(-top, bottom);

export const minus = (a: Exact, b: Exact): Exact | null => plus(a, negated(b));

export const times = (a: Exact, b: Exact): Exact | null =>
  within(a.top * b.top, a.bottom * b.bottom);

/** Null where `b` is zero. */
export function over(a: Exact, b: Exact): Exact | null {
  if (b.top === 0n) return null;
  const [top, bottom] = [a.top * b.bottom, a.bottom * b.top];
  return bottom < 0n ? within(-top, -bottom) : within(top, bottom);
}

/** What is left of `a` without its whole `b`s, with the sign of `a`; null where `b` is zero. */
export const remainder = (a: Exact, b: Exact): Exact | null =>
  b.top === 0n ? null : new Exact((a.top * b.bottom) % (b.top * a.bottom), a.bottom * b.bottom);

const digitsOf = ({ top, bottom }: Exact): number => `${top}${bottom}`.length;

/** Roots and huge powers are those of doubles; null where there is no finite number. */
export function power(base: Exact, exponent: Exact): Exact | null {
  const size = toDouble(exponent);
  const isWhole = Number.isInteger(size) && Math.abs(size) <= MOST_EXPONENT;
  if (!isWhole || digitsOf(base) * Math.abs(size) > MOST_DIGITS) {
    const result = toDouble(base) ** size;
    return Number.isFinite(result) ? exactOf(result) : null;
  }
  const many = BigInt(Math.abs(size));
  const result = new Exact(base.top ** many, base.bottom ** many);
  return size < 0 ? over(new Exact(1n), result) : within(result.top, result.bottom);
}

/** The greatest whole number that is not above it. */
export function floor({ top, bottom }: Exact): bigint {
  const whole = top / bottom;
  return top < 0n && whole * bottom !== top ? whole - 1n : whole;
}

/** The least whole number that is not below it. */
export const ceil = (number: Exact): bigint => -floor(negated(number));

/** The nearest whole number; halves go up. */
export const halfUp = ({ top, bottom }: Exact): bigint =>
  floor(new Exact(2n * top + bottom, 2n * bottom));

/** The number itself, but at least 0 and at most `most`. */
export const fitted = (number: Exact, most: Exact): Exact =>
  compare(number, ZERO) < 0 ? ZERO : compare(number, most) > 0 ? most : number;
