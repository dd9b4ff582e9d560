import type { RandomBytes } from "./random";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Length of each kind's body: base62 for these, 18 lower-case hex digits for all others. */
const BASE62_LENGTH: Record<string, number> = {
  v: 32,
  ssn: 32,
  cust: 24,
  camp: 24,
  proj: 24,
  promo: 24,
  stack: 24,
  exp: 24,
  pc: 24,
  seg: 24,
  ms: 24,
  del: 24,
  rew: 24,
  rewa: 24,
  wh: 24,
  asgm: 16,
  val: 12,
};

const TIME_DIGITS = { hex: 11, base62: 8 } as const;

function inBase(value: number, base: number, width: number): string {
  let text = "";
  for (let rest = value; text.length < width; rest = Math.floor(rest / base)) {
    text = BASE62.charAt(rest % base) + text;
  }
  return text;
}

/**
 * 62 x 4 = 248: larger bytes are drawn again, so that every character is as likely as any other.
 */
export function randomBase62(length: number, random: RandomBytes): string {
  const text = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    for (const byte of random(length * 2)) {
      if (byte >= 248 || filled === length) continue;
      text[filled] = BASE62.charCodeAt(byte % 62);
      filled += 1;
    }
  }
  return text.toString("latin1");
}

/** An id that begins with its creation time, so that sorting by id sorts by creation. */
export function timeId(prefix: string, now: number, random: RandomBytes): string {
  const length = BASE62_LENGTH[prefix];
  if (length === undefined) {
    const time = now.toString(16).padStart(TIME_DIGITS.hex, "0");
    return `${prefix}_${time}${Buffer.from(random(4))
      .toString("hex")
      .slice(0, 18 - TIME_DIGITS.hex)}`;
  }
  const time = inBase(now, 62, TIME_DIGITS.base62);
  return `${prefix}_${time}${randomBase62(length - TIME_DIGITS.base62, random)}`;
}

/** Kinds that lists put in the order in which they were made, also where that is one instant. */
const IN_ORDER: ReadonlySet<string> = new Set(["vtx"]);

/** The id behind one of hex digits, by a drawn step: some thousands of them fit into an instant. */
function nextId(prefix: string, id: string, random: RandomBytes): string {
  const step = BigInt(`0x${Buffer.from(random(2)).toString("hex")}`) + 1n;
  const next = BigInt(`0x${id.slice(prefix.length + 1)}`) + step;
  return `${prefix}_${next.toString(16).padStart(18, "0")}`;
}

/** Makes the ids of one request or job. */
export function idsOf(now: number, random: RandomBytes): (prefix: string) => string {
  const last = new Map<string, string>();
  return (prefix) => {
    const before = last.get(prefix);
    const id = before === undefined ? timeId(prefix, now, random) : nextId(prefix, before, random);
    if (IN_ORDER.has(prefix)) last.set(prefix, id);
    return id;
  };
}

/** Digits that order the ids of one instant. */
const PLACE_DIGITS = 3;
const PLACES = 62 ** PLACE_DIGITS;

/**
 * At most 238,328 ids of one instant, of a base62 kind, in ascending order and evenly apart: a
 * random point among them is as near to one as to another. Each is as hard to guess as it is
 * random: 21 characters of a voucher's are.
 */
export function timeIds(prefix: string, now: number, count: number, random: RandomBytes): string[] {
  const time = inBase(now, 62, TIME_DIGITS.base62);
  const width = (BASE62_LENGTH[prefix] ?? 0) - TIME_DIGITS.base62 - PLACE_DIGITS;
  const drawn = randomBase62(width * count, random);
  return Array.from({ length: count }, (_, at) => {
    const place = inBase(Math.floor((at * PLACES) / count), 62, PLACE_DIGITS);
    return `${prefix}_${time}${place}${drawn.slice(at * width, (at + 1) * width)}`;
  });
}

const inBase62 = (text: string): number =>
  Array.from(text).reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);

/**
 * Whether a text is an id that this service made: of the length of its kind, with an instant in it
 * that is past by `now` (epoch milliseconds).
 */
export function isTimeId(text: string, now: number): boolean {
  const [, prefix = "", body = ""] = /^([a-z]{1,8})_([0-9A-Za-z]+)$/.exec(text) ?? [];
  const length = BASE62_LENGTH[prefix];
  if (length !== undefined) {
    return body.length === length && inBase62(body.slice(0, TIME_DIGITS.base62)) <= now;
  }
  const isHex = /^[0-9a-f]{18}$/.test(body);
  return isHex && Number.parseInt(body.slice(0, TIME_DIGITS.hex), 16) <= now;
}

/** When an id was made whose body is hex digits, epoch milliseconds; null of any other text. */
export function madeAt(id: string): number | null {
  const [digits] = /(?<=_)[0-9a-f]{11}(?=[0-9a-f]{7}$)/.exec(id) ?? [];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/**
 * The last instant that the hex digits hold, in the year 2527; before 1970 there are none at all.
 */
const LAST_INSTANT = 16 ** TIME_DIGITS.hex - 1;

/** The smallest id body of an instant: turns a filter on creation time into a range of ids. */
export function firstId(prefix: string, at: number): string {
  const instant = Math.min(Math.max(at, 0), LAST_INSTANT);
  return prefix in BASE62_LENGTH
    ? `${prefix}_${inBase(instant, 62, TIME_DIGITS.base62)}`
    : `${prefix}_${instant.toString(16).padStart(TIME_DIGITS.hex, "0")}`;
}
