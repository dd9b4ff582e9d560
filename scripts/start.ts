import { demoHeaders, webhookSecret } from "./demo-project.ts";
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

const welcome = ({ url }: LocalServer): string => `
Vouchsafe is ready on ${url}

The demo project proj_demo opens with
  /v1             ${credentials(demoHeaders.server)}
  /client/v1      ${credentials(demoHeaders.client)}
  /management/v1  ${credentials(demoHeaders.management)}
and signs webhooks with ${webhookSecret}

Make a voucher:

curl ${url}/v1/vouchers \\
${Object.entries(demoHeaders.server)
  .map(([name, value]) => `  -H '${name}: ${value}' \\`)
  .join("\n")}
  -H 'Content-Type: application/json' \\
  -d '{"type":"DISCOUNT_VOUCHER","discount":{"type":"PERCENT","percent_off":20}}'

All operations: ${url}/openapi.json    Stop: Ctrl-C
`;

async function start(stopping: AbortSignal): Promise<void> {
  const { PORT, STATE, REQUEST_LOG } = process.env;
  const server = await startServer({
    port: portOf(PORT),
    signal: stopping,
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
