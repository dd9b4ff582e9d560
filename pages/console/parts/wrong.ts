import { detailsOf } from "../../shared/parts/state";

/** `Property .voucher.gift must have required property 'amount'`, with or without its parts. */
const NAMED = /^(?:Property (?:\[0\])?\.(\S+)|Payload)(?: must have required property '([^']+)')?/;

export interface Wrong {
  /** Where in the body, or in the only part of a list, such as "voucher.gift.amount"; empty where the service does not say. */
  path: string;
  text: string;
}

/** What a refusal says is wrong with what was sent, and where; null for any other failure. */
export function wrongOf(error: unknown): Wrong | null {
  const text = detailsOf(error);
  if (text === null) return null;
  const [, owner, missing] = NAMED.exec(text) ?? [];
  return { path: [owner, missing].filter(Boolean).join("."), text };
}

/** The same below a part of the body, its path beginning there; null where it is elsewhere. */
export const below = (wrong: Wrong | null, part: string): Wrong | null =>
  wrong?.path.startsWith(`${part}.`) ? { ...wrong, path: wrong.path.slice(part.length + 1) } : null;
