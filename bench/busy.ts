import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoHeaders } from "../scripts/demo-keys";
import { present } from "../src/lib/assert";
import { interleaved, type Loaded, type Target } from "./load";
import { startVersion } from "./versions";

/** What a busy project gains (`db/shared.ts`): times of the plain one, in the same slices. */
const TARGETS = {
  "one code": { requests_per_second: 2, cpu: 0.7, p99: 0.7 },
  "200 codes": { requests_per_second: 1.4 },
};

const CUSTOMERS = 200;
const CONNECTIONS = 20;
const TURNS = 7;

const MANAGEMENT = { ...demoHeaders.management, "content-type": "application/json" };

interface Made {
  server_side_key: { app_id: string; app_token: string };
}

async function post<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer as T;
}

/** A project of its own with what is to be redeemed: one code for all, and one for each customer. */
async function shopOf(url: string, busy: boolean) {
  const sent = { name: busy ? "Busy" : "Plain", ...(busy && { busy }) };
  const { server_side_key } = await post<Made>(`${url}/management/v1/projects`, MANAGEMENT, sent);
  const { app_id, app_token } = server_side_key;
  const headers = {
    "X-App-Id": app_id,
    "X-App-Token": app_token,
    "content-type": "application/json",
  };
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => `customer-${at}`);
  const codes = ["HOT", ...customers.map((_, at) => `CODE-${at}`)];
  const discount = { type: "PERCENT", percent_off: 10 };
  for (const code of codes) {
    await post(`${url}/v1/vouchers`, headers, { code, type: "DISCOUNT_VOUCHER", discount });
  }
  const redemption = (code: string, source_id: string): Target => ({
    path: "/v1/redemptions",
    method: "POST",
    headers,
    body: {
      redeemables: [{ object: "voucher", id: code }],
      order: { amount: 10_000 },
      customer: { source_id },
    },
  });
  const all = (codeOf: (at: number) => string): Target => {
    const requests = customers.map((source_id, at) => redemption(codeOf(at), source_id));
    return { path: "/v1/redemptions", requests };
  };
  return { "one code": all(() => "HOT"), "200 codes": all((at) => `CODE-${at}`) };
}

const round = (value: number): number => Number(value.toFixed(2));

/** Requests to a shop of its own on a server, each named by the way that they go. */
async function waysOf(way: string, on: Loaded, busy: boolean): Promise<Record<string, Target>> {
  const shop = await shopOf(on.url, busy);
  return Object.fromEntries(
    Object.entries(shop).map(([name, target]) => [`${name}, ${way}`, { ...target, on }]),
  );
}

async function bench(folder: string, against: string | undefined) {
  const versions = await Promise.all(
    [null, ...(against === undefined ? [] : [against])].map((ref) =>
      startVersion(ref, join(folder, ref ?? "this")),
    ),
  );
  try {
    const loads = versions.map((version) => ({ ...version, connections: CONNECTIONS }));
    const [server, other] = loads;
    const own = present(server, "this version");
    const targets = {
      ...(other && (await waysOf("plain then", other, false))),
      ...(await waysOf("plain", own, false)),
      ...(await waysOf("busy", own, true)),
    };
    const measures = await interleaved(own, targets, TURNS);
    const of = (name: string) => present(measures.get(name), name);
    return Object.keys(TARGETS).flatMap((name) =>
      (other ? ["plain", "plain then"] : ["plain"]).map((way) => {
        const [before, after] = [of(`${name}, ${way}`), of(`${name}, busy`)];
        return {
          what: name,
          beside: way === "plain" ? way : `plain at ${against}`,
          "its rps": round(before.requests_per_second),
          "busy rps": round(after.requests_per_second),
          "rps times": round(after.requests_per_second / before.requests_per_second),
          "cpu times": round(after.cpu_us / before.cpu_us),
          "p50 times": round(after.p50_ms / before.p50_ms),
          "p99 times": round(after.p99_ms / before.p99_ms),
        };
      }),
    );
  } finally {
    await Promise.all(versions.map(({ stop }) => stop()));
  }
}

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-busy-"));
try {
  const { values } = parseArgs({ options: { against: { type: "string" } } });
  console.table(await bench(folder, values.against));
  console.log("wanted:", JSON.stringify(TARGETS));
} finally {
  rmSync(folder, { recursive: true });
}
