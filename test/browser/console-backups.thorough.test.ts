import type { Locator, Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, pages, url } from "../support/browser";
import { named, office, openConsole, ownProject } from "../support/console";
import { PATIENCE } from "../support/patience";

// A project that never moved has no last move: its page is told so by a 404 (`mayBeRefused`).

/** A place is open once a sweep has seen it. */
const sweep = () => fetch(`${url}/cdn-cgi/handler/scheduled`);

/** A place that takes new projects, as the last sweep has seen it. */
const openPlace = () =>
  vi.waitUntil(async () => {
    await sweep();
    const { data } = await answerOf(office.GET("/management/v1/places"));
    const open = data.filter(({ takes_new_projects }) => takes_new_projects);
    return open.length > 1 && open.at(-1)?.name;
  }, PATIENCE);

/** Shows another page of the console, for which what it asks may have been changed. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/console${path}`)})`);

const beingMade = (backup: object) => ({ ...backup, status: "IN_PROGRESS" });

pages("the console: a project's backups", () => {
  it("are made, restored into a new project, and deleted", async () => {
    const place = await openPlace();
    const of = await ownProject(named("Kept"));
    const { id, name } = of.project;
    const page = await openConsole("/projects", DESKTOP, { of, mayBeRefused: true });
    await page.getByLabel("Name begins with").fill(name);
    await page.getByRole("link", { name }).click();
    await page.getByText("No backups yet").waitFor();
    await page.getByRole("button", { name: "Make a backup" }).click();
    await page.getByText("Whole").waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the new project").fill(`${name} again`);
    const places = dialog.getByLabel("Where it is to live");
    expect(await places.inputValue()).toBe("");
    await places.selectOption(place);
    await lookTwice(page, "console-restore", DESKTOP);
    const sent = page.waitForRequest(/\/restore$/);
    await dialog.getByRole("button", { name: "Restore" }).click();
    expect((await sent).postDataJSON()).toEqual({ name: `${name} again`, place });
    await dialog.getByText(`${name} again is there`).waitFor();
    await lookTwice(page, "console-restored", DESKTOP);
    await dialog.getByRole("link", { name: "Show it" }).click();
    await page.getByRole("heading", { name: `${name} again` }).waitFor();
    await page.getByRole("heading", { name: `Lives in ${place}` }).waitFor();
    await page.goto(`${url}/console/projects/backups`);
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
    await row.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("The backup is deleted").waitFor();
    const params = { query: { project_id: id } };
    const left = await answerOf(office.GET("/management/v1/backups", { params }));
    expect(left.total).toBe(0);
  });

  inEveryLook(
    "are ended while they are being made, which is asked in its own words",
    async (how) => {
      const of = await ownProject(`Ended ${how.device}`);
      const body = { project_id: of.project.id };
      await answerOf(office.POST("/management/v1/backups", { body }));
      const page = await openConsole("/nowhere", how);
      await page.route("**/management/v1/backups?*", async (route) => {
        const { data, ...rest } = await (await route.fetch()).json();
        // So small a project is backed up before anybody could press a button.
        const json = { ...rest, data: data.map(beingMade) };
        await route.fulfill({ json });
      });
      await goTo(page, "/projects/backups");
      const isGerman = how.language === "de";
      const row = page.getByRole("row").filter({ hasText: of.project.name });
      await row.getByText(isGerman ? "Entsteht" : "Being made").waitFor();
      const remove = { name: isGerman ? "Löschen" : "Delete" };
      expect(
        await row.getByRole("button", { name: /^(Restore|Wiederherstellen)$/ }).isDisabled(),
      ).toBe(true);
      await row.getByRole("button", remove).click();
      const dialog = page.getByRole("dialog");
      await dialog
        .getByText(
          isGerman ? /^Das beendet sie und entfernt, was/ : /^That ends it and removes what/,
        )
        .waitFor();
      await look(page, "console-backup-ended", how);
      await dialog.getByRole("button", remove).click();
      await page
        .getByText(isGerman ? "Die Sicherung ist beendet, und" : "The backup is ended, and")
        .waitFor();
      await row.waitFor({ state: "detached" });
    },
  );
});

/** What is told of the place that a project lives in, and of the others. */
const COUNTED = {
  own: { rows: 1_234_567, events_per_minute: 20.5 },
  other: { rows: 1_200, events_per_minute: 0 },
};

/** What stands below a field, and is told with it. */
async function toldWith(field: Locator): Promise<string | null> {
  const id = await field.getAttribute("aria-describedby");
  return field.page().locator(`[id="${id}"]`).textContent();
}

pages("the console: the place of a project", () => {
  it("is left for another one, until somebody cancels that", async () => {
    await sweep();
    const of = await ownProject("On the move");
    const params = { path: { projectId: of.project.id } };
    const { place } = await answerOf(office.GET("/management/v1/projects/{projectId}", { params }));
    const other = place === "DB_1" ? "DB_2" : "DB_1";
    const page = await openConsole(`/projects/${of.project.id}`, DESKTOP, {
      of,
      mayBeRefused: true,
    });
    await page.getByRole("heading", { name: `Lives in ${place}` }).waitFor();
    await page.getByLabel("Another place").selectOption(other);
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText(`Move On the move to ${other}?`).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
    await page.getByRole("progressbar", { name: `On its way from ${place} to ${other}` }).waitFor();
    await lookTwice(page, "console-project-moving", DESKTOP);
    await page.getByRole("button", { name: "Cancel the move" }).click();
    await page.getByText(`The move from ${place} to ${other} was cancelled`).waitFor();
    await page.getByRole("heading", { name: `Lives in ${place}` }).waitFor();
  });

  inEveryLook("as it looks, with what there is in each place", async (how) => {
    await openPlace();
    const of = await ownProject(`Seen ${how.device}`);
    const body = { project_id: of.project.id };
    await answerOf(office.POST("/management/v1/backups", { body }));
    const params = { path: { projectId: of.project.id } };
    const { place } = await answerOf(office.GET("/management/v1/projects/{projectId}", { params }));
    const page = await openConsole("/nowhere", how, { of, mayBeRefused: true });
    await page.route("**/management/v1/places", async (route) => {
      const { data, ...rest } = await (await route.fetch()).json();
      const counted = data.map((each: { name: string }) => ({
        ...each,
        ...COUNTED[each.name === place ? "own" : "other"],
      }));
      await route.fulfill({ json: { ...rest, data: counted } });
    });
    await goTo(page, `/projects/${of.project.id}`);
    await page.getByText(/^(Whole|Vollständig)$/).waitFor();
    const isGerman = how.language === "de";
    const own = isGerman
      ? "Zeilen: 1.234.567, Ereignisse je Minute: 20,5"
      : "Rows: 1,234,567, events a minute: 20.5";
    await page.getByText(`${isGerman ? "Alle Projekte dort" : "All projects there"} `).waitFor();
    await page.getByText(own).waitFor();
    const choice = page.getByLabel(isGerman ? "Ein anderer Ort" : "Another place");
    const other = isGerman
      ? "Zeilen: 1.200, Ereignisse je Minute: 0"
      : "Rows: 1,200, events a minute: 0";
    await expect.poll(() => toldWith(choice)).toBe(other);
    await look(page, "console-project", how);
    await page.getByRole("button", { name: isGerman ? "Wiederherstellen" : "Restore" }).click();
    const dialog = page.getByRole("dialog");
    const places = dialog.getByLabel(isGerman ? "Wo es wohnen soll" : "Where it is to live");
    await places.selectOption(place);
    await expect.poll(() => toldWith(places)).toBe(own);
    await look(page, "console-restore", how);
  });
});
