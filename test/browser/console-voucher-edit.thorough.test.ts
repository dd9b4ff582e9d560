import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, lookTwice, open, pages } from "../support/browser";
import { back, card, openConsole, ownProject } from "../support/console";

pages("the console: who comes in", () => {
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
    const by = page.getByLabel(/By how much|Um wie viel/);
    // A thousand to some, and one to others.
    await by.fill("1.000");
    await page.getByRole("button", { name: /Save|Speichern/ }).click();
    await page.getByText(/such as 12\.50, and|wie 12,50 ein, und/).waitFor();
    expect((await now()).gift?.balance).toBe(5000);
    await by.fill("2,50");
    await page.getByRole("button", { name: /Save|Speichern/ }).click();
    await page.getByText(/52[.,]50/).waitFor();
    expect((await now()).gift?.balance).toBe(5250);
    await undo();
    await page.getByText(/50[.,]00/).waitFor();
    expect((await now()).gift?.balance).toBe(5000);
    await page.getByRole("button", { name: /Change balance|Guthaben ändern/ }).click();
    await by.fill("-0.5");
    await page.getByRole("button", { name: /Save|Speichern/ }).click();
    await page.getByText(/49[.,]50/).waitFor();
    expect((await now()).gift?.balance).toBe(4950);
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
});
