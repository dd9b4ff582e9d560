import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import { root } from "../scripts/wrangler";
import { settings } from "../src/env";
import { APOSTROPHE } from "../src/lib/formula-cell";
import { csvOf } from "../src/resources/exports/csv";

describe("the deployment", () => {
  it("reaches the origin servers of its operator's own zone by no request of a worker", () => {
    const { rawConfig } = experimental_readRawConfig({ config: join(root, "wrangler.toml") });
    expect(rawConfig.compatibility_flags).toContain("global_fetch_strictly_public");
  });

  it("does not start with a token that can be guessed", () => {
    const secrets = { MANAGEMENT_ID: "id", SIGNING_SECRET: "secret" };
    expect(() => settings({ ...secrets, MANAGEMENT_TOKEN: "x".repeat(15) })).toThrow(
      /MANAGEMENT_TOKEN/,
    );
    expect(settings({ ...secrets, MANAGEMENT_TOKEN: "x".repeat(16) }).managementToken).toHaveLength(
      16,
    );
  });
});

describe("cells that a spreadsheet would run", () => {
  const runs = [
    "\uff1d1+1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
    "=1",
    "+1",
    "-x",
    "@x",
    "|cmd",
    " =1",
    "\u00a0=1",
    "\u3000x",
    "\t=1",
    "'\uff1d1",
    "''=1",
    "\ufe66x",
  ];

  it.each(runs)("leave behind an apostrophe, which imports take away: %j", (text) => {
    const line = csvOf([[text, "b"]]);
    const cell = line.slice(0, line.lastIndexOf(",")).replace(/^"|"$/g, "");
    expect(cell).toBe(`'${text}`);
    expect(cell.replace(APOSTROPHE, "")).toBe(text);
  });

  it.each(["plain", "a=1", "5%", "O'Neill", "'quoted'", "\u00e4"])(
    "others stand as they are: %j",
    (text) => {
      expect(csvOf([[text, "b"]])).toBe(`${text},b\r\n`);
      expect(text.replace(APOSTROPHE, "")).toBe(text);
    },
  );
});
