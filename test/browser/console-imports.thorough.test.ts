import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: name.endsWith("csv") ? "text/csv" : "application/json",
  buffer: Buffer.from(text),
});

pages("the console: imports", () => {
  it("bring customers from a file, with a bar and the rows that were refused", async () => {
    const page = await openConsole("/imports/new", DESKTOP);
    await page.getByRole("radio", { name: /^Customers/ }).check();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Choose a file").waitFor();
    const send = async (birthdate: string) => {
      const rows = `Source ID,Name,Birthdate\nimp-1,Ada,1990-05-01\nimp-2,Bob,${birthdate}\n`;
      await page.getByLabel("File", { exact: true }).setInputFiles(fileOf("people.csv", rows));
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByRole("progressbar").waitFor();
    };
    await send("one day");
    await page.getByText("0 of 2 rows were imported").waitFor();
    const refused = page.getByRole("region", { name: "Rows that were refused" });
    await refused.getByRole("row").filter({ hasText: "Birthdate" }).getByText("3").waitFor();
    await page.getByRole("link", { name: "All imports" }).click();
    await page.getByLabel("What", { exact: true }).selectOption("Import of customers");
    await page.getByRole("link", { name: "Import of customers" }).first().waitFor();
    await page.getByLabel("What", { exact: true }).selectOption("Import of SKUs");
    await page.getByText("Nothing matches").waitFor();
    await page.getByRole("link", { name: "New import" }).click();
    await page.getByRole("radio", { name: /^Customers/ }).check();
    await send("1991-06-02");
    await page.getByText("2 of 2 rows were imported").waitFor();
    const params = { path: { customerId: "imp-2" } };
    expect((await answerOf(back.GET("/v1/customers/{customerId}", { params }))).name).toBe("Bob");
  });

  it("say what a file is not, before and after it is sent", async () => {
    const body = { name: "Importing", campaign_type: "PROMOTION" as const };
    await answerOf(back.POST("/v1/campaigns", { body }));
    const page = await openConsole("/imports/new", DESKTOP, { mayBeRefused: true });
    await page.getByRole("radio", { name: /^Orders/ }).check();
    await page.getByLabel("File", { exact: true }).setInputFiles(fileOf("orders.json", "{}"));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The file is not a JSON list").first().waitFor();
    await page.getByRole("radio", { name: /^Codes of a campaign/ }).check();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Name a campaign").waitFor();
    await page.getByRole("combobox", { name: "Campaign" }).fill("Importing");
    await page.getByRole("option", { name: /^Importing/ }).click();
    await page.getByRole("button", { name: /Importing/ }).waitFor();
    await page.getByRole("radio", { name: /^SKUs/ }).check();
    await page.getByLabel("File", { exact: true }).setInputFiles(fileOf("skus.csv", "Price\n5\n"));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.locator(".error").getByText("Product ID").waitFor();
    await page.getByRole("radio", { name: /^Customers/ }).check();
    const latin = Buffer.from("Source ID,Name\nimp-latin,M\u00fcller\n", "latin1");
    const file = { ...fileOf("latin.csv", ""), buffer: latin };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.locator(".error").getByText("not UTF-8 text: row 2").waitFor();
    const params = { path: { customerId: "imp-latin" } };
    expect((await back.GET("/v1/customers/{customerId}", { params })).response.status).toBe(404);
  });

  it("keep their form open where no file is chosen after all", async () => {
    const voucher = { type: "GIFT_VOUCHER", gift: { amount: 500 } } as const;
    const body = { name: "Unchosen", campaign_type: "GIFT_VOUCHERS" as const, voucher };
    const { id } = await answerOf(back.POST("/v1/campaigns", { body }));
    const page = await openConsole(`/campaigns/${id}`, DESKTOP);
    await page.getByRole("button", { name: "Import codes" }).click();
    const form = page.getByRole("dialog");
    // What a browser tells when its window for files is closed.
    await form.getByLabel("CSV file").dispatchEvent("cancel");
    await form.getByRole("button", { name: "Import" }).click();
    await form.getByText("Choose a file").waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
  });

  inEveryLook("as they look", async (how) => {
    const body = { file: "Code,Active\nLOOK-1,perhaps\n" };
    const { async_action_id: id } = await answerOf(back.POST("/v1/vouchers/importCSV", { body }));
    const page = await openConsole(`/imports/${id}`, how);
    await page.getByRole("table").waitFor();
    await look(page, "console-import", how);
    await page.getByRole("link", { name: /All imports|Alle Importe/ }).click();
    await page.getByRole("row").nth(1).waitFor();
    await look(page, "console-imports", how);
    await page.getByRole("link", { name: /New import|Neuer Import/ }).click();
    await page.getByRole("radio").first().waitFor();
    await look(page, "console-import-new", how);
  });
});
