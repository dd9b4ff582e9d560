import { answerOf } from "@vouchsafe/client";
import * as z from "zod";
import { AsyncActionType } from "../../src/resources/async-actions/types.ts";
import { fileAt, importing, SENDERS, showImport } from "./importing.ts";
import { nothing, paging, word } from "./parameters.ts";
import { type Verb, verb } from "./verb.ts";

/** Verbs on files of data that are taken in. */
export const IMPORT_VERBS: readonly Verb[] = [
  verb({
    name: "imports list",
    summary: "List work in the background, imports among it",
    args: nothing,
    options: paging.extend({ type: AsyncActionType.optional().describe("of this type alone") }),
    run: async ({ connection, show }, { limit, page, type }) => {
      const query = { limit, page, ...(type && { type }) };
      const answer = await answerOf(
        connection.server.GET("/v1/async-actions", { params: { query } }),
      );
      show.list(answer, answer.async_actions, {
        Id: ({ id }) => id,
        Type: ({ type }) => type,
        Status: ({ status, operation_status }) => (status === "DONE" ? operation_status : status),
        Done: ({ progress }) => `${progress} %`,
        Result: ({ result }) => result?.message,
        Begun: ({ created_at }) => created_at,
      });
    },
  }),
  verb({
    name: "imports show",
    summary: "Show how far an import is, and which of its rows were refused",
    args: z.object({ id: word.describe("the id that it was given when it began") }),
    options: nothing,
    run: async (admin, { id }) => {
      const params = { path: { asyncActionId: id } };
      const { server } = admin.connection;
      showImport(
        admin,
        await answerOf(server.GET("/v1/async-actions/{asyncActionId}", { params })),
      );
    },
  }),
  verb({
    name: "imports run",
    summary: "Take in a file, all of it or nothing: CSV, and JSON of orders",
    args: z.object({
      kind: z.enum(["vouchers", "customers", "products", "skus", "orders"]).describe("of what"),
      file: word.describe("its path"),
    }),
    options: nothing,
    run: async (admin, { kind, file }) => {
      await importing(admin, SENDERS[kind](admin, await fileAt(file)));
    },
  }),
];
