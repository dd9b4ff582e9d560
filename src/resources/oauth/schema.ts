import * as z from "zod";

// Of these forms nothing is required by its schema: what is missing has a key of its own,
// `missing_parameters`, in place of `invalid_payload`.

/** Form of a request for a token. */
export const TokenRequest = z.object({
  grant_type: z.string().nullish().describe("Required; only `client_credentials`"),
  scope: z.string().nullish().describe("Required; permissions, separated by blanks"),
});
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Form that names a token; public clients call it `token` (RFC 7009, RFC 7662). */
export const NamedToken = z.object({
  access_token: z.string().nullish().describe("Required; the token"),
  token: z.string().nullish().describe("The same under its standard name"),
});
export type NamedToken = z.infer<typeof NamedToken>;

/** A token as it is issued: the answer alone shows it. */
export const OAuthToken = z
  .object({
    access_token: z.string(),
    client_id: z.string(),
    /** Unix seconds. */
    expires_at: z.int(),
    /** Seconds left. */
    expires_in: z.int(),
    scope: z.string(),
    token_type: z.literal("Bearer"),
  })
  .meta({ id: "OAuthToken" });
export type OAuthToken = z.infer<typeof OAuthToken>;

/** What is told of a token: all of one that lives, and of any other that it does not. */
export const Introspection = z
  .union([OAuthToken.extend({ active: z.literal(true) }), z.object({ active: z.literal(false) })])
  .meta({ id: "OAuthTokenIntrospection" });
export type Introspection = z.infer<typeof Introspection>;
