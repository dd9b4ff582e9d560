import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, open, pages } from "../support/browser";
import { back, office, openConsole, ownProject } from "../support/console";

const card = (code: string) =>
  answerOf(
    back.POST("/v1/vouchers", { body: { code, type: "GIFT_VOUCHER", gift: { amount: 5000 } } }),
  );

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

  it("lets management keys choose any project by its name, and finds the one of a key", async () => {
    const mark = Date.now().toString(36);
    for (const name of [`Chosen ${mark} one`, `Chosen ${mark} two`]) await ownProject(name);
    const page = await open("/console", DESKTOP);
    const keys = page.getByRole("group", { name: "Management keys" });
    await keys.getByLabel("ID").fill("demo-management");
    await keys.getByLabel("Token").fill("demo-management-token");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const begins = page.getByLabel("Name begins with");
    await begins.fill(`chosen ${mark} `);
    const found = page.getByRole("listitem");
    await found.nth(1).waitFor();
    await expect.poll(() => found.allTextContents()).toHaveLength(2);
    expect(await begins.inputValue()).toBe(`chosen ${mark} `);
    await lookTwice(page, "console-choose-project", DESKTOP);
    await page.getByRole("button", { name: `Chosen ${mark} two` }).click();
    await page.getByRole("navigation", { name: "Sections" }).waitFor();
    await page.getByText(`Chosen ${mark} two`).waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("button", { name: "Take the keys of the local shop" }).click();
    await page.getByText("Corner Shop").waitFor();
    expect(asked.filter((path) => path.includes("api-keys"))).toEqual([]);
    expect(asked.filter((path) => path === "/management/v1/projects")).toHaveLength(2);
  });
});

pages("the console: vouchers", () => {
  inEveryLook("are found, disabled and filled up, each taken back", async (how) => {
    const code = `OFF-${how.device}-${how.theme}`.toUpperCase();
    await card(code);
    const page = await openConsole("/vouchers", how);
    await page
      .getByRole("searchbox")
      .first()
      .fill(` ${code.slice(1)} `);
    await page.getByRole("link", { name: code }).click();
    const now = () => answerOf(back.GET("/v1/vouchers/{code}", { params: { path: { code } } }));
    const undo = () =>
      page
        .getByRole("button", { name: /^(Undo|Rückgängig)$/ })
        .last()
        .click();
    await page.getByRole("button", { name: /^(Disable|Deaktivieren)$/ }).click();
    await page.getByText(/^(Disabled|Deaktiviert)$/).waitFor();
    expect((await now()).active).toBe(false);
    await undo();
    await page.getByText(/^(Active|Aktiv)$/).waitFor();
    expect((await now()).active).toBe(true);

    await page.getByRole("button", { name: /Change balance|Guthaben ändern/ }).click();
    await page.getByLabel(/By how much|Um wie viel/).fill("250");
    await page.getByRole("button", { name: /Save|Speichern/ }).click();
    await page.getByText(/52[.,]50/).waitFor();
    expect((await now()).gift?.balance).toBe(5250);
    await undo();
    await page.getByText(/50[.,]00/).waitFor();
    expect((await now()).gift?.balance).toBe(5000);
  });

  it("are found by codes of any characters, and nothing by what is none", async () => {
    const code = "50%OFF/É?#";
    await card(code);
    const page = await openConsole("/vouchers", DESKTOP);
    await page.getByRole("searchbox").first().fill(code);
    await page.getByRole("link", { name: code, exact: true }).click();
    await page.getByRole("heading", { name: code, exact: true }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: code, exact: true }).waitFor();
    await page.evaluate(`history.pushState(null, "", "/console/vouchers/%E0%A4")`);
    await page.getByText("There is nothing here").waitFor();
  });

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
