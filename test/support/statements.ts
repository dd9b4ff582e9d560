/**
 * Every SQL text that the service itself sends while a test file runs. One set for each isolate,
 * however often this module is read anew.
 */
declare global {
  var sentStatements: Set<string> | undefined;
}

/** The first of our own files under the one that prepares: the service's, or a test's. */
const SENDER = /^.*\/(src|test)\/(?!support\/statements\.ts).*$/m;

const isService = (stack: string): boolean => SENDER.exec(stack)?.[1] === "src";

/** Keeps what the service prepares on any D1 binding of this isolate; answers the growing set. */
export function recordStatements(binding: D1Database): Set<string> {
  if (globalThis.sentStatements) return globalThis.sentStatements;
  const sent = new Set<string>();
  globalThis.sentStatements = sent;
  for (const way of [binding, binding.withSession()]) {
    const shared: Pick<D1Database, "prepare"> = Object.getPrototypeOf(way);
    const { prepare } = shared;
    shared.prepare = function (this: typeof shared, sql) {
      if (!sent.has(sql) && isService(new Error().stack ?? "")) sent.add(sql);
      return prepare.call(this, sql);
    };
  }
  return sent;
}
