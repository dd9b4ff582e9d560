/**
 * Every SQL text that the service itself sends while a test file runs. One set for each isolate,
 * however often this module is read anew.
 */
declare global {
  var sentStatements: Set<string> | undefined;
}

/** A file of our own: the service's, or a test's. */
const OWN = /\/(dist\/tested|test)\//;
const HERE = /\/test\/support\/statements\.ts$/;

/** Whether the service is the first of us under what is called here. */
function isService(): boolean {
  const { prepareStackTrace } = Error;
  // Files as they run: to look up where their lines come from takes longer than the statement.
  Error.prepareStackTrace = (_, calls) => calls.map((call) => call.getFileName() ?? "");
  const files = new Error().stack as unknown as string[];
  Error.prepareStackTrace = prepareStackTrace;
  const sender = files.find((file) => OWN.test(file) && !HERE.test(file)) ?? "";
  return OWN.exec(sender)?.[1] === "dist/tested";
}

/** Keeps what the service prepares on any D1 binding of this isolate; answers the growing set. */
export function recordStatements(binding: D1Database): Set<string> {
  if (globalThis.sentStatements) return globalThis.sentStatements;
  const sent = new Set<string>();
  globalThis.sentStatements = sent;
  for (const way of [binding, binding.withSession()]) {
    const shared: Pick<D1Database, "prepare"> = Object.getPrototypeOf(way);
    const { prepare } = shared;
    shared.prepare = function (this: typeof shared, sql) {
      if (!sent.has(sql) && isService()) sent.add(sql);
      return prepare.call(this, sql);
    };
  }
  return sent;
}
