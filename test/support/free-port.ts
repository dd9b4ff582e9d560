import { createServer } from "node:net";

/** Below those from which systems take the ports of connections that go out, by themselves. */
const PORTS = { from: 12_000, to: 30_000 };
const TRIES = 100;

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/**
 * A port that nobody listens on, for a server of a test's own. Until the server listens too, no
 * connection of anybody else gets it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}
