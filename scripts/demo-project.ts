import { createHash, randomBytes } from "node:crypto";
import type { ApiKeyRow, ProjectRow } from "../src/db/tables/control";
import { seal } from "../src/lib/seal.ts";

/** Secrets of the local start. They are printed, so they are no secrets of any deployment. */
export const localSecrets = {
  MANAGEMENT_ID: "demo-management",
  MANAGEMENT_TOKEN: "demo-management-token",
  SIGNING_SECRET: "vouchsafe-local-signing-secret",
};

const PROJECT_ID = "proj_demo";
const serverKey = { id: "demo-app", token: "demo-app-token" };
const clientKey = { id: "demo-client", token: "demo-client-token" };

export const webhookSecret = `whsec_${Buffer.from("vouchsafe-demo-webhook-secret-32").toString("base64")}`;

/** The headers of each family that open the demo project. */
export const demoHeaders = {
  server: { "X-App-Id": serverKey.id, "X-App-Token": serverKey.token },
  client: { "X-Client-Application-Id": clientKey.id, "X-Client-Token": clientKey.token },
  management: {
    "X-Management-Id": localSecrets.MANAGEMENT_ID,
    "X-Management-Token": localSecrets.MANAGEMENT_TOKEN,
  },
};

const demoProject = (signingSecret: string, now: string): ProjectRow => ({
  id: PROJECT_ID,
  name: "Demo shop",
  description: "Made by the local start",
  timezone: "UTC",
  currency: "EUR",
  week_start: 1,
  case_sensitive_codes: false,
  client_trusted_domains: ["*"],
  client_redeem_enabled: true,
  client_publish_enabled: false,
  client_list_vouchers_enabled: true,
  client_create_customer_enabled: true,
  client_loyalty_events_enabled: false,
  client_set_voucher_expiration_date_enabled: false,
  client_wallet_enabled: true,
  client_visible_metadata: ["theme"],
  client_hold_max_minutes: 30,
  is_sandbox: true,
  default_charset: null,
  kept_settings: {},
  webhook_secret: seal(
    webhookSecret,
    { secret: signingSecret, purpose: "webhook-secret", owner: PROJECT_ID },
    randomBytes,
  ),
  previous_webhook_secret: null,
  previous_webhook_secret_until: null,
  created_at: now,
  updated_at: null,
});

const demoKey = (kind: "server" | "client", now: string): ApiKeyRow => {
  const { id, token } = kind === "server" ? serverKey : clientKey;
  return {
    project_id: PROJECT_ID,
    id: `key_demo_${kind}`,
    kind,
    app_id: id,
    token_hash: createHash("sha256").update(token).digest("hex"),
    name: `Demo ${kind} key`,
    blocked_at: null,
    created_at: now,
    updated_at: null,
    permissions: null,
  };
};

const literal = (value: unknown): string => {
  if (value === null) return "NULL";
  if (typeof value === "boolean" || typeof value === "number") return String(Number(value));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
};

const insert = (table: string, row: object): string =>
  `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")});`;

/** The demo project and its keys as SQL. Rows that exist stay as they are, whatever became of them. */
export function demoSql(signingSecret: string): string {
  const now = new Date().toISOString();
  return [
    insert("projects", demoProject(signingSecret, now)),
    insert("trusted_origins", { origin: "*", project_id: PROJECT_ID }),
    insert("api_keys", demoKey("server", now)),
    insert("api_keys", demoKey("client", now)),
    insert("tallies", { project_id: PROJECT_ID }),
    "",
  ].join("\n");
}
