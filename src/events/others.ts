import { isRecord } from "../lib/json-value";

type Json = Record<string, unknown>;

/** A customer as events tell one. */
type Person = Json & { id: string; object: "customer" };

const isPerson = (value: Json): value is Person =>
  value.object === "customer" && typeof value.id === "string";

/** Callers may send anything under this name. */
const SENT = "metadata";

/** The value with each customer in it as `shown` says. */
function showing(value: unknown, shown: (person: Person) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => showing(each, shown));
  if (!isRecord(value)) return value;
  return isPerson(value) ? shown(value) : fieldsShowing(value, shown);
}

const fieldsShowing = (value: Json, shown: (person: Person) => unknown): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === SENT ? field : showing(field, shown),
    ]),
  );

/** Marks a customer of whom only the id is stored, and more is told. */
const ABSENT = "is_absent";

const isWhole = (person: Person): boolean => Object.keys(person).length > 2;

/** A customer who is told as they are when the event is told. */
export const absent = (id: string): Json => ({ id, object: "customer", [ABSENT]: 1 });

/**
 * An event's data as it may be stored: of others than the customer by whom the event is found
 * again, only the ids, since nothing finds the event when they are forgotten. Their ids stand under
 * `people`, too.
 */
export function withoutOthers(data: Json, customerId: string | null): Json {
  const people = new Set<string>();
  const kept = fieldsShowing(data, (person) => {
    if (person.id === customerId || !isWhole(person)) return person;
    people.add(person.id);
    return absent(person.id);
  });
  return people.size === 0 ? data : { ...kept, people: [...people] };
}

/** The data with what is known of those of whom it has only the ids; of who is gone no more. */
export const withOthers = (data: Json, known: (id: string) => Json | undefined): Json =>
  fieldsShowing(data, ({ [ABSENT]: isAbsent, ...person }) =>
    isAbsent === undefined ? person : (known(person.id) ?? person),
  );
