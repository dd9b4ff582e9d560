import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

export type Json = Record<string, unknown>;

/** Asks until it is answered, a write always under one key. */
export async function ask(
  url: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
): Promise<Json> {
  const init =
    body === undefined
      ? { headers }
      : {
          method: "POST",
          headers: { ...headers, "Idempotency-Key": randomUUID() },
          body: JSON.stringify(body),
        };
  for (let attempts = 1; ; attempts++) {
    const response = await fetch(url, init).catch(() => null);
    const text = (await response?.text().catch(() => "")) ?? "";
    if (response?.ok) return JSON.parse(text);
    const isFinal = response?.status === 400 || response?.status === 404;
    if (isFinal || attempts === 40) throw new Error(`${url}: ${response?.status} ${text}`);
    await wait(250);
  }
}
