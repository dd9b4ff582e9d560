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

  const how = { device: "desktop", theme: "light", language: "en" } as const;

  it("lists what the document has", async () => {
    const asked = async (path: string) => JSON.parse(await (await fetch(url + path)).text());
    const list = await asked("/docs/operations.json");
    expect(list).toEqual(listOf(await asked("/openapi.json")));
    expect(list.operations.length).toBeGreaterThan(250);
  });

  it("follows its address there and back, also where that is cut off or the network is", async () => {
    const page = await open("/docs/reference#%E0%A4", how, { mayBeRefused: true });
    const shown = page.locator(".operation .mono").first();
    await expect.poll(() => shown.textContent()).toBe("/v1/validations");
    await page.getByRole("link", { name: /^categories/ }).click();
    await expect.poll(() => shown.textContent()).toBe("/v1/categories");
    await page.goBack();
    await page.goForward();
    await page.getByRole("link", { name: /^vouchers/ }).click();
    await expect.poll(() => shown.textContent()).toBe("/v1/vouchers");
    await page.goBack();
    await expect.poll(() => shown.textContent()).toBe("/v1/categories");
    await page.context().setOffline(true);
    await page.getByText("List categories").click();
    await page.getByText("did not come").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".execute").waitFor();
  });

  it("finds operations by words, and knows those of each family", async () => {
    const page = await open("/docs/reference", how);
    await page.locator(".operation").first().waitFor();
    await page.getByLabel("Filter operations").fill("roll back a whole stack");
    await page.getByText("One operation").waitFor();
    await page.getByLabel("Browsers and apps").check();
    await page.getByText("0 operations").waitFor();
    await page.getByText("Nothing found").waitFor();
    await page.getByLabel("Filter operations").fill("");
    await page.locator("#reference-title").waitFor();
    await page.getByRole("link", { name: "qualifications 1" }).click();
    await page.getByText("/client/v1/qualifications").waitFor();
  });

  it("sends the keys that a person enters, and keeps them for the tab alone", async () => {
    const page = await open("/docs/reference#categories", how, { mayBeRefused: true });
    await page.getByText("Keys to try it with").click();
    await page.getByLabel("X-App-Token").fill("wrong");
    await page.getByText("List categories").click();
    await page.locator(".execute").click();
    const answer = page.locator(".live-responses-table");
    await answer.waitFor();
    expect(await answer.textContent()).toContain('"key": "unauthorized"');
    const kept = "[sessionStorage.length, Object.keys(localStorage).join()]";
    expect(await page.evaluate(kept)).toEqual([1, ""]);
  });
});
