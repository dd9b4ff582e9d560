export interface Answer {
  description: string;
  content?: object;
}

export interface Operation {
  summary: string;
  tags: [string, ...string[]];
  /** An answer, or where the document has it for several operations. */
  responses: Record<string, Answer | { $ref: string }>;
}

/** The document of operations, as far as it is looked at here. */
export interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, Answer> };
}

/** An operation as it is listed before the document has come. */
export interface Listed {
  path: string;
  method: string;
  summary: string;
  /** What it is about. */
  resource: string;
}

/** What the build takes from the document for the list; the rest comes once an operation is opened. */
export interface List {
  /** What is said of each resource. */
  resources: Record<string, string>;
  operations: Listed[];
}

export const listOf = ({ tags, paths }: Document): List => ({
  resources: Object.fromEntries(tags.map(({ name, description }) => [name, description])),
  operations: Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          summary,
          tags: [resource],
        },
      ]) => ({
        path,
        method,
        summary,
        resource,
      }),
    ),
  ),
});
