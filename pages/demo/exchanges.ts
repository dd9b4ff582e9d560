import type { Exchange } from "@vouchsafe/client";
import { shared } from "../shared/setting";

/** Who asked: the shop's page, with its public key, or the back end behind it. */
export type Asker = "page" | "back-end";

/** What the database did for one answer. */
export interface Cost {
  trips: number;
  read: number;
  written: number;
}

/** One request and its answer, as the drawer shows them. */
export interface Told {
  id: number;
  by: Asker;
  method: string;
  path: string;
  /** Null where no answer came. */
  status: number | null;
  /** Taken back by the page, since the cart had changed meanwhile. */
  isStale: boolean;
  ms: number;
  cost: Cost | null;
  headers: { name: string; value: string }[];
  sent: string;
  got: string;
}

const KEPT = 60;
const HIDDEN = "•••";
const SECRET = /token/i;
const SHOWN = /^(x-(app|client|customer)-|content-type|idempotency-key)/;

const told = shared<readonly Told[]>([]);
let last = 0;

function costOf({ timings }: Exchange): Cost | null {
  const d1 = timings.find(({ name }) => name === "d1");
  const [trips, read, written] = [...(d1?.description.matchAll(/\d+/g) ?? [])].map(Number);
  if (trips === undefined || read === undefined || written === undefined) return null;
  return { trips, read, written };
}

const hide = (name: string, value: unknown): unknown =>
  SECRET.test(name) && typeof value === "string" ? HIDDEN : value;

/** A body laid out to be read, its tokens hidden. */
function laidOut(text: string): string {
  if (text === "") return "";
  try {
    return JSON.stringify(JSON.parse(text, hide), null, 2);
  } catch {
    return text;
  }
}

const bodyOf = async (message: Request | Response | null): Promise<string> =>
  laidOut((await message?.text().catch(() => "")) ?? "");

/** Keeps what was asked and answered, the newest first. */
export async function tell(by: Asker, exchange: Exchange): Promise<void> {
  const { request, response, method, path, ms } = exchange;
  const id = ++last;
  const isStale = request.signal.aborted;
  const headers = [...request.headers].filter(([name]) => SHOWN.test(name));
  const [sent, got] = await Promise.all([bodyOf(request), bodyOf(response)]);
  const status = response?.status ?? null;
  const entry = { id, by, method, path, status, isStale, ms, cost: costOf(exchange) };
  told.set(
    [
      {
        ...entry,
        headers: headers.map(([name, value]) => ({ name, value: String(hide(name, value)) })),
        sent,
        got,
      },
      ...told.get(),
    ]
      .sort((a, b) => b.id - a.id)
      .slice(0, KEPT),
  );
}

export const forgetTold = (): void => told.set([]);
export const useTold = (): readonly Told[] => told.use();

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same request for a shell; tokens are for whoever sends it to fill in. */
export function asCurl({ method, path, headers, sent }: Told, origin: string): string {
  const lines = [
    `curl -X ${method} ${quoted(origin + path)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(sent === "" ? [] : [`-d ${quoted(JSON.stringify(JSON.parse(sent)))}`]),
  ];
  return lines.join(" \\\n  ");
}
