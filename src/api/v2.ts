import type { Section } from "../http/mount";
import { oauthV2 } from "../resources/oauth/routes";

/** Back ends: what newer clients ask for under the second version; all else is below `/v1`. */
export const v2: Section = { family: "server", base: "/v2", lists: [["/oauth", oauthV2]] };
