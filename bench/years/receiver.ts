import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver of webhooks on this machine, which takes all that it is sent and counts it. */
export async function openReceiver() {
  let taken = 0;
  const server = createServer((request, response) => {
    taken += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  // The cast holds for whatever listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    taken: () => taken,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
