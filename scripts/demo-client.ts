import { demoHeaders } from "./demo-keys.ts";

// What the steps of the demo share: calls to the running server, and the telling of each step.

const BASE = process.env.BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? "8787"}`;
export const BROWSER = { ...demoHeaders.client, origin: "https://shop.example" };

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a shop reads the wire's fields one by one
  body: any;
}

export async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = demoHeaders.server,
): Promise<Reply> {
  const isText = typeof body === "string";
  const response = await fetch(BASE + path, {
    method,
    headers: { ...headers, "content-type": isText ? "text/csv" : "application/json" },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`Nothing answers on ${BASE}. Start the service first: npm start`);
  });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
}

/** The answer of a step that must succeed; the demo stops where the service disagrees. */
export async function must(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Reply["body"]> {
  const reply = await call(method, path, body, headers);
  if (reply.status === 200 || reply.status === 202) return reply.body;
  throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
}

export const money = (minor: number): string => `${(minor / 100).toFixed(2)} EUR`;

let step = 0;
export function tell(title: string, lines: readonly string[]): void {
  step += 1;
  console.log(`\n${step}. ${title}`);
  for (const line of lines) console.log(`   ${line}`);
}

/** A second run on the same data meets no code of the first. */
export const RUN = Date.now().toString(36).toUpperCase();
