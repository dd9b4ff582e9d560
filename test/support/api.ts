import { env, exports } from "cloudflare:workers";
import type * as z from "zod";
import { decodeEvent, EVENT_COLUMNS } from "../../src/db/stored-events";
import type { ProjectRow } from "../../src/db/tables/control";
import { settings } from "../../src/env";
import { catalogue } from "../../src/events/catalogue";
import { randomBase62 } from "../../src/lib/id";
import { tokenHash } from "../../src/lib/token-hash";
import { tell } from "../../src/resources/events/tell";
import {
  newWebhookSecret,
  sealWebhookSecret,
} from "../../src/resources/management/projects/webhook-secret";
import { random } from "../../src/scope/scope";
import { CONTROL_TABLES } from "./control-tables";
import { dbOf, homeName, homes } from "./places";
import { strictly } from "./strict";

export type Headers = Record<string, string>;

export interface Reply {
  status: number;
  headers: globalThis.Headers;
  // biome-ignore lint/suspicious/noExplicitAny: wire bodies are read field by field, as a client does
  body: any;
}

/** A project of its own for each test, with a key of each family that opens only it. */
export interface TestProject {
  id: string;
  server: Headers;
  client: Headers;
  management: Headers;
  /** What its webhooks are signed with. */
  webhookSecret: string;
  get: (path: string, headers?: Headers) => Promise<Reply>;
  post: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>;
  put: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>;
  delete: (path: string, headers?: Headers) => Promise<Reply>;
}

export const DEPLOYMENT = {
  "x-management-id": "test-management",
  "x-management-token": "test-management-token",
};

export const BASE = "http://vouchsafe.test";

/** Sends a request through the worker and reads its JSON; a form goes as it is. */
export const send = (
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Reply> => {
  if (body === undefined) return sendAsIs(path, { method, headers });
  if (body instanceof FormData) return sendAsIs(path, { method, headers, body });
  return sendAsIs(path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
};

/** Sends a request with nothing added and its body as it is: bytes, a stream, or no JSON at all. */
export async function sendAsIs(path: string, init: RequestInit): Promise<Reply> {
  const response = await exports.default.fetch(new Request(BASE + path, init));
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: text !== "" && isJson ? JSON.parse(text) : text,
  };
}

const PROJECT = {
  place: "DB",
  name: "Test shop",
  description: null,
  timezone: "UTC",
  currency: "EUR",
  week_start: 1,
  case_sensitive_codes: 0,
  client_trusted_domains: '["*"]',
  client_redeem_enabled: 1,
  client_publish_enabled: 0,
  client_list_vouchers_enabled: 0,
  client_create_customer_enabled: 0,
  client_loyalty_events_enabled: 0,
  client_set_voucher_expiration_date_enabled: 0,
  client_wallet_enabled: 0,
  client_visible_metadata: "[]",
  client_hold_max_minutes: 30,
  client_orders_trusted: 0,
  client_metadata_keys: "[]",
  near_miss_segments_enabled: 0,
  near_miss_dates_enabled: 0,
  events_kept_days: 30,
  is_sandbox: 1,
  busy: 0,
  created_at: "2026-01-01T00:00:00.000Z",
};

interface Key {
  kind: string;
  id: string;
  token: string;
}

const newKey = (kind: string): Key => ({
  kind,
  id: randomBase62(20, random),
  token: randomBase62(43, random),
});

const insertKey = (projectId: string, { id, kind, token }: Key): D1PreparedStatement =>
  env.DB.prepare(
    "INSERT INTO api_keys (project_id, id, kind, app_id, token_hash, created_at) VALUES (?1, ?2, ?3, ?2, ?4, ?5)",
  ).bind(projectId, id, kind, tokenHash(token), PROJECT.created_at);

/** An address of its own for each request, so that no test meets another's rate limit or budget. */
export const anyAddress = (): string => `10.${[...random(3)].join(".")}`;

/** Makes a project straight in the control tables, so that no test depends on management routes. */
export async function newProject(settings: Partial<typeof PROJECT> = {}): Promise<TestProject> {
  // Older by its id than any that is made over the wire, which lists show first.
  const id = `proj_${"0".repeat(8)}${randomBase62(16, random)}`;
  const webhookSecret = newWebhookSecret(random);
  const webhook_secret = sealWebhookSecret(env.SIGNING_SECRET, id, webhookSecret, random);
  const busy = env.BUSY === undefined ? PROJECT.busy : 1;
  const row = { id, ...PROJECT, busy, place: homeName(), webhook_secret, ...settings };
  const names = Object.keys(row);
  const [server, client, management] = [newKey("server"), newKey("client"), newKey("management")];
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO projects (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ).bind(...Object.values(row)),
    ...[server, client, management].map((key) => insertKey(id, key)),
  ]);
  homes.set(id, row.place);
  const headers = {
    server: { "x-app-id": server.id, "x-app-token": server.token },
    client: { "x-client-application-id": client.id, "x-client-token": client.token },
    management: { "x-management-id": management.id, "x-management-token": management.token },
  };
  const of = (path: string) =>
    path.startsWith("/client/")
      ? { origin: "https://shop.example", "cf-connecting-ip": anyAddress(), ...headers.client }
      : path.startsWith("/management/")
        ? headers.management
        : headers.server;
  return {
    id: row.id,
    ...headers,
    webhookSecret,
    get: (path, extra) => send("GET", path, { ...of(path), ...extra }),
    post: (path, body, extra) => send("POST", path, { ...of(path), ...extra }, body),
    put: (path, body, extra) => send("PUT", path, { ...of(path), ...extra }, body),
    delete: (path, extra) => send("DELETE", path, { ...of(path), ...extra }),
  };
}

/** The body as the resource's own schema reads it; a field that no schema names fails, at any depth. */
export const parsed = <S extends z.ZodType>(schema: S, reply: Reply): z.infer<S> =>
  strictly(schema, reply.body);

/** What the last request cost, from its Server-Timing. */
export function costOf(reply: Reply): { roundTrips: number; read: number; written: number } {
  const found = /(\d+) round trips, (\d+) rows read, (\d+) rows written/.exec(
    reply.headers.get("server-timing") ?? "",
  );
  return {
    roundTrips: Number(found?.[1] ?? -1),
    read: Number(found?.[2] ?? -1),
    written: Number(found?.[3] ?? -1),
  };
}

/** Entries of the audit log stand beside what they tell of, which may be control tables. */
const databasesOf = (table: string, projectId: string): D1Database[] => {
  if (CONTROL_TABLES.has(table)) return [env.DB];
  const home = dbOf(projectId);
  return table === "audit_log" && home !== env.DB ? [home, env.DB] : [home];
};

/** Rows of the project's tables, to show that a denial changed nothing. */
export async function rowsOf(table: string, projectId: string): Promise<Record<string, unknown>[]> {
  const read = `SELECT * FROM ${table} WHERE project_id = ?1`;
  const found = await Promise.all(
    databasesOf(table, projectId).map((db) => db.prepare(read).bind(projectId).all()),
  );
  return found.flatMap(({ results }) => results);
}

/** Kinds of the project's events in the order of their sequence. */
export async function eventKinds(projectId: string): Promise<string[]> {
  const rows = await rowsOf("outbox", projectId);
  return rows
    .sort((a, b) => Number(a.sequence) - Number(b.sequence))
    .map((row) => String(row.kind));
}

/** The project's events in the order of their sequence, as they are told, each held against the catalogue. */
export async function eventsOf(projectId: string) {
  const { results } = await dbOf(projectId)
    .prepare(
      `SELECT ${EVENT_COLUMNS.sql} FROM outbox o WHERE o.project_id = ?1 ORDER BY o.sequence`,
    )
    .bind(projectId)
    .all();
  const project = { id: projectId } as ProjectRow;
  const place = { base_url: BASE, project, settings: settings(env) };
  return results.map((raw) => {
    const event = decodeEvent(raw);
    const { kind, entity_id } = event.row;
    const schema = Object.entries(catalogue).find(([name]) => name === kind)?.[1].data;
    if (!schema) throw new Error(`no event kind ${kind}`);
    const told = JSON.parse(JSON.stringify(tell(place, event)));
    strictly<z.ZodType>(schema, told);
    return { kind, entity_id, data: told };
  });
}
