const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Nested values in brackets, an index for each element of a list, dates as instants; what is not set stays away. */
const pairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (!isObject(value)) return [[name, String(value)]];
  // A condition that is not sent would let everything through.
  if (Array.isArray(value) && value.length === 0) return name.includes("[") ? [[name, ""]] : [];
  return Object.entries(value).flatMap(([key, each]) => pairs(`${name}[${key}]`, each));
};

/** `{ created_at: { after: "…" }, limit: 3 }` as `created_at[after]=…&limit=3`. */
export const queryOf = (query: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => pairs(name, value)),
  ).toString();

const isFile = (value: unknown): value is string | Blob =>
  typeof value === "string" || value instanceof Blob;

const fileOf = (body: unknown): string | Blob | null => {
  if (isFile(body)) return body;
  return isObject(body) && "file" in body && isFile(body.file) ? body.file : null;
};

/** JSON, but for the CSV of an import, which is sent as the file of a form. */
export const bodyOf = (body: unknown): string | FormData => {
  const file = fileOf(body);
  if (file === null) return JSON.stringify(body);
  const form = new FormData();
  form.append("file", new Blob([file], { type: "text/csv" }), "file.csv");
  return form;
};
