import type { OAuthTokenRow } from "../../db/tables/oauth";
import type { OAuthToken } from "./schema";

/** A token as it stands at `now` (epoch milliseconds), with the seconds that it still has. */
export const viewToken = (row: OAuthTokenRow, token: string, now: number): OAuthToken => ({
  access_token: token,
  client_id: row.client_id,
  expires_at: row.expires_at,
  expires_in: Math.max(0, row.expires_at - Math.floor(now / 1000)),
  scope: row.scope.join(" "),
  token_type: "Bearer",
});
