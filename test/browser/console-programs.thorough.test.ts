import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import {
  DESKTOP,
  inEveryLook,
  type Look,
  look,
  lookTwice,
  pages,
  takeClock,
} from "../support/browser";
import { back, named, openConsole } from "../support/console";

const program = (name: string) =>
  answerOf(
    back.POST("/v1/loyalties", {
      body: {
        name: named(name),
        voucher: {
          type: "LOYALTY_CARD",
          loyalty_card: {
            points: 0,
            expiration_rules: { period_type: "MONTH", period_value: 6 },
          },
          code_config: { pattern: `${name.replaceAll(/\W/g, "")}-####` },
        },
      },
    }),
  );

/** A member with points, whom nobody else's tests know. */
async function join(campaignId: string, source_id: string, points: number): Promise<string> {
  const params = { path: { campaignId } };
  const { code } = await answerOf(
    back.POST("/v1/loyalties/{campaignId}/members", { params, body: { customer: { source_id } } }),
  );
  if (points !== 0) {
    const path = { campaignId, memberId: code };
    await answerOf(
      back.POST("/v1/loyalties/{campaignId}/members/{memberId}/balance", {
        params: { path },
        body: { points, reason: "Welcome" },
      }),
    );
  }
  return code;
}

const balanceOf = async (memberId: string) => {
  const call = back.GET("/v1/loyalties/members/{memberId}", { params: { path: { memberId } } });
  return (await answerOf(call)).loyalty_card?.balance;
};

const rulesOf = async (campaignId: string) =>
  (
    await answerOf(
      back.GET("/v1/loyalties/{campaignId}/earning-rules", { params: { path: { campaignId } } }),
    )
  ).data;

pages("the console: members of a program", () => {
  it("join, get points and give some to each other", async () => {
    const { id } = await program("Members");
    const other = await join(id, "console-other", 60);
    const page = await openConsole(`/programs/${id}/members`, DESKTOP);
    await page.getByRole("link", { name: other }).waitFor();
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("Source ID of the customer").fill("console-joined");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("1–2 of 2").waitFor();
    await page.getByLabel("Customer (ID or source ID)").fill("console-joined");
    await page.getByText("1–1 of 1").waitFor();
    const mine = page.getByRole("link", { name: /^Members-/ });
    const code = (await mine.textContent()) ?? "";
    await mine.click();
    await page.getByRole("heading", { name: code }).waitFor();
    await page.getByRole("button", { name: "Change points" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Enter a whole number that is not 0").waitFor();
    await form.getByLabel("By how many").fill("120");
    await form.getByLabel("Reason").fill("Birthday");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "Birthday" }).waitFor();
    expect(await balanceOf(code)).toBe(120);
    await page.getByRole("button", { name: "Change points" }).click();
    await form.getByLabel("By how many").fill("-20");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "Taken away" }).waitFor();
    expect(await balanceOf(code)).toBe(100);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("cell", { name: "Taken back" }).waitFor();
    expect(await balanceOf(code)).toBe(120);
    await page.getByRole("button", { name: "Transfer points here" }).click();
    await form.getByLabel("From the card").fill(other);
    await form.getByLabel("How many points").fill("0");
    await form.getByRole("button", { name: "Transfer" }).click();
    await form.getByText("Enter a whole number of at least 1").waitFor();
    await form.getByLabel("How many points").fill("50");
    await form.getByRole("button", { name: "Transfer" }).click();
    await page.getByRole("cell", { name: "Transferred here" }).waitFor();
    expect(await balanceOf(code)).toBe(170);
    expect(await balanceOf(other)).toBe(10);
    await page.getByRole("tab", { name: "Expiration" }).click();
    await page.getByRole("row").filter({ hasText: "On the card" }).getByText("170").waitFor();
  });

  it("have points that are pending, which count by hand or are canceled", async () => {
    const { id } = await program("Waiting");
    const params = { path: { campaignId: id } };
    await answerOf(
      back.POST("/v1/loyalties/{campaignId}/earning-rules", {
        params,
        body: [
          {
            event: "order.paid",
            loyalty: { type: "FIXED", points: 30 },
            pending_points: { period_type: "DAY", period_value: 14 },
          },
        ],
      }),
    );
    const code = await join(id, "console-waits", 0);
    const customer = { source_id: "console-waits" };
    for (const amount of [1000, 2000]) {
      await answerOf(back.POST("/v1/orders", { body: { status: "PAID", amount, customer } }));
    }
    const waiting = async () =>
      (await answerOf(back.GET("/v1/loyalties/{campaignId}/pending-points", { params }))).data;
    await expect.poll(async () => (await waiting()).length).toBe(2);
    const page = await openConsole(`/programs/${id}/pending`, DESKTOP);
    await page.getByRole("button", { name: "Count now" }).first().click();
    await page.getByText("30 points count now").waitFor();
    expect(await balanceOf(code)).toBe(30);
    const cancel = page.getByRole("button", { name: "Cancel" });
    // The row of those that count now leaves once the list was asked again.
    await expect.poll(() => cancel.count()).toBe(1);
    await cancel.click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).first().click();
    await page.getByText("No points are pending").waitFor();
    expect(await balanceOf(code)).toBe(30);
  });
});

pages("the console: what a program gives", () => {
  it("is written as a rule, switched off and on again by undo", async () => {
    const { id } = await program("Ruled");
    const page = await openConsole(`/programs/${id}/earning`, DESKTOP);
    await page.getByRole("button", { name: "New rule" }).click();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("Enter an amount such as 1.00").waitFor();
    await page.getByLabel("Points", { exact: true }).fill("2");
    await page.getByLabel("For each").fill("2,5");
    await page.getByLabel("Count only after days (optional)").fill("30");
    await lookTwice(page, "console-program-rule-form", DESKTOP);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("2 points for each €2.50 paid").waitFor();
    const [rule] = await rulesOf(id);
    expect(rule?.loyalty).toEqual({
      type: "PROPORTIONAL",
      calculation_type: "ORDER_TOTAL_AMOUNT",
      order: { total_amount: { every: 250, points: 2 } },
    });
    expect(rule?.pending_points?.period_value).toBe(30);
    await page.getByRole("button", { name: "Disable" }).last().click();
    await page.getByText("Off", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("On", { exact: true }).waitFor();
    expect((await rulesOf(id))[0]?.active).toBe(true);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No earning rules yet").waitFor();
    expect(await rulesOf(id)).toEqual([]);
  });

  it("has tiers with bounds, and rewards that are taken out and put back", async () => {
    const { id } = await program("Tiered");
    const reward = named("Tiered coin");
    const coin = { exchange_ratio: 1, points_ratio: 50 };
    await answerOf(back.POST("/v1/rewards", { body: { name: reward, parameters: { coin } } }));
    const page = await openConsole(`/programs/${id}/tiers`, DESKTOP);
    await page.getByRole("button", { name: "New tier" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Gold");
    await form.getByLabel("From points").fill("1000");
    await form.getByLabel("Up to points").fill("999");
    await form.getByRole("button", { name: "Add tier" }).click();
    await form.getByText("Must not be below the lower bound").waitFor();
    await form.getByLabel("Up to points").fill("");
    await form.getByRole("button", { name: "Add tier" }).click();
    await page.getByText("From 1,000").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("From points").fill("500");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("From 500").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("From 1,000").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await form.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No tiers yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("From 1,000").waitFor();

    await page.getByRole("tab", { name: "Rewards" }).click();
    await page.getByRole("button", { name: "Add a reward" }).click();
    await form.getByRole("radio", { name: reward }).check();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("50 points pay €1.00").waitFor();
    await page.getByRole("button", { name: "Take out" }).click();
    await form.getByRole("button", { name: "Take out" }).click();
    await page.getByText("No rewards yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("50 points pay €1.00").waitFor();
  });
});

/** A program in which everything has something. */
async function full(how: Look) {
  const { id, name } = await program(`Club ${how.device} ${how.theme}`);
  const params = { path: { campaignId: id } };
  const source = `club-${how.device}-${how.theme}`;
  const code = await join(id, source, 1200);
  await answerOf(
    back.POST("/v1/loyalties/{campaignId}/members/{memberId}/transfers", {
      params: { path: { campaignId: id, memberId: await join(id, `${source}-2`, 0) } },
      body: [{ code, points: 250, source_id: source, reason: "Gift" }],
    }),
  );
  await answerOf(
    back.POST("/v1/loyalties/{campaignId}/earning-rules", {
      params,
      body: [
        {
          event: "order.paid",
          loyalty: {
            type: "PROPORTIONAL",
            calculation_type: "ORDER_TOTAL_AMOUNT",
            order: { total_amount: { every: 100, points: 5 } },
          },
          source: { banner: "5 points for each euro, on everything in the shop" },
        },
        {
          event: "order.paid",
          loyalty: { type: "FIXED", points: 50 },
          pending_points: { period_type: "DAY", period_value: 14 },
          active: false,
        },
      ],
    }),
  );
  await answerOf(
    back.POST("/v1/loyalties/{campaignId}/tiers", {
      params,
      body: [
        { name: "Bronze", points: { from: 0, to: 499 } },
        { name: "Silver", points: { from: 500, to: 1999 } },
        { name: "Gold", points: { from: 2000 } },
      ],
    }),
  );
  const coin = { exchange_ratio: 1, points_ratio: 100 };
  const { id: reward } = await answerOf(
    back.POST("/v1/rewards", { body: { name: `Pay in the club`, parameters: { coin } } }),
  );
  await answerOf(back.POST("/v1/loyalties/{campaignId}/rewards", { params, body: [{ reward }] }));
  return { name, code };
}

pages("the console: programs as they look", () => {
  inEveryLook("list, one with its views, a member and the proof", async (how) => {
    const { name, code } = await full(how);
    const page = await openConsole("/programs", how);
    await page.getByRole("link", { name }).waitFor();
    await look(page, "console-programs", how);
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name: /^(What came of it|Was daraus wurde)$/ }).waitFor();
    await look(page, "console-program", how);
    const at = page.url().replace(/\?.*/, "");
    const views = [
      ["members", code],
      ["tiers", "Bronze"],
      ["earning", "5 points for each euro"],
      ["rewards", "Pay in the club"],
      ["proof", "SHA-256"],
    ] as const;
    for (const [view, shown] of views) {
      await page.goto(`${at}/${view}`);
      await page.getByText(shown).first().waitFor();
      await look(page, `console-program-${view}`, how);
    }
    await page.goto(`${at}/members/${code}`);
    await page.getByText("Welcome").waitFor();
    await look(page, "console-program-member", how);
  });

  it("tells in red where the ledger does not add up", async () => {
    const { id } = await program("Broken");
    await join(id, "console-broken", 100);
    const page = await openConsole(`/programs/${id}`, DESKTOP);
    // The clock of whoever looks may be wrong: the service says of when the proof is.
    await takeClock(page);
    await page.clock.fastForward("31:00");
    // No request can break a ledger: what the service would say of one is said in its place.
    await page.route("**/ledger-proof", async (route) => {
      const proof = await (await route.fetch()).json();
      const card = {
        voucher_id: "v_x",
        entries: 100,
        last_balance: 100,
        buckets: 90,
        balance: 100,
      };
      proof.differences = { total: 1, cards: [card] };
      await route.fulfill({ json: proof });
    });
    await page.getByRole("tab", { name: "Ledger proof" }).click();
    await page.getByText("It does not add up").waitFor();
    await page.getByText("1 differs").waitFor();
    expect(await page.getByText("Equal", { exact: true }).count()).toBe(2);
    await lookTwice(page, "console-program-proof-broken", DESKTOP);
    await page.getByLabel("As of (empty: now)").fill("2026-01-01T00:00");
    await page.getByText("only of now, not of the past").waitFor();
  });
});
