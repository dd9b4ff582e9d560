// SHA-256 that can be written down after any byte and gone on with by somebody else, which the
// platform's own digests cannot: a file written in steps is hashed while it is written.

const BLOCK = 64;

/** Words of 32 bits, from eight hex digits each. */
function words(hex: string): Int32Array {
  return Int32Array.from(hex.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16) | 0);
}

const hexOf = (state: Int32Array): string =>
  Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

/** FIPS 180-4, 4.2.2: a word for each of the 64 rounds. */
const ROUNDS = words(
  "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be" +
    "550c7dc372be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa" +
    "5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a85" +
    "2e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3" +
    "d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f" +
    "682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2",
);

/** The hash of nothing yet (5.3.3), in the form that `hashOn` takes. */
export const HASH_START = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19..0";

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The words of a block, and those that follow from them (6.2.2, step 1). */
function schedule(at: DataView, from: number, into: Int32Array): void {
  for (let t = 0; t < 16; t++) into[t] = at.getInt32(from + 4 * t);
  for (let t = 16; t < 64; t++) {
    const near = into[t - 2] ?? 0;
    const far = into[t - 15] ?? 0;
    const low = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    const high = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    into[t] = (((low + (into[t - 7] ?? 0)) | 0) + ((high + (into[t - 16] ?? 0)) | 0)) | 0;
  }
}

const add = (state: Int32Array, at: number, word: number): void => {
  state[at] = (state[at] ?? 0) + word;
};

/** Takes one block in (6.2.2, steps 2 to 4). */
function mix(state: Int32Array, w: Int32Array): void {
  let [a, b, c, d] = [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0];
  let [e, f, g, h] = [state[4] ?? 0, state[5] ?? 0, state[6] ?? 0, state[7] ?? 0];
  for (let t = 0; t < 64; t++) {
    const sum = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const first = (((((h + sum) | 0) + (ROUNDS[t] ?? 0)) | 0) + (w[t] ?? 0)) | 0;
    const second =
      ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

/** All whole blocks of some bytes; answers what is left over. */
function takeIn(state: Int32Array, bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const w = new Int32Array(64);
  const whole = bytes.length - (bytes.length % BLOCK);
  for (let from = 0; from < whole; from += BLOCK) {
    schedule(view, from, w);
    mix(state, w);
  }
  return bytes.subarray(whole);
}

function read(hash: string) {
  const [state = "", rest = "", length = "0"] = hash.split(".");
  return { state: words(state), rest: Buffer.from(rest, "hex"), length: Number(length) };
}

/** The hash with more bytes in it. In and out: its state as a text of at most 210 characters. */
export function hashOn(hash: string, bytes: Uint8Array): string {
  const { state, rest, length } = read(hash);
  const left = takeIn(state, rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes);
  return `${hexOf(state)}.${Buffer.from(left).toString("hex")}.${length + bytes.length}`;
}

/** What the hash comes to (5.1.1), in hex, and of how many bytes. */
export function hashEnd(hash: string): { sha256: string; bytes: number } {
  const { state, rest, length } = read(hash);
  const last = Buffer.alloc(rest.length < BLOCK - 8 ? BLOCK : 2 * BLOCK);
  rest.copy(last);
  last[rest.length] = 0x80;
  last.writeBigUInt64BE(BigInt(length) * 8n, last.length - 8);
  takeIn(state, last);
  return { sha256: hexOf(state), bytes: length };
}
