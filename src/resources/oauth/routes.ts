import { formRoute } from "../../http/route";
import { issueToken } from "./issue";
import { introspectToken, revokeToken } from "./known";
import { Introspection, NamedToken, OAuthToken, TokenRequest } from "./schema";

/** Only keys themselves come in here: a token gets no other one. */
const can = "key";
const rate = "token";
/** Tokens stand beside the keys that they were given to. */
const isControl = true;

const issue = formRoute(
  "/token",
  {
    summary: "Give the key a token for some of what it may do; the answer alone shows it",
    can,
    rate,
    isControl,
    body: TokenRequest,
    answer: OAuthToken,
    errors: ["missing_parameters", "invalid_grant_type", "invalid_scope"],
  },
  (scope, { body }) => issueToken(scope, body),
);

/** The second version of the path, which newer clients ask for a token. */
export const oauthV2 = [issue];

export const oauth = [
  issue,
  formRoute(
    "/introspect",
    {
      summary: "Tell whether a token lives, and what it is good for",
      can,
      rate,
      isControl,
      body: NamedToken,
      answer: Introspection,
      errors: ["missing_parameters"],
    },
    (scope, { body }) => introspectToken(scope, body),
  ),
  formRoute(
    "/token/revoke",
    {
      summary: "End a token before its time",
      can,
      rate,
      isControl,
      body: NamedToken,
      answer: null,
      errors: ["missing_parameters", "not_found"],
    },
    (scope, { body }) => revokeToken(scope, body),
  ),
];
