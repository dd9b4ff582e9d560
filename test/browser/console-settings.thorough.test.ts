import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerOf, serverClient } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages, url } from "../support/browser";
import { office, openConsole, ownProject } from "../support/console";

const path = { projectId: "proj_demo" };
const KEYS = "/management/v1/projects/{projectId}/api-keys";
const HOOKS = "/management/v1/projects/{projectId}/webhooks";

/** A receiver that takes everything but what it is told to refuse. */
let receiver: Server;
let status = 200;
const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
beforeAll(async () => {
  receiver = createServer((_, answer) => answer.writeHead(status).end());
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", () => resolve()));
});
afterAll(() => receiver?.close());

pages("the console: keys", () => {
  it("makes a key that may only some things, and shows its token once", async () => {
    const page = await openConsole("/keys", DESKTOP);
    await page.getByRole("button", { name: "New key" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Till 7");
    await form.getByLabel("Only what is ticked").check();
    expect(await form.getByRole("button", { name: "Make it" }).isDisabled()).toBe(true);
    await form.getByLabel("redemptions", { exact: true }).check();
    await form.getByRole("button", { name: "Make it" }).click();
    await page.getByText("Shown this once").waitFor();
    const [id = "", token = ""] = await page
      .getByRole("dialog")
      .getByRole("code")
      .allTextContents();
    await page.getByRole("button", { name: "I have kept it" }).click();
    const { api_keys } = await answerOf(office.GET(KEYS, { params: { path } }));
    const made = api_keys.find(({ app_id }) => app_id === id);
    expect(made).toMatchObject({ name: "Till 7", kind: "server", permissions: ["redemptions"] });
    expect(token.length).toBeGreaterThan(20);
    expect(await page.content()).not.toContain(token);
  });

  it("blocks a key, and lets it in again by undo", async () => {
    const params = { path };
    const made = await answerOf(
      office.POST(KEYS, { params, body: { kind: "client", name: "Kiosk" } }),
    );
    const isBlocked = async () => {
      const keyed = { path: { ...path, keyId: made.id } };
      return (await answerOf(office.GET(`${KEYS}/{keyId}`, { params: keyed }))).blocked;
    };
    const page = await openConsole("/keys", DESKTOP);
    const row = page.getByRole("row", { name: /Kiosk/ });
    await row.getByRole("button", { name: "Block" }).click();
    await row.getByText("Blocked").waitFor();
    expect(await isBlocked()).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await row.getByText("Open").waitFor();
    expect(await isBlocked()).toBe(false);
  });

  inEveryLook("are listed and made", async (how) => {
    const page = await openConsole("/keys", how);
    await page.getByText("demo-app", { exact: true }).waitFor();
    await look(page, "console-keys", how);
    await page.getByRole("button", { name: /New key|Neuer Schlüssel/ }).click();
    await page.getByLabel(/Only what is ticked|Nur was angekreuzt/).check();
    await look(page, "console-key-new", how);
  });
});

pages("the console: webhooks", () => {
  it("sends a sample, shows what came back, and sends again what was given up", async () => {
    const body = { target_url: address(), events: ["voucher.created" as const] };
    const of = await ownProject("Told");
    const own = { projectId: of.project.id };
    const { id } = await answerOf(office.POST(HOOKS, { params: { path: own }, body }));
    const page = await openConsole(`/webhooks/${id}`, DESKTOP, { of });
    await page.getByRole("button", { name: "Send a sample" }).click();
    await page.getByText(/The receiver took it: 200/).waitFor();
    status = 503;
    await page.getByRole("button", { name: "Send a sample" }).click();
    await page.getByText(/Not taken: /).waitFor();
    status = 200;
    const shop = serverClient({ baseUrl: url, ...of.server });
    await answerOf(
      shop.POST("/v1/vouchers", { body: { type: "GIFT_VOUCHER", gift: { amount: 100 } } }),
    );
    const params = { path: { ...own, webhookId: id } };
    const sent = () => answerOf(office.GET(`${HOOKS}/{webhookId}/deliveries`, { params }));
    await expect.poll(async () => (await sent()).data.length).toBe(1);
    await page.reload();
    const row = page.getByRole("row", { name: /voucher.created/ });
    await row.getByText("Taken").waitFor();
    await row.getByRole("button", { name: "Send again" }).click();
    await page.getByText("is on its way again").waitFor();
    await page.getByRole("button", { name: "Send all that were given up" }).click();
    await page.getByText("0 events are on their way again").waitFor();
    await page.getByRole("button", { name: "Send a range again" }).click();
    const range = page.getByRole("dialog");
    await range.getByLabel("From number").fill("9");
    await range.getByLabel("To number").fill("1");
    await range.getByRole("button", { name: "Send again" }).click();
    await range.getByText("The range ends before it begins").waitFor();
    await range.getByLabel("From number").fill("1");
    await range.getByLabel("To number").fill("1000000");
    await range.getByRole("button", { name: "Send again" }).click();
    await page.getByText("1 event is on its way again").waitFor();

    const kept = () => answerOf(office.GET(`${HOOKS}/{webhookId}`, { params }));
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Address").fill(`${address()}?moved`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "?moved" }).waitFor();
    expect((await kept()).target_url).toBe(`${address()}?moved`);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(async () => (await kept()).target_url).toBe(address());
    expect((await kept()).events).toEqual(["voucher.created"]);
  });

  inEveryLook("are made, listed and shown", async (how) => {
    const of = await ownProject(`Tells ${how.device}`);
    const page = await openConsole("/webhooks", how, { of });
    await page.getByRole("button", { name: /New webhook|Neuer Webhook/ }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(/Address|Adresse/).fill(`${address()}?for=${how.device}-${how.theme}`);
    await look(page, "console-webhook-new", how);
    await form.getByRole("button", { name: /Save|Speichern/ }).click();
    await page.getByRole("link", { name: `${how.device}-${how.theme}` }).click();
    await page.getByText(/Nothing was sent yet|Noch nichts gesendet/).waitFor();
    await look(page, "console-webhook", how);
  });
});

pages("the console: projects and the audit log", () => {
  it("makes a project, opens it with a key of its own, and deletes another", async () => {
    const page = await openConsole("/projects", DESKTOP);
    await page.getByRole("button", { name: "New project" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Pop-up store");
    await page.getByRole("button", { name: "Make it" }).click();
    await page.getByRole("button", { name: "I have kept it" }).click();
    const row = page.getByRole("row", { name: /Pop-up store/ });
    await row.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Keep events at hand for").fill("7");
    await page.getByLabel("hear of offers that begin later").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("is saved").waitFor();
    const projects = await answerOf(office.GET("/management/v1/projects"));
    const made = projects.data.find(({ name }) => name === "Pop-up store");
    expect(made).toMatchObject({ events_kept_days: 7, near_miss_dates_enabled: true });
    await row.getByRole("button", { name: "Open" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
    await row.getByText("Open now").waitFor();
    expect(await row.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
    await row.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Pop-up bakery");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("banner").getByText("Pop-up bakery").waitFor();
    await page.getByRole("link", { name: "Vouchers" }).click();
    await page.getByText("No vouchers yet").waitFor();
  });

  inEveryLook("are listed", async (how) => {
    const page = await openConsole("/projects", how);
    await page.getByText("proj_demo").waitFor();
    await look(page, "console-projects", how);
    await page
      .getByRole("button", { name: /Settings|Einstellungen/ })
      .first()
      .click();
    await look(page, "console-project-settings", how);
    await page.goto(`${url}/console/audit?changes=yes`);
    await page.getByRole("row").nth(1).waitFor();
    await look(page, "console-audit", how);
  });
});
