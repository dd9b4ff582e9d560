/*
 * Receivers of webhooks for tests in the workers' runtime: whatever leaves that runtime comes here.
 * Each host below `receiver.example.com` is one of its own; the path says how it answers. It tells
 * what it was sent at `/received`.
 */

/** A message as the receiver got it. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

const inboxes = new Map<string, Received[]>();

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const LARGE = "x".repeat(2_000_000);

type Answer = () => { status: number; body?: string; headers?: Record<string, string> };

/** By the path; what is not here is a status. */
const ANSWERS: Record<string, Answer> = {
  "/ok": () => ({ status: 200 }),
  "/redirect": () => ({
    status: 302,
    headers: { location: "https://elsewhere.receiver.example.com/ok" },
  }),
  "/large": () => ({ status: 200, body: LARGE }),
};

/** What a receiver answers to a message, the `count`th that it got. */
async function answered(path: string, count: number) {
  const [, status = "500", times = "0"] = /^\/(\d+)x(\d+)$/.exec(path) ?? [];
  if (times !== "0") return { status: count <= Number(times) ? Number(status) : 200 };
  const [, ms] = /^\/slow-(\d+)$/.exec(path) ?? [];
  if (ms !== undefined) await wait(Number(ms));
  const known = ANSWERS[path];
  if (known) return known();
  return { status: ms === undefined ? Number(path.slice(1)) : 200 };
}

/** Takes a request that left the workers' runtime; null where it went to no receiver. */
export async function receive(request: {
  url: string;
  method: string;
  headers: Iterable<[string, string]>;
  text: () => Promise<string>;
}) {
  const { hostname, pathname } = new URL(request.url);
  if (!hostname.endsWith(".receiver.example.com")) return null;
  const inbox = inboxes.get(hostname) ?? [];
  inboxes.set(hostname, inbox);
  if (pathname === "/received") return { status: 200, body: JSON.stringify(inbox) };
  inbox.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
  const answer = await answered(pathname, inbox.length);
  return answer;
}
