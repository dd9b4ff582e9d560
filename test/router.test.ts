import { describe, expect, it } from "vitest";
import { RememberingRouter } from "../src/http/router";

function routerOf(...paths: readonly string[]): RememberingRouter<string> {
  const router = new RememberingRouter<string>();
  for (const path of paths) router.add("GET", path, `at ${path}`);
  return router;
}

const handlers = (router: RememberingRouter<string>, method: string, path: string): string[] =>
  router.match(method, path)[0].map(([handler]) => handler);

describe("the router", () => {
  it("searches once for a declared path without parameters, and finds all that matches it", () => {
    const router = routerOf("/v1/*", "/v1/vouchers", "/v1/:list");
    const found = router.match("GET", "/v1/vouchers");
    expect(found[0].map(([handler]) => handler)).toEqual([
      "at /v1/*",
      "at /v1/vouchers",
      "at /v1/:list",
    ]);
    expect(router.match("GET", "/v1/vouchers")).toBe(found);
  });

  it("remembers nothing that a caller makes up", () => {
    const router = routerOf("/v1/*", "/v1/vouchers", "/v1/vouchers/:code");
    for (const [method, path] of [
      ["GET", "/v1/vouchers/SPRING"],
      ["GET", "/v1/other"],
      ["PUT", "/v1/vouchers"],
    ] as const) {
      expect(router.match(method, path)).not.toBe(router.match(method, path));
    }
    expect(handlers(router, "GET", "/v1/vouchers/SPRING")).toEqual([
      "at /v1/*",
      "at /v1/vouchers/:code",
    ]);
    expect(handlers(router, "PUT", "/v1/vouchers")).toEqual([]);
  });

  it("forgets what it found when a route is added", () => {
    const router = routerOf("/v1/vouchers");
    expect(handlers(router, "GET", "/v1/vouchers")).toEqual(["at /v1/vouchers"]);
    router.add("GET", "/v1/*", "at /v1/*");
    expect(handlers(router, "GET", "/v1/vouchers")).toEqual(["at /v1/vouchers", "at /v1/*"]);
  });
});
