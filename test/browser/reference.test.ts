import { expect, it } from "vitest";
import { listOf } from "../../pages/docs/listed";
import { inEveryLook, look, open, pages, url } from "../support/browser";

pages("the reference", () => {
  inEveryLook(
    "shows the operations of a resource, and tries one with the demo keys",
    async (how) => {
      const page = await open("/docs/reference#categories", how);
      await page.locator(".operation").first().waitFor();
      await look(page, "docs-reference", how);

      await page.getByText("List categories").click();
      await page.locator(".execute").click();
      const answer = page.locator(".live-responses-table");
      await answer.waitFor();
      expect(await answer.textContent()).toContain('"data_ref": "data"');
      await look(page, "docs-reference-answer", how);
    },
  );

  it("lists what the document has", async () => {
    const asked = async (path: string) => JSON.parse(await (await fetch(url + path)).text());
    const list = await asked("/docs/operations.json");
    expect(list).toEqual(listOf(await asked("/openapi.json")));
    expect(list.operations.length).toBeGreaterThan(250);
  });
});
