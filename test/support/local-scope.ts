import { noCost } from "../../src/db/client";
import { timeId } from "../../src/lib/id";
import { stackingRulesWith } from "../../src/model/stacking-rules";
import type { Scope } from "../../src/scope/scope";

/** Noon of a Tuesday in UTC. */
export const NOON = Date.parse("2026-06-02T12:00:00.000Z");

/** The scope of a back end's request on a database of plain Node; nothing of it is left to chance. */
export function localScope(d1: D1Database, others: Partial<Scope> = {}): Scope {
  let at = 0;
  const random = (length: number) => new Uint8Array(length);
  const db = { d1, cost: noCost() };
  return {
    db,
    places: { control: db, at: () => db, all: () => [{ name: "DB", db }] },
    near: null,
    actor: {
      family: "server",
      key_id: "key_1",
      app_id: "app_1",
      name: "Back end",
      project_id: "proj_1",
      channel: null,
      permissions: null,
    },
    settings: {
      managementId: "management",
      managementToken: "token",
      signingSecret: "secret",
      showsServerTiming: false,
      logsRequests: false,
      hasReplicas: false,
      clientRateLimit: 10,
      allowsPrivateWebhooks: false,
      publicHosts: [],
      isLocalOnly: false,
      databaseWaitLimitMs: 2000,
      moveSettleMs: 0,
      databaseWaitMostMs: 5000,
      requestsBesideOthers: 8,
      tokenRateLimit: 60,
      keyRateLimit: 1000,
    },
    now: NOON,
    request_id: "req_1",
    base_url: "https://example.com",
    claim: null,
    audited: null,
    newId: (prefix) =>
      `${timeId(prefix, NOON, random).slice(0, -4)}${String(++at).padStart(4, "0")}`,
    random,
    sleep: async () => {},
    emit: () => {},
    enqueue: async () => {},
    queues: async () => [],
    countLater: () => {},
    tellLater: () => {},
    leases: { keep: async () => {} },
    // The cast holds because nothing that decides reads or writes a file.
    files: {} as R2Bucket,
    project: {
      id: "proj_1",
      place: "DB",
      name: "Project",
      description: null,
      timezone: "UTC",
      currency: "EUR",
      week_start: 1,
      case_sensitive_codes: true,
      client_trusted_domains: [],
      client_redeem_enabled: true,
      client_publish_enabled: true,
      client_list_vouchers_enabled: true,
      client_create_customer_enabled: true,
      client_loyalty_events_enabled: true,
      client_set_voucher_expiration_date_enabled: true,
      client_wallet_enabled: true,
      client_visible_metadata: [],
      client_hold_max_minutes: 30,
      client_orders_trusted: false,
      client_metadata_keys: [],
      events_kept_days: 30,
      near_miss_segments_enabled: false,
      near_miss_dates_enabled: false,
      is_sandbox: false,
      busy: false,
      default_charset: null,
      kept_settings: {},
      is_moving: false,
      opens_at: null,
      webhook_secret: "",
      previous_webhook_secret: null,
      previous_webhook_secret_until: null,
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: null,
    },
    schemas: new Map(),
    stacking: stackingRulesWith({}),
    renewed: null,
    address_block: null,
    shopper: null,
    ...others,
  };
}
