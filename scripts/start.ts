import { demoHeaders } from "./demo-keys.ts";
import { webhookSecret } from "./demo-project.ts";
import { stockShop } from "./demo-shop.ts";
import { shopHeaders } from "./demo-shop-keys.ts";
import { tickCron } from "./local-cron.ts";
import { type LocalServer, startServer } from "./local-server.ts";

function portOf(text = "8787"): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT must be a number from 1 to 65535, not ${text}`);
}

const credentials = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("   ");

const keysOf = ({ server, client }: typeof shopHeaders): string =>
  `    /v1             ${credentials(server)}
    /client/v1      ${credentials(client)}`;

const welcome = ({ url }: LocalServer): string => `
Vouchsafe is ready on ${url}

  Shop with it      ${url}/demo
  Run it            ${url}/console
  Build on it       ${url}/docs
  All operations    ${url}/openapi.json

  The shop of /demo is the project proj_shop, which opens with
${keysOf(shopHeaders)}

  The demo project proj_demo opens with
${keysOf(demoHeaders)}
  and signs webhooks with ${webhookSecret}

  Both, and whatever you make beside them, open with
    /management/v1  ${credentials(demoHeaders.management)}

Make a voucher:

curl ${url}/v1/vouchers \\
${Object.entries(demoHeaders.server)
  .map(([name, value]) => `  -H '${name}: ${value}' \\`)
  .join("\n")}
  -H 'Content-Type: application/json' \\
  -d '{"type":"DISCOUNT_VOUCHER","discount":{"type":"PERCENT","percent_off":20}}'

Stop: Ctrl-C
`;

/** Whatever keeps the shop from being stocked, the service itself is there. */
const stock = (url: string): Promise<void> =>
  stockShop(url).catch(({ message }: Error) =>
    console.error(`The shop of /demo could not be stocked: ${message}`),
  );

async function start(stopping: AbortSignal): Promise<void> {
  const { PORT, STATE, REQUEST_LOG } = process.env;
  const server = await startServer({
    port: portOf(PORT),
    signal: stopping,
    hasPages: true,
    prepare: stock,
    ...(STATE && { state: STATE }),
    ...(REQUEST_LOG && { vars: { REQUEST_LOG } }),
  });
  console.log(welcome(server));
  void tickCron(server);
  await server.ended;
  if (!stopping.aborted) throw new Error("The local server ended by itself");
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stopping.abort());
}
start(stopping.signal).catch((error: Error) => {
  if (stopping.signal.aborted) return;
  console.error(error.message);
  process.exitCode = 1;
});
