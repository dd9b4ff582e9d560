import { expect, it } from "vitest";
import { answerOf, serverClient } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages, url } from "../support/browser";
import { openConsole, ownProject } from "../support/console";

/** The API looks at so many rows of a list for one request with a filter. */
const LOOKED_AT = 5_000;

/** A project whose oldest code stands behind as many as the API looks at for one request. */
async function stocked() {
  const of = await ownProject("Many codes");
  const back = serverClient({ baseUrl: url, ...of.server });
  const gift = { type: "GIFT_VOUCHER" as const, gift: { amount: 100 } };
  await answerOf(back.POST("/v1/vouchers", { body: { code: "OLDEST-OF-ALL", ...gift } }));
  const campaign = {
    name: "Flood",
    campaign_type: "GIFT_VOUCHERS" as const,
    vouchers_count: LOOKED_AT,
    voucher: gift,
  };
  const { id } = await answerOf(back.POST("/v1/campaigns", { body: campaign }));
  const params = { path: { campaignId: id } };
  const made = () => answerOf(back.GET("/v1/campaigns/{campaignId}", { params }));
  await expect.poll(async () => (await made()).vouchers_generation_status).toBe("DONE");
  return of;
}

pages("the console: lists that are longer than their pages", () => {
  let shop: ReturnType<typeof stocked> | undefined;
  const shown = async () => {
    shop ??= stocked();
    return shop;
  };

  it("end where the API pages no further, say so, and reach further with larger pages", async () => {
    const page = await openConsole("/vouchers?page=100", DESKTOP, { of: await shown() });
    await page.getByText("1,981–2,000 of 5,001").waitFor();
    await page.getByText("Lists end after 2,000 entries").waitFor();
    expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
    await page.getByLabel("Entries on a page").selectOption("100");
    await page.getByText("1–100 of 5,001").waitFor();
    expect(await page.getByText("Lists end after").count()).toBe(0);
    await page.goto(`${url}/console/vouchers?page=51&limit=100`);
    await page.getByRole("link", { name: "OLDEST-OF-ALL" }).waitFor();
    await page.goto(`${url}/console/vouchers?page=900&limit=100`);
    await page.getByText("5,001–5,001 of 5,001").waitFor();
  });

  it("are looked through to their end where a filter asks for what is rare", async () => {
    const page = await openConsole("/vouchers?code=%20OLDEST%20", DESKTOP, { of: await shown() });
    await page.getByText("Nothing found so far").waitFor();
    await page.getByRole("button", { name: "Look further" }).click();
    await page.getByRole("link", { name: "OLDEST-OF-ALL" }).waitFor();
    await page.getByText("1–1 of 1 found so far").waitFor();
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.getByText("Nothing found so far").waitFor();
  });

  it("are bounded by days of the calendar, also by one of 25 hours", async () => {
    const day = "2026-10-25";
    const page = await openConsole("/bin", DESKTOP);
    const asked = page.waitForRequest(/\/v1\/vouchers\?/);
    await page.evaluate(
      `history.pushState(null, "", "/console/vouchers?from=${day}&until=${day}")`,
    );
    const { searchParams } = new URL((await asked).url());
    // Berlin goes from two hours before UTC to one that night.
    expect(searchParams.get("created_at[after]")).toBe("2026-10-24T21:59:59.999Z");
    expect(searchParams.get("created_at[before]")).toBe("2026-10-25T23:00:00.000Z");
  });

  inEveryLook(
    "say where they end, and are ordered where their heads are folded away",
    async (how) => {
      const page = await openConsole("/vouchers?page=100", how, { of: await shown() });
      await page.getByText(/Lists end after|Listen enden nach/).waitFor();
      await look(page, "console-list-end", how);
      await page.getByLabel(/^(Order|Reihenfolge)$/).selectOption("code");
      await expect.poll(() => new URL(page.url()).searchParams.get("order")).toBe("code");
      await page.goto(`${url}/console/vouchers?code=OLDEST`);
      await page.getByText(/Nothing found so far|Bisher nichts gefunden/).waitFor();
      await look(page, "console-list-part", how);
    },
  );
});
