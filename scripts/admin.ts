import { run } from "./admin/run.ts";

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => stopping.abort());
}
// A reader that has seen enough, as `head`, is no failure.
process.stdout.on("error", () => process.exit());

const { stdin, stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  signal: stopping.signal,
});
