/** One property of metadata as somebody writes it. */
export interface MetadataRow {
  id: number;
  key: string;
  text: string;
}

type Metadata = Readonly<Record<string, unknown>>;

let last = 0;

export const blankRow = (): MetadataRow => ({ id: ++last, key: "", text: "" });

/** Digits that a number has no room for, such as a shop's own long id. */
const isTooLong = (text: string): boolean =>
  /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(Number(text));

/** The value that a text stands for: numbers, yes and no and JSON are those, all else is a text. */
function parsed(text: string): unknown {
  if (isTooLong(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A text that reads back as the value; one that would read as something else has quotes. */
const textOf = (value: unknown): string =>
  typeof value === "string" && parsed(value) === value ? value : JSON.stringify(value);

export const rowsOf = (metadata: Metadata | null | undefined): MetadataRow[] =>
  Object.entries(metadata ?? {}).map(([key, value]) => ({ id: ++last, key, text: textOf(value) }));

/** What the rows say; those without a name say nothing. */
export const metadataOf = (rows: readonly MetadataRow[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.flatMap(({ key, text }) => (key.trim() === "" ? [] : [[key.trim(), parsed(text)]])),
  );

/** What an update sends, which merges: what is gone is null. */
export function changedMetadata(
  before: readonly MetadataRow[],
  after: readonly MetadataRow[],
): Record<string, unknown> {
  const now = metadataOf(after);
  const gone = Object.keys(metadataOf(before)).filter((key) => !Object.hasOwn(now, key));
  return { ...now, ...Object.fromEntries(gone.map((key) => [key, null])) };
}
