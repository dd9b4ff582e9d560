import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { Incomplete } from "./exits.ts";
import { until } from "./following.ts";
import { nothing, paging, word, words } from "./parameters.ts";
import { type Admin, type Verb, verb } from "./verb.ts";

const project = z.object({ id: word.describe("the project's id") });

const facts = (found: Schemas["Project"]) => ({
  Id: found.id,
  Name: found.name,
  Description: found.description,
  Currency: found.currency,
  "Time zone": found.timezone,
  Sandbox: found.is_sandbox,
  Origins: found.client_trusted_domains.join(", "),
  Created: found.created_at,
});

/** Begins a move and follows it to its end, with a bar. */
async function moved(admin: Admin, projectId: string, place: string): Promise<Schemas["Move"]> {
  const { connection, progress, signal } = admin;
  const at = "/management/v1/projects/{projectId}/move";
  const params = { path: { projectId } };
  await answerOf(connection.management.POST(at, { params, body: { place } }));
  const bar = progress(`Moving to ${place}`, "rows");
  const ask = async () => {
    const move = await answerOf(connection.management.GET(at, { params }));
    bar.to(Math.min(move.rows_copied, move.rows_total), move.rows_total);
    return move;
  };
  return until(signal, ask, ({ status }) => status !== "IN_PROGRESS").finally(bar.end);
}

/** Verbs on projects, all with a management key. */
export const PROJECT_VERBS: readonly Verb[] = [
  verb({
    name: "projects list",
    summary: "List the projects of the deployment",
    args: nothing,
    options: paging,
    run: async ({ connection, show }, { limit, page }) => {
      const query = { limit, page };
      const answer = await answerOf(
        connection.management.GET("/management/v1/projects", { params: { query } }),
      );
      show.list(answer, answer.data, {
        Id: ({ id }) => id,
        Name: ({ name }) => name,
        Currency: ({ currency }) => currency,
        "Time zone": ({ timezone }) => timezone,
        Created: ({ created_at }) => created_at,
      });
    },
  }),
  verb({
    name: "projects create",
    summary: "Make a project; its keys are shown this once",
    args: z.object({ name: word.describe("what it is called") }),
    options: z.object({
      currency: word.optional().describe("three letters, else EUR"),
      timezone: word.optional().describe("IANA name, else UTC"),
      origins: words.optional().describe("origins of its pages, with commas between"),
    }),
    run: async ({ connection, show }, { name, currency, timezone, origins }) => {
      const body = {
        name,
        ...(currency !== undefined && { currency }),
        ...(timezone !== undefined && { timezone }),
        ...(origins !== undefined && { client_trusted_domains: origins }),
      };
      const made = await answerOf(connection.management.POST("/management/v1/projects", { body }));
      show.one(made, {
        ...facts(made),
        "Server key": `${made.server_side_key.app_id}  ${made.server_side_key.app_token}`,
        "Client key": `${made.client_side_key.app_id}  ${made.client_side_key.app_token}`,
        "Webhook secret": made.webhook_token,
      });
    },
  }),
  verb({
    name: "projects show",
    summary: "Show a project's settings",
    args: project,
    options: nothing,
    run: async ({ connection, show }, { id }) => {
      const params = { path: { projectId: id } };
      const found = await answerOf(
        connection.management.GET("/management/v1/projects/{projectId}", { params }),
      );
      show.one(found, facts(found));
    },
  }),
  verb({
    name: "projects move",
    summary: "Move a project to another database, while it is used",
    args: project.extend({ place: word.describe("where it is to live, such as DB_2") }),
    options: nothing,
    run: async (admin, { id, place }) => {
      const move = await moved(admin, id, place);
      admin.show.one(move, {
        Status: move.status,
        From: move.from,
        To: move.to,
        Rows: String(move.rows_copied),
        "Stood still (ms)": move.stood_still_ms === null ? "" : String(move.stood_still_ms),
        Error: move.error,
      });
      if (move.status !== "DONE") {
        throw new Incomplete(`Project ${id} lives where it did, in ${move.from}`);
      }
    },
  }),
  verb({
    name: "projects delete",
    summary: "Delete a project with everything in it; cannot be undone",
    args: project,
    options: nothing,
    run: async ({ connection, confirm, show }, { id }) => {
      if (!(await confirm(`Delete project ${id} with everything in it?`))) return;
      const params = { path: { projectId: id } };
      await answerOf(
        connection.management.DELETE("/management/v1/projects/{projectId}", { params }),
      );
      show.said({ deleted: id }, `Project ${id} is deleted.`);
    },
  }),
];
