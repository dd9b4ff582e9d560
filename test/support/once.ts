declare global {
  var madeInRun: Map<string, Promise<void>> | undefined;
}

/** Makes what has that name once in a run of tests, whose projects read their files each anew. */
export function once(name: string, make: () => Promise<void>): Promise<void> {
  globalThis.madeInRun ??= new Map();
  const made = globalThis.madeInRun.get(name) ?? make();
  globalThis.madeInRun.set(name, made);
  return made;
}
