type Json = Record<string, unknown>;

/** The key under which a slim record lists fields of the usual one that it has not. */
const ABSENT = "~";

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Names = ReadonlySet<string>;

const NONE: Names = new Set();

/**
 * Whether a value of the usual record is a record that is slimmed itself; an empty one stands for a
 * record of any content.
 */
const isNested = (usual: unknown): usual is Json =>
  isRecord(usual) && Object.keys(usual).length > 0;

const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/**
 * The fields of a record that differ from the usual one; `whole` makes the record of them again.
 * Fields named `loose` are records of any content: one that differs is kept as it is.
 */
export function slim(record: Json, usual: Json, loose = NONE): Json {
  const kept: Json = {};
  for (const [name, value] of Object.entries(record)) {
    const expected = usual[name];
    if (name in usual && isSame(value, expected)) continue;
    const isOpened = isNested(expected) && isRecord(value) && !loose.has(name);
    kept[name] = isOpened ? slim(value, expected) : value;
  }
  const absent = Object.keys(usual).filter((name) => !(name in record));
  return absent.length > 0 ? { ...kept, [ABSENT]: absent } : kept;
}

/** The record that was slimmed by the same usual one, with the same loose fields. */
export function whole(kept: Json, usual: Json, loose = NONE): Json {
  const { [ABSENT]: absent = [], ...own } = kept;
  const left = new Set(Array.isArray(absent) ? absent : []);
  const record: Json = Object.fromEntries(
    Object.entries(usual).filter(([name]) => !left.has(name)),
  );
  for (const [name, value] of Object.entries(own)) {
    const expected = usual[name];
    const isOpened = isNested(expected) && isRecord(value) && !loose.has(name);
    record[name] = isOpened ? whole(value, expected) : value;
  }
  return record;
}
