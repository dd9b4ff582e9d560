import { CONTRACT_KINDS } from "./contract-kinds";

/**
 * The contract writes four kinds with one `d`; the reference service delivers them with two. Both
 * are accepted, and told as they were asked for.
 */
const OTHERWISE: ReadonlyMap<string, string> = new Map(
  CONTRACT_KINDS.filter((kind) => kind.endsWith("aded")).map((kind) => [
    kind.replace(/aded$/, "added"),
    kind,
  ]),
);

/** Beside the contract's kinds (decisions, section 8). */
const MORE = ["customer.updated"];

/** What a webhook can ask for. */
export const SUBSCRIBABLE: readonly string[] = [...CONTRACT_KINDS, ...OTHERWISE.keys(), ...MORE];

/** A kind as the catalogue writes it. */
const plainKind = (event: string): string => OTHERWISE.get(event) ?? event;

/** The kinds behind what was asked for, each once. */
export const kindsOf = (events: readonly string[]): string[] => [...new Set(events.map(plainKind))];

/** A kind in the spelling that was asked for; of both, the first. */
export const spelledAs = (kind: string, events: readonly string[]): string =>
  events.find((event) => plainKind(event) === kind) ?? kind;
