import { expect, it } from "vitest";
import { DESKTOP, open, pages } from "../support/browser";

pages("the reference", () => {
  it("follows its address there and back, also where that is cut off or the network is", async () => {
    const page = await open("/docs/reference#%E0%A4", DESKTOP, { mayBeRefused: true });
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
    const page = await open("/docs/reference", DESKTOP);
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
    const page = await open("/docs/reference#categories", DESKTOP, { mayBeRefused: true });
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
