import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HASH_START, hashEnd, hashOn } from "../../src/lib/running-hash";

const native = (...parts: readonly Uint8Array[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

describe("a hash that is written down in between", () => {
  it("is that of FIPS 180-4, of nothing and of abc", () => {
    expect(hashEnd(HASH_START)).toEqual({
      bytes: 0,
      sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    });
    expect(hashEnd(hashOn(HASH_START, Buffer.from("abc")))).toEqual({
      bytes: 3,
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
  });

  it("is that of the platform at every length up to three blocks", () => {
    for (let length = 0; length <= 192; length++) {
      const bytes = Buffer.alloc(length, length);
      expect(hashEnd(hashOn(HASH_START, bytes)).sha256, `${length}`).toBe(native(bytes));
    }
  });

  it("does not depend on where it was cut, and stays short", () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (cut) => {
        const hash = cut.reduce(hashOn, HASH_START);
        expect(hash.length).toBeLessThan(210);
        const bytes = cut.reduce((sum, part) => sum + part.length, 0);
        expect(hashEnd(hash)).toEqual({ sha256: native(...cut), bytes });
      }),
    );
  });
});
