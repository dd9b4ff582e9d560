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
  const replies: Response[] = [];
  for (let at = 0; at < 12; at++) replies.push(await call(busy.server));
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
  const left = replies.map(({ headers }) => Number(headers.get("x-rate-limit-remaining")));
  expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
  const refused = await call(busy.server);
  expect(await refused.json()).toMatchObject({ code: 429, key: "too_many_requests" });
  expect(refused.headers.get("retry-after")).toBe("10");
  const other = await call(calm.server);
  expect(other.status).toBe(200);
  expect(other.headers.get("ratelimit-policy")).toBe('"key";q=10;w=10');
});

it("200: without the binding a limit is told of which nothing is taken", async () => {
  const project = await newProject();
  const asked = [await project.get("/v1/vouchers"), await project.get("/v1/vouchers")];
  for (const { headers } of asked) {
    expect(headers.get("x-rate-limit-limit")).toBe("1000");
    expect(headers.get("x-rate-limit-remaining")).toBe("1000");
    expect(Number(headers.get("x-rate-limit-retry"))).toBeLessThanOrEqual(Date.now() / 1000);
    expect(headers.get("ratelimit-policy")).toBeNull();
    expect(headers.get("retry-after")).toBeNull();
  }
});

it("200: what is told of tokens is the limit that holds for them", { retry: 3 }, async () => {
  const project = await newProject();
  const ask = () =>
    project.post("/v1/oauth/token", { grant_type: "client_credentials", scope: "vouchers" });
  const left = [await ask(), await ask()].map(({ headers }) => [
    headers.get("x-rate-limit-limit"),
    headers.get("x-rate-limit-remaining"),
    headers.get("ratelimit-policy"),
  ]);
  expect(left).toEqual([
    ["60", "59", '"token";q=60;w=10'],
    ["60", "58", '"token";q=60;w=10'],
  ]);
});
