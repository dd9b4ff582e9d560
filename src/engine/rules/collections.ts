// Decides which product collections a definition names.

const COLLECTION_ID = /^pc_/;

function found(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === "string" && COLLECTION_ID.test(value)) into.add(value);
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) found(inner, into);
  }
  return into;
}

/** Every text in a definition, at any depth, that is the id of a product collection, each once. */
export const collectionsIn = (definition: unknown): string[] => [
  ...found(definition, new Set<string>()),
];
