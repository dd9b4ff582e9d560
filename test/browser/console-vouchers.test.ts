import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, open, pages } from "../support/browser";
import { card, office, openConsole, ownProject } from "../support/console";

pages("the console: who comes in", () => {
  it("takes keys, and says which ones open nothing", async () => {
    const code = "CONSOLE-IN-YEN";
    await card(code);
    const page = await open("/console", DESKTOP, { mayBeRefused: true });
    await page.getByRole("group", { name: "Server key" }).getByLabel("ID").fill("demo-app");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("alert").getByText("Enter at least one").waitFor();
    await page.getByRole("group", { name: "Server key" }).getByLabel("Token").fill("wrong");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("These keys open nothing").waitFor();
    await page
      .getByRole("group", { name: "Server key" })
      .getByLabel("Token")
      .fill("demo-app-token");
    const other = await ownProject("Sees no other");
    const foreign = await answerOf(
      office.POST("/management/v1/projects/{projectId}/api-keys", {
        params: { path: { projectId: other.project.id } },
        body: { kind: "management", name: "Narrow" },
      }),
    );
    const keys = page.getByRole("group", { name: "Management keys" });
    await keys.getByLabel("ID").fill(foreign.app_id);
    await keys.getByLabel("Token").fill(foreign.app_token);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("the management keys do not see").waitFor();
    await keys.getByLabel("ID").fill("");
    await keys.getByLabel("Token").fill("");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    // A server key does not tell the currency: amounts would be shown in another unit.
    await page.getByRole("button", { name: "Open the project" }).click();
    await page.getByText("Enter three letters").waitFor();
    await page.getByLabel("Currency").fill("jpy");
    await page.getByRole("button", { name: "Open the project" }).click();
    await page.getByRole("navigation", { name: "Sections" }).waitFor();
    await page.evaluate(`history.pushState(null, "", "/console/vouchers/${code}")`);
    await page.getByText("¥5,000").waitFor();
    expect(await page.evaluate("document.cookie + location.href")).not.toContain("demo-app-token");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Open the console" }).waitFor();
    expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("demo-app");
  });
});

pages("the console: vouchers", () => {
  inEveryLook("are listed, searched and shown", async (how) => {
    const code = `CARD-${how.device}-${how.theme}`.toUpperCase();
    await card(code);
    const page = await openConsole("/vouchers", how);
    // Others make codes meanwhile: which of them stand on the first page is theirs to say.
    await page.getByRole("table").getByRole("link").first().waitFor();
    await look(page, "console-vouchers", how);
    await page.getByRole("searchbox").first().fill("NO-SUCH-CODE");
    await page.getByRole("button", { name: /Clear filters|Filter löschen/ }).waitFor();
    await look(page, "console-vouchers-none", how);
    await page.getByRole("button", { name: /Clear filters|Filter löschen/ }).click();
    await page.getByRole("searchbox").first().fill(code);
    await page.getByRole("link", { name: code }).click();
    await page.getByRole("heading", { name: code }).waitFor();
    await page.getByRole("img").first().waitFor();
    await lookTwice(page, "console-voucher", how);
  });
});
