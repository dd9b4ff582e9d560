import { createHash, randomBytes } from "node:crypto";
import type { ApiKeyRow, ProjectRow } from "../src/db/tables/control";
import { seal } from "../src/lib/seal.ts";
import { demoHeaders } from "./demo-keys.ts";
import { shopHeaders } from "./demo-shop-keys.ts";
import { pastSql } from "./demo-shop-past.ts";

/** Secrets of the local start. They are printed, so they are no secrets of any deployment. */
export const localSecrets = {
  MANAGEMENT_ID: demoHeaders.management["X-Management-Id"],
  MANAGEMENT_TOKEN: demoHeaders.management["X-Management-Token"],
  SIGNING_SECRET: "vouchsafe-local-signing-secret",
};

export const webhookSecret = `whsec_${Buffer.from("vouchsafe-demo-webhook-secret-32").toString("base64")}`;

/** The project that they open. */
export const DEMO_PROJECT = "proj_demo";
export const DEMO_CURRENCY = "EUR";

interface LocalProject {
  id: string;
  name: string;
  timezone: string;
  visibleMetadata: string[];
  /** Whether browsers may list the codes that nobody holds. */
  listsVouchers: boolean;
  keys: typeof shopHeaders;
}

const PROJECTS: readonly LocalProject[] = [
  {
    id: DEMO_PROJECT,
    name: "Demo shop",
    timezone: "UTC",
    visibleMetadata: ["theme"],
    listsVouchers: true,
    keys: demoHeaders,
  },
  {
    id: "proj_shop",
    name: "Corner Shop",
    timezone: "Europe/Berlin",
    visibleMetadata: [],
    listsVouchers: false,
    keys: shopHeaders,
  },
];

const projectRow = (project: LocalProject, signingSecret: string, now: string): ProjectRow => ({
  id: project.id,
  place: "DB",
  is_moving: false,
  opens_at: null,
  name: project.name,
  description: "Made by the local start",
  timezone: project.timezone,
  currency: DEMO_CURRENCY,
  week_start: 1,
  case_sensitive_codes: false,
  client_trusted_domains: ["*"],
  client_redeem_enabled: true,
  client_publish_enabled: false,
  client_list_vouchers_enabled: project.listsVouchers,
  client_create_customer_enabled: true,
  client_loyalty_events_enabled: false,
  client_set_voucher_expiration_date_enabled: false,
  client_wallet_enabled: true,
  client_visible_metadata: project.visibleMetadata,
  client_hold_max_minutes: 30,
  client_orders_trusted: true,
  client_metadata_keys: [],
  events_kept_days: 30,
  near_miss_segments_enabled: false,
  near_miss_dates_enabled: true,
  is_sandbox: true,
  busy: false,
  default_charset: null,
  kept_settings: {},
  webhook_secret: seal(
    webhookSecret,
    { secret: signingSecret, purpose: "webhook-secret", owner: project.id },
    randomBytes,
  ),
  previous_webhook_secret: null,
  previous_webhook_secret_until: null,
  created_at: now,
  updated_at: null,
});

function keyRow(project: LocalProject, kind: "server" | "client", now: string): ApiKeyRow {
  const { server, client } = project.keys;
  const [id, token] =
    kind === "server"
      ? [server["X-App-Id"], server["X-App-Token"]]
      : [client["X-Client-Application-Id"], client["X-Client-Token"]];
  return {
    project_id: project.id,
    id: `key_${project.id.replace("proj_", "")}_${kind}`,
    kind,
    app_id: id,
    token_hash: createHash("sha256").update(token).digest("hex"),
    name: `${project.name} ${kind} key`,
    blocked_at: null,
    created_at: now,
    updated_at: null,
    permissions: null,
  };
}

const literal = (value: unknown): string => {
  if (value === null) return "NULL";
  if (typeof value === "boolean" || typeof value === "number") return String(Number(value));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
};

const insert = (table: string, row: object): string =>
  `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")});`;

const projectSql = (project: LocalProject, signingSecret: string, now: string): string[] => [
  insert("projects", projectRow(project, signingSecret, now)),
  insert("trusted_origins", { origin: "*", project_id: project.id }),
  insert("api_keys", keyRow(project, "server", now)),
  insert("api_keys", keyRow(project, "client", now)),
  insert("tallies", { project_id: project.id }),
];

/** The local projects and their keys as SQL. Rows that exist stay, whatever became of them. */
export function projectsSql(signingSecret: string): string {
  const now = new Date().toISOString();
  const projects = PROJECTS.flatMap((project) => projectSql(project, signingSecret, now));
  return [...projects, ...pastSql("proj_shop"), ""].join("\n");
}
