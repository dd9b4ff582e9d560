import { isPrivateHost } from "../../../lib/private-host";

/** A receiver has answered within this time, or has failed. */
const PATIENCE_MS = 10_000;

/** Why an attempt failed. */
export type Cause =
  | "http_status"
  | "redirect"
  | "gone"
  | "timeout"
  | "connection"
  | "private_address"
  /** Its event cannot be put together, as after going back to a version that does not know it. */
  | "event_unreadable";

/** What came of an attempt; `status` is null where the receiver answered nothing. */
export interface Attempt {
  status: number | null;
  cause: Cause | null;
  milliseconds: number;
}

const causeOf = (status: number): Cause | null => {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return "gone";
  return status >= 300 && status < 400 ? "redirect" : "http_status";
};

/** Of an answer only its status counts: whatever follows it is not read. */
async function send(url: string, init: RequestInit): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(url, { ...init, method: "POST", redirect: "manual", signal });
  await response.body?.cancel().catch(() => undefined);
  return response.status;
}

/**
 * Posts a message to a receiver and waits ten seconds for its status. Redirects are not followed,
 * and the answer's body is not read. Never throws: a failure is a value.
 */
export async function attempt(
  target: { url: string; allowsPrivate: boolean },
  message: { headers: Record<string, string>; body: string },
): Promise<Attempt> {
  if (!target.allowsPrivate && isPrivateHost(new URL(target.url).hostname)) {
    return { status: null, cause: "private_address", milliseconds: 0 };
  }
  const started = Date.now();
  const since = () => Date.now() - started;
  try {
    const status = await send(target.url, message);
    return { status, cause: causeOf(status), milliseconds: since() };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const cause = isLate || since() >= PATIENCE_MS ? "timeout" : "connection";
    return { status: null, cause, milliseconds: since() };
  }
}
