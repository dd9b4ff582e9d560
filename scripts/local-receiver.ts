import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A message that a webhook brought, and when (epoch milliseconds). */
export interface Arrived {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

/** How a path is answered; without one, it is 200. */
export type Answering = (response: ServerResponse, message: Arrived) => void;

export interface LocalReceiver {
  url: string;
  arrived: Arrived[];
  stop: () => Promise<void>;
}

async function read(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    path: request.url ?? "/",
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString("utf8"),
    at: Date.now(),
  };
}

/** A receiver of webhooks on a free port of this machine; it keeps all that comes. */
export async function startReceiver(
  answers: Record<string, Answering> = {},
): Promise<LocalReceiver> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    read(request).then(
      (message) => {
        arrived.push(message);
        const answer = answers[message.path];
        if (answer) answer(response, message);
        else response.end();
      },
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${address.port}`, arrived, stop };
}
