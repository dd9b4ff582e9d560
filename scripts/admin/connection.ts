import {
  type Client,
  type ManagementPaths,
  managementClient,
  type ServerPaths,
  serverClient,
} from "@vouchsafe/client";
import * as z from "zod";
import { demoHeaders } from "../demo-keys.ts";
import { DEMO_CURRENCY, DEMO_PROJECT } from "../demo-project.ts";
import { UsageError } from "./exits.ts";

const text = z.string().min(1);

/** Options of every verb; each has a variable of the environment beside it. */
export const ConnectionOptions = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "must be an address, http or https" })
    .optional()
    .describe("where the service is (VOUCHSAFE_URL)"),
  project: text.optional().describe("the project's id (VOUCHSAFE_PROJECT)"),
  appId: text.optional().describe("id of a server key (VOUCHSAFE_APP_ID)"),
  appToken: text.optional().describe("its token; others see it here: use VOUCHSAFE_APP_TOKEN"),
  managementId: text.optional().describe("id of a management key (VOUCHSAFE_MANAGEMENT_ID)"),
  managementToken: text
    .optional()
    .describe("its token; others see it here: use VOUCHSAFE_MANAGEMENT_TOKEN"),
  amountsIn: text
    .optional()
    .describe("what the server key's project counts in, as EUR (VOUCHSAFE_CURRENCY)"),
});
type Said = z.infer<typeof ConnectionOptions>;

/** Everybody on a machine sees what programs are started with, and shells remember it. */
export const KEYS_HELP = `
Tokens belong into the environment: VOUCHSAFE_APP_TOKEN and VOUCHSAFE_MANAGEMENT_TOKEN, each with
its VOUCHSAFE_APP_ID or VOUCHSAFE_MANAGEMENT_ID. What --app-token and --management-token are given
stands in the list of processes and in the history of the shell.`;

const LOCAL_URL = "http://127.0.0.1:8787";
const LOCAL_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/** What opens the demo project, which every local start makes; of no use elsewhere. */
const DEMO: Said = {
  project: DEMO_PROJECT,
  appId: demoHeaders.server["X-App-Id"],
  appToken: demoHeaders.server["X-App-Token"],
  managementId: demoHeaders.management["X-Management-Id"],
  managementToken: demoHeaders.management["X-Management-Token"],
  amountsIn: DEMO_CURRENCY,
};

const named = (env: Record<string, string | undefined>): Said => ({
  url: env.VOUCHSAFE_URL,
  project: env.VOUCHSAFE_PROJECT,
  appId: env.VOUCHSAFE_APP_ID,
  appToken: env.VOUCHSAFE_APP_TOKEN,
  managementId: env.VOUCHSAFE_MANAGEMENT_ID,
  managementToken: env.VOUCHSAFE_MANAGEMENT_TOKEN,
  amountsIn: env.VOUCHSAFE_CURRENCY,
});

/** A currency by its code, however it is written. */
export function currencyOf(code: string): string {
  const upper = code.toUpperCase();
  if (Intl.supportedValuesOf("currency").includes(upper)) return upper;
  throw new UsageError(`${code} is no currency: say EUR, for example`);
}

/** The service, asked with the keys that were given once a verb needs them. */
export interface Connection {
  readonly url: string;
  readonly project: string;
  /** Of the server key's project, which the key itself does not tell; null where nobody said it. */
  readonly currency: string | null;
  readonly server: Client<ServerPaths>;
  readonly management: Client<ManagementPaths>;
}

function pair(id: string | undefined, token: string | undefined, kind: "app" | "management") {
  if (id !== undefined && token !== undefined) return { id, token };
  const names = `VOUCHSAFE_${kind.toUpperCase()}_ID and VOUCHSAFE_${kind.toUpperCase()}_TOKEN`;
  throw new UsageError(`Say which key: --${kind}-id and --${kind}-token, or ${names}`);
}

/** An id and its token come from one place, so that a key is never sent with another's token. */
const chosen = (places: readonly Said[], id: keyof Said, token: keyof Said) =>
  places.find((place) => place[id] !== undefined || place[token] !== undefined);

/** Options go before the environment, and both before the demo, which is local. */
export function connect(options: Said, env: Record<string, string | undefined>): Connection {
  const said = [options, named(env)];
  const url = options.url ?? env.VOUCHSAFE_URL ?? LOCAL_URL;
  const isLocal = URL.canParse(url) && LOCAL_NAMES.includes(new URL(url).hostname);
  if (!URL.canParse(url)) throw new UsageError(`${url} is no address`);
  const places = isLocal ? [...said, DEMO] : said;
  return {
    url,
    get project() {
      const project = places.find((place) => place.project !== undefined)?.project;
      if (project !== undefined) return project;
      throw new UsageError("Say which project: --project, or VOUCHSAFE_PROJECT");
    },
    get currency() {
      const key = chosen(places, "appId", "appToken");
      // The demo's currency is that of the demo's own key alone.
      const speak = key === DEMO ? places : said;
      const code = speak.find((place) => place.amountsIn !== undefined)?.amountsIn;
      return code === undefined ? null : currencyOf(code);
    },
    get server() {
      const place = chosen(places, "appId", "appToken");
      return serverClient({ baseUrl: url, ...pair(place?.appId, place?.appToken, "app") });
    },
    get management() {
      const place = chosen(places, "managementId", "managementToken");
      const key = pair(place?.managementId, place?.managementToken, "management");
      return managementClient({ baseUrl: url, ...key });
    },
  };
}
