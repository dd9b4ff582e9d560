import { createInterface } from "node:readline/promises";
import { ServiceError } from "@vouchsafe/client";
import { CommanderError } from "commander";
import * as z from "zod";
import { brokenOf } from "./broken.ts";
import { connect } from "./connection.ts";
import { EXITS, Incomplete, UsageError } from "./exits.ts";
import { programOf, SharedOptions } from "./program.ts";
import { progressOn } from "./progress.ts";
import { showOn } from "./show.ts";
import type { Terminal } from "./terminal.ts";
import type { Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

const INTERRUPTED = 130;

/** Asks on the terminal; where nobody sits there, nothing is destroyed unasked. */
const asking =
  ({ stdin, stderr, signal }: Terminal, isAgreed: boolean) =>
  async (question: string): Promise<boolean> => {
    if (isAgreed) return true;
    if (!stdin.isTTY) throw new UsageError(`${question} Nobody can be asked here: add --yes`);
    const lines = createInterface({ input: stdin, output: stderr, terminal: true });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
    } finally {
      lines.close();
    }
  };

async function call(verb: Verb, sent: Record<string, unknown>, terminal: Terminal): Promise<void> {
  const { json = false, yes = false, ...options } = SharedOptions.parse(sent);
  const admin = {
    connection: connect(options, terminal.env),
    show: showOn(terminal.stdout, json),
    progress: progressOn(terminal.stderr, json),
    note: (text: string) => void terminal.stderr.write(`${text}\n`),
    confirm: asking(terminal, yes),
    signal: terminal.signal,
  };
  await verb.run(admin, sent);
}

/** The service's own words, or as one document for programs. */
function refusal({ status, body, message }: ServiceError, isJson: boolean): string {
  if (isJson) return JSON.stringify(body ?? { code: status, message });
  const { key, details, request_id } = body ?? {};
  return [
    key === undefined ? message : `${message} (${key})`,
    ...(details === undefined ? [] : [`  ${details}`]),
    ...(request_id === undefined ? [] : [`  request ${request_id}`]),
  ].join("\n");
}

const issueOf = ({ issues: [issue] }: z.ZodError): string => {
  const name = String(issue?.path[0] ?? "").replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`);
  return `${name} ${issue?.message ?? "is not understood"}`;
};

/** What the platform's own errors say of the way to the service, and of files; null for others. */
function fromOutside(error: unknown): { exit: number; text: string } | null {
  if (error instanceof SyntaxError) {
    return { exit: EXITS.refused, text: "What answers there is not the service: it sends no JSON" };
  }
  const broken = brokenOf(error);
  if (broken) return { exit: EXITS.refused, text: broken };
  if (error instanceof Error && "path" in error && "code" in error) {
    return { exit: EXITS.usage, text: `${error.path} cannot be written (${error.code})` };
  }
  return null;
}

/** How it ended, with what is said of it; a defect of ours is thrown on. */
function judged(error: unknown, isJson: boolean): { exit: number; text: string } {
  if (error instanceof ServiceError) {
    const exit = error.status === 404 ? EXITS.notFound : EXITS.refused;
    return { exit, text: refusal(error, isJson) };
  }
  if (error instanceof UsageError) return { exit: EXITS.usage, text: error.message };
  if (error instanceof z.ZodError) return { exit: EXITS.usage, text: issueOf(error) };
  if (error instanceof Incomplete) return { exit: EXITS.incomplete, text: error.message };
  const outside = fromOutside(error);
  if (outside) return outside;
  throw error;
}

/** Ctrl-C at a question, which hears it in place of the program. */
const isInterrupt = (error: unknown) => error instanceof Error && error.name === "AbortError";

/** Runs one command line to its end and answers what the program shall exit with. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr, signal } = terminal;
  const write = {
    out: (text: string) => void stdout.write(text),
    err: (text: string) => void stderr.write(text),
  };
  const program = programOf(VERBS, (verb, sent) => call(verb, sent, terminal), write);
  try {
    await program.parseAsync(argv, { from: "user" });
    return EXITS.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      const isHelp = error.code === "commander.helpDisplayed";
      return isHelp ? EXITS.done : EXITS.usage;
    }
    if (signal.aborted || isInterrupt(error)) return INTERRUPTED;
    const { exit, text } = judged(error, argv.includes("--json"));
    if (text !== "") stderr.write(`${text}\n`);
    return exit;
  }
}
