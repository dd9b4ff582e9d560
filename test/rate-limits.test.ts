import { join } from "node:path";
import { expect, it } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import * as z from "zod";
import { root } from "../scripts/wrangler";
import { settings } from "../src/env";

const Config = z.object({
  ratelimits: z.array(
    z.object({ name: z.string(), simple: z.object({ limit: z.int(), period: z.int() }) }),
  ),
});

it("the limits that answers tell are those that the bindings have", () => {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, "wrangler.toml") });
  const bound = Config.parse(rawConfig).ratelimits.map(({ name, simple }) => [name, simple]);
  const secrets = {
    MANAGEMENT_ID: "id",
    MANAGEMENT_TOKEN: "a-token-of-20-chars",
    SIGNING_SECRET: "secret",
  };
  const { clientRateLimit, tokenRateLimit } = settings(secrets);
  expect(Object.fromEntries(bound)).toMatchObject({
    CLIENT_RATE: { limit: clientRateLimit, period: 10 },
    TOKEN_RATE: { limit: tokenRateLimit, period: 10 },
  });
});
