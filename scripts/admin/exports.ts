import { answerOf } from "@vouchsafe/client";
import * as z from "zod";
import { EXPORTED_OBJECTS } from "../../src/model/exported-objects.ts";
import { downloaded } from "./downloading.ts";
import { nothing, paging, word, words } from "./parameters.ts";
import { type Verb, verb } from "./verb.ts";

const one = z.object({ id: word.describe("the export's id, exp_...") });

/** Verbs on files of data that are given out. */
export const EXPORT_VERBS: readonly Verb[] = [
  verb({
    name: "exports list",
    summary: "List exports, the latest first",
    args: nothing,
    options: paging,
    run: async ({ connection, show }, { limit, page }) => {
      const query = { limit, page };
      const answer = await answerOf(connection.server.GET("/v1/exports", { params: { query } }));
      show.list(answer, answer.exports, {
        Id: ({ id }) => id,
        Of: ({ exported_object }) => exported_object,
        Status: ({ status }) => status,
        Begun: ({ created_at }) => created_at,
      });
    },
  }),
  verb({
    name: "exports create",
    summary: "Begin an export; --to waits for its file and downloads it",
    args: z.object({ object: z.enum(EXPORTED_OBJECTS).describe("of what") }),
    options: z.object({
      fields: words.optional().describe("columns, with commas between; else the usual ones"),
      order: word.optional().describe("for instance -created_at"),
      to: word.optional().describe("path of the file"),
    }),
    run: async (admin, { object, fields, order, to }) => {
      const parameters = { ...(fields && { fields }), ...(order !== undefined && { order }) };
      const made = await answerOf(
        admin.connection.server.POST("/v1/exports", {
          body: { exported_object: object, parameters },
        }),
      );
      if (to !== undefined) return downloaded(admin, made.id, to);
      admin.show.said(made, `Export ${made.id} has begun.`);
    },
  }),
  verb({
    name: "exports download",
    summary: "Wait for an export's file, download it and hold it against its manifest",
    args: one,
    options: z.object({ to: word.optional().describe("path of the file, else <id>.csv") }),
    run: (admin, { id, to }) => downloaded(admin, id, to ?? `${id}.csv`),
  }),
];
