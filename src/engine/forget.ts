// Decides what of a stored JSON value is about a person, and what stays when the person is
// forgotten.
import { isRecord } from "../lib/json-value";

/** Whom to forget: the id, which stays as a number without a name, and the texts that name them. */
export interface Person {
  id: string;
  texts: readonly string[];
}

type Json = Record<string, unknown>;

/** Shorter texts are part of too many words to be looked for inside others. */
const SHORTEST_WORD = 4;

/** Objects whose metadata is the shop's own. */
const OF_THE_SHOP = new Set([
  ...["voucher", "campaign", "product", "sku", "promotion_tier"],
  ...["earning_rule", "loyalty_tier", "reward"],
]);
const NAMES = new Set(["source_id", "name", "email", "phone"]);
const PROSE = new Set(["message", "details", "reason", "failure_message"]);
/** What stands in place of a text that named somebody. */
const DELETED = "[deleted]";

/** Texts that are long enough to be looked for inside of others. */
export const wordsOf = ({ texts }: Pick<Person, "texts">): string[] =>
  texts.filter((text) => text.length >= SHORTEST_WORD);

const namesPerson = (value: unknown, person: Person): boolean =>
  typeof value === "string" &&
  (person.texts.includes(value) || wordsOf(person).some((word) => value.includes(word)));

/** What a filter or a rule compares with: texts that name the person stand there without a name. */
function comparedWithout(value: unknown, person: Person): unknown {
  if (Array.isArray(value)) return value.map((each) => comparedWithout(each, person));
  return namesPerson(value, person) ? DELETED : withoutPerson(value, person);
}

function fieldWithout(
  owner: Json,
  name: string,
  value: unknown,
  person: Person,
): [string, unknown][] {
  if (name === "metadata" && isRecord(value)) {
    return [[name, OF_THE_SHOP.has(String(owner.object)) ? value : {}]];
  }
  if (name === "tracking_id") return [[name, null]];
  if (name === "reason" && owner.object === "redemption_rollback") return [[name, null]];
  if (name === "source_id" && owner.object === "publication") return [[name, null]];
  if (NAMES.has(name) && namesPerson(value, person)) return [];
  if (PROSE.has(name) && namesPerson(value, person)) return [[name, DELETED]];
  if (name.startsWith("$")) return [[name, comparedWithout(value, person)]];
  return [[name, withoutPerson(value, person)]];
}

/**
 * The value without the person: of their customer object the id stays, metadata but the shop's own
 * goes, and so do tracking ids, reasons of rollbacks and every text that names them. Amounts, ids
 * and statuses stay as they are.
 */
export function withoutPerson(value: unknown, person: Person): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, person));
  if (!isRecord(value)) return value;
  if (value.object === "customer" && value.id === person.id) {
    return { id: person.id, object: "customer" };
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => fieldWithout(value, name, field, person)),
  );
}
