import { run } from "./admin/run.ts";

// npm runs it in the project's folder; the files that its caller names stand where the caller is.
const { INIT_CWD, npm_lifecycle_event } = process.env;
if (npm_lifecycle_event === "admin" && INIT_CWD) process.chdir(INIT_CWD);

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
