import { describe, expect, it } from "vitest";
import { answerOf, ServiceError } from "../../clients/typescript/src";
import { bodyOf, draftFor } from "../../pages/console/sections/exports/draft";
import { KIND_NAMES, kindOf, OPERATORS } from "../../pages/console/sections/exports/kinds";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

const SAMPLES = { text: "x", number: "5", date: "2026-01-01T00:00:00.000Z", flag: "true" };

pages("what the console knows of exports", () => {
  it.each(KIND_NAMES)("is what the service takes: %s", async (kind) => {
    const { fields, usual, orders, filters } = kindOf(kind);
    const asked = (parameters: object) =>
      answerOf(back.POST("/v1/exports", { body: { exported_object: kind, parameters } }));
    const told = async (parameters: object) => {
      const error = await asked(parameters).catch((cause: unknown) => cause);
      const details = error instanceof ServiceError ? error.body?.details : "";
      return details?.split(": ").at(-1)?.split(", ");
    };
    expect(await told({ fields: ["no_such_field"] })).toEqual(fields);
    const known = await told({ order: "no_such_order" });
    expect(known).toEqual(expect.arrayContaining(orders.flatMap((name) => [name, `-${name}`])));
    const all = Object.entries(filters).flatMap(([field, type]) =>
      OPERATORS[type].map((operator, id) => ({ id, field, operator, value: SAMPLES[type] })),
    );
    const whole = { ...draftFor(kind), fields: usual, filters: all.slice(0, 30) };
    expect(
      (await answerOf(back.POST("/v1/exports", { body: bodyOf(whole) }))).exported_object,
    ).toBe(kind);
  });
});

describe("the body of an export", () => {
  it("has conditions of one field together, and keys of metadata as columns", () => {
    const filters = [
      { id: 1, field: "value", operator: "$more_than_equal", value: "5" },
      { id: 2, field: "value", operator: "$less_than_equal", value: " 9 " },
      { id: 3, field: "campaign", operator: "$has_value", value: "" },
    ];
    const draft = { ...draftFor("voucher", "camp_1"), fields: ["id"], metadata: "a, b", filters };
    expect(bodyOf(draft)).toEqual({
      exported_object: "voucher",
      parameters: {
        fields: ["id", "metadata.a", "metadata.b"],
        campaign_id: "camp_1",
        filters: {
          junction: "and",
          value: { conditions: { $more_than_equal: ["5"], $less_than_equal: ["9"] } },
          campaign: { conditions: { $has_value: ["true"] } },
        },
      },
    });
  });
});

pages("the console: exports", () => {
  it("are asked for with columns and filters, downloaded and deleted", async () => {
    const code = "EXPORTED-1";
    await answerOf(
      back.POST("/v1/vouchers", { body: { code, discount: { type: "PERCENT", percent_off: 5 } } }),
    );
    const page = await openConsole("/exports/new", DESKTOP);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByText("Enter a value").waitFor();
    await page.getByRole("textbox", { name: "Value" }).fill(code);
    await page.getByLabel("Order", { exact: true }).selectOption("-code");
    for (const name of ["id", "campaign", "active", "discount_type", "voucher_type"]) {
      await page.getByRole("checkbox", { name, exact: true }).uncheck();
    }
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const row = page
      .getByRole("row")
      .filter({ hasText: "Vouchers" })
      .filter({ hasText: "1 filter" });
    const link = row.first().getByRole("link", { name: /^Download/ });
    await link.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const text = await new Response(await file.createReadStream().then(chunksOf)).text();
    expect(text).toBe("Code,Value\r\nEXPORTED-1,5\r\n");
    await row.first().getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("The export is deleted").waitFor();
  });

  it("take a moment that is typed key by key", async () => {
    const page = await openConsole("/exports/new", DESKTOP);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field").selectOption("created_at");
    const field = page.getByLabel("Value", { exact: true });
    await field.fill("2026-12-31T10:00");
    await field.press("ArrowRight");
    await field.press("ArrowRight");
    await field.pressSequentially("2027");
    expect(await field.inputValue()).toBe("2027-12-31T10:00");
  });

  it("are shown with how far they are, until their file is there", async () => {
    const made = answerOf(back.POST("/v1/exports", { body: { exported_object: "customer" } }));
    const { id, async_action_id } = await made;
    let isDone = false;
    const page = await openConsole("/nowhere", DESKTOP);
    const changed = (path: RegExp, change: (body: object) => void) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        if (!isDone) change(json);
        await route.fulfill({ response, json });
      });
    await changed(/\/v1\/exports\?/, (body) => {
      const { exports } = { exports: [{ id: "" }], ...body };
      const row = exports.find((each) => each.id === id);
      Object.assign(row ?? {}, { status: "IN_PROGRESS", result: null });
    });
    const far = { status: "IN_PROGRESS", progress: 40, counts: { done: 400, total: 1_000 } };
    await changed(new RegExp(`/v1/async-actions/${async_action_id}`), (body) =>
      Object.assign(body, far),
    );
    await page.evaluate(`history.pushState(null, "", "/console/exports")`);
    const row = page.getByRole("row").filter({ hasText: "400 of 1,000" });
    const bar = row.getByRole("progressbar", { name: "Writing of an export" });
    await bar.waitFor();
    expect(await bar.getAttribute("aria-valuenow")).toBe("40");
    expect(await row.getByRole("link", { name: /^Download/ }).count()).toBe(0);
    await lookTwice(page, "console-exports-writing", DESKTOP);
    isDone = true;
    await page.getByText("400 of 1,000").waitFor({ state: "detached" });
    await page
      .getByRole("link", { name: /^Download/ })
      .first()
      .waitFor();
    // The list may be asked for just now.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  inEveryLook("as they look", async (how) => {
    await answerOf(back.POST("/v1/exports", { body: { exported_object: "order" } }));
    const page = await openConsole("/exports", how);
    await page
      .getByRole("link", { name: /New export|Neuer Export/ })
      .first()
      .waitFor();
    await page.getByRole("row").nth(1).waitFor();
    await look(page, "console-exports", how);
    await page.getByRole("link", { name: /New export|Neuer Export/ }).click();
    await page.getByRole("button", { name: /Add filter|Filter hinzufügen/ }).click();
    await look(page, "console-export-new", how);
  });
});

async function chunksOf(stream: AsyncIterable<Uint8Array>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of stream) chunks.push(new Uint8Array(chunk));
  return new Blob(chunks);
}
