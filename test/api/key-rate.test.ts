import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../src/app";
import { newProject } from "../support/api";

const request = (headers: Record<string, string>) =>
  new Request("http://vouchsafe.test/v1/vouchers", { headers });

// The window may end in between.
it("429: a deployment that binds KEY_RATE limits each key by itself", { retry: 3 }, async () => {
  const [busy, calm] = [await newProject(), await newProject()];
  const bound = { ...env, KEY_RATE: env.CLIENT_RATE, KEY_RATE_LIMIT: "10" };
  const call = (headers: Record<string, string>) =>
    app.fetch(request(headers), bound, createExecutionContext());
  const statuses: number[] = [];
  for (let at = 0; at < 12; at++) statuses.push((await call(busy.server)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  const refused = await call(busy.server);
  expect(await refused.json()).toMatchObject({ code: 429, key: "too_many_requests" });
  expect(refused.headers.get("retry-after")).toBe("10");
  const other = await call(calm.server);
  expect(other.status).toBe(200);
  expect(other.headers.get("ratelimit-policy")).toBe('"key";q=10;w=10');
});

it("200: without the binding nothing is limited or told", async () => {
  const project = await newProject();
  const reply = await project.get("/v1/vouchers");
  expect(reply.headers.get("x-rate-limit-limit")).toBeNull();
});
