import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";
import {
  CLIENT_PERMISSIONS,
  MANAGEMENT_PERMISSIONS,
  SERVER_PERMISSIONS,
} from "../../../model/permission-names";
import { Permission } from "../../../model/permissions";

export const KeyKind = z.enum(["server", "client", "management"]);
export type KeyKind = z.infer<typeof KeyKind>;

/** What a key of each kind can be given. */
const GIVEN: Record<KeyKind, readonly Permission[]> = {
  server: SERVER_PERMISSIONS,
  client: CLIENT_PERMISSIONS,
  management: MANAGEMENT_PERMISSIONS,
};

/** What a key of the kind cannot be given of a list. */
export const foreignTo = (kind: KeyKind, permissions: readonly Permission[]): Permission[] =>
  permissions.filter((each) => !GIVEN[kind].includes(each));

/** None twice; null is all that keys of the kind can do. */
const Permissions = z
  .array(Permission)
  .min(1)
  .max(SERVER_PERMISSIONS.length)
  .refine((list) => new Set(list).size === list.length, "must NOT have duplicate items")
  .nullable();

/** Body of a create. */
export const ApiKeyCreate = z.object({
  kind: KeyKind,
  name: z.string().trim().min(1).max(255).nullish(),
  permissions: Permissions.optional(),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

/** Body of a change. */
export const ApiKeyUpdate = z.object({ permissions: Permissions });
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>;

/** A key as reads show it: never with its token (docs/behaviour.md). */
export const ApiKey = z
  .object({
    id: z.string(),
    kind: KeyKind,
    name: z.string().nullable(),
    app_id: z.string(),
    blocked: z.boolean(),
    permissions: z.array(Permission).nullable(),
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("api_key"),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

/** A key as its creation and its rotation show it, once. */
export const ApiKeyWithToken = ApiKey.extend({ app_token: z.string() }).meta({
  id: "ApiKeyWithToken",
});
export type ApiKeyWithToken = z.infer<typeof ApiKeyWithToken>;

export const ApiKeyList = listOf("api_keys", ApiKey).meta({ id: "ApiKeyList" });

export const ApiKeyQuery = z.object(pageQuery);
export type ApiKeyQuery = z.infer<typeof ApiKeyQuery>;
