import { expect, it } from "vitest";
import { pages, url } from "../support/browser";

pages("an address without a page", () => {
  it("answers browsers with 404 and the policy of all pages, and programs with JSON", async () => {
    const asked = (path: string, accept: string) => fetch(`${url}${path}`, { headers: { accept } });
    for (const path of ["/nope", "/docs/nope", "/demo/nope"]) {
      const shown = await asked(path, "text/html,*/*;q=0.8");
      expect(shown.status).toBe(404);
      expect(shown.headers.get("content-type")).toContain("text/html");
      expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
      const told = await asked(path, "*/*");
      expect(told.status).toBe(404);
      expect(await told.json()).toMatchObject({ key: "not_found" });
    }
    const refused = await asked("/v1/nope", "text/html");
    expect(refused.headers.get("content-type")).toContain("application/json");
  });
});
