import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeEach, expect, it } from "vitest";
import { readClientToken, signClientToken } from "../src/lib/client-token";
import { downloadToken, readToken } from "../src/resources/exports/link";
import { readAssetId, viewAssets } from "../src/resources/vouchers/assets";

/* How long a forged signature takes must not tell how much of it is right. */

const real = crypto.timingSafeEqual;
const compared: [left: string, right: string][] = [];
crypto.timingSafeEqual = (left, right) => {
  compared.push([String(left), String(right)]);
  return real(left, right);
};
syncBuiltinESMExports();

beforeEach(() => void compared.splice(0));
afterAll(() => {
  crypto.timingSafeEqual = real;
  syncBuiltinESMExports();
});

const NOW = Date.parse("2026-01-01T12:00:00.000Z");
const secret = "test-signing-secret";
const binding = { secret, projectId: "proj_1" };
const signed = { secret, exportId: "exp_1", now: NOW };
const links = { baseUrl: "https://vouchsafe.test", signingSecret: secret };

const SIGNED: [string, string, (text: string) => unknown][] = [
  [
    "a customer's token",
    signClientToken(binding, "cust_1", NOW + 1_000),
    (text) => readClientToken(binding, text, NOW),
  ],
  [
    "an export's link",
    downloadToken(signed, { projectId: "proj_1", keyId: "key_1" }),
    (text) => readToken(signed, text),
  ],
  ["a picture's id", viewAssets(links, "proj_1", "v_1").qr.id, (text) => readAssetId(text, secret)],
];

const other = (character: string): string => (character === "x" ? "y" : "x");

it.each(SIGNED)("the signature of %s is compared whole, however much is right", (_, text, read) => {
  expect(read(text)).not.toBeNull();
  const from = text.lastIndexOf(".") + 1;
  const signature = text.slice(from);
  expect(compared.splice(0)).toEqual([[signature, signature]]);
  for (const right of [0, Math.floor(signature.length / 2), signature.length - 1]) {
    const forged = signature.slice(0, right) + [...signature.slice(right)].map(other).join("");
    expect(read(text.slice(0, from) + forged)).toBeNull();
    expect(compared.splice(0)).toEqual([[signature, forged]]);
  }
});
