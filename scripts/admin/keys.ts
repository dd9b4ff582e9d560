import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import {
  CLIENT_PERMISSIONS,
  MANAGEMENT_PERMISSIONS,
  SERVER_PERMISSIONS,
} from "../../src/model/permission-names.ts";
import { nothing, word, words } from "./parameters.ts";
import { type Admin, type Verb, verb } from "./verb.ts";

const Permission = z.enum([
  ...SERVER_PERMISSIONS,
  ...CLIENT_PERMISSIONS,
  ...MANAGEMENT_PERMISSIONS,
]);

type Key = Schemas["ApiKey"];

const key = z.object({ id: word.describe("the key's id, key_...") });

const facts = (found: Key) => ({
  Id: found.id,
  Kind: found.kind,
  Name: found.name,
  "Application id": found.app_id,
  Blocked: found.blocked,
  Permissions: found.permissions?.join(", ") ?? "all of its kind",
  Created: found.created_at,
});

const at = ({ connection }: Admin, keyId: string) => ({
  params: { path: { projectId: connection.project, keyId } },
});

/** A verb that switches a key, by the last part of its path. */
const switching = (action: "block" | "unblock", summary: string): Verb =>
  verb({
    name: `keys ${action}`,
    summary,
    args: key,
    options: nothing,
    run: async (admin, { id }) => {
      const path = `/management/v1/projects/{projectId}/api-keys/{keyId}/${action}` as const;
      const found = await answerOf(admin.connection.management.POST(path, at(admin, id)));
      admin.show.said(found, `Key ${found.id} is ${action}ed.`);
    },
  });

/** Verbs on the keys of `--project`. */
export const KEY_VERBS: readonly Verb[] = [
  verb({
    name: "keys list",
    summary: "List the project's keys; tokens are never shown again",
    args: nothing,
    options: nothing,
    run: async ({ connection, show }) => {
      const params = { path: { projectId: connection.project } };
      const answer = await answerOf(
        connection.management.GET("/management/v1/projects/{projectId}/api-keys", { params }),
      );
      show.list(answer, answer.api_keys, {
        Id: ({ id }) => id,
        Kind: ({ kind }) => kind,
        Name: ({ name }) => name,
        "Application id": ({ app_id }) => app_id,
        Blocked: ({ blocked }) => blocked,
        Permissions: ({ permissions }) =>
          permissions === null ? "all" : `${permissions.length}: ${permissions.join(", ")}`,
      });
    },
  }),
  verb({
    name: "keys create",
    summary: "Make a key; its token is shown this once",
    args: nothing,
    options: z.object({
      kind: z.enum(["server", "client", "management"]).describe("the family that it opens"),
      name: word.optional().describe("what it is called"),
      permissions: words
        .pipe(z.array(Permission))
        .optional()
        .describe("what it may, with commas between; else all of its kind"),
    }),
    run: async ({ connection, show }, { kind, name, permissions }) => {
      const params = { path: { projectId: connection.project } };
      const body = {
        kind,
        ...(name !== undefined && { name }),
        ...(permissions && { permissions }),
      };
      const made = await answerOf(
        connection.management.POST("/management/v1/projects/{projectId}/api-keys", {
          params,
          body,
        }),
      );
      show.one(made, { ...facts(made), Token: made.app_token });
    },
  }),
  switching("block", "Refuse a key from now on"),
  switching("unblock", "Take a blocked key again"),
  verb({
    name: "keys rotate",
    summary: "Give a key another token; the one before ends at once",
    args: key,
    options: nothing,
    run: async (admin, { id }) => {
      if (!(await admin.confirm(`Give ${id} another token? The one before ends at once.`))) return;
      const path = "/management/v1/projects/{projectId}/api-keys/{keyId}/rotate";
      const made = await answerOf(admin.connection.management.POST(path, at(admin, id)));
      admin.show.one(made, { ...facts(made), Token: made.app_token });
    },
  }),
  verb({
    name: "keys delete",
    summary: "Delete a key; cannot be undone",
    args: key,
    options: nothing,
    run: async (admin, { id }) => {
      if (!(await admin.confirm(`Delete key ${id}?`))) return;
      const path = "/management/v1/projects/{projectId}/api-keys/{keyId}";
      await answerOf(admin.connection.management.DELETE(path, at(admin, id)));
      admin.show.said({ deleted: id }, `Key ${id} is deleted.`);
    },
  }),
];
