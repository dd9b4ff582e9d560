import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";

export const KeyKind = z.enum(["server", "client", "management"]);
export type KeyKind = z.infer<typeof KeyKind>;

/** Body of a create. */
export const ApiKeyCreate = z.object({
  kind: KeyKind,
  name: z.string().trim().min(1).max(255).nullish(),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

/** A key as reads show it: never with its token (docs/behaviour.md). */
export const ApiKey = z
  .object({
    id: z.string(),
    kind: KeyKind,
    name: z.string().nullable(),
    app_id: z.string(),
    blocked: z.boolean(),
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
