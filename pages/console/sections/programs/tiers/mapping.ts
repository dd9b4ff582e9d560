import type { Schemas } from "../../../../../clients/typescript/src";
import { fieldNumber } from "../../../parts/field-texts";

export type Mappings = Schemas["LoyaltyTier"]["earning_rules"];

/** How a tier changes points, as it is written; no type leaves them as they are. */
export interface MappingDraft {
  type: "" | "MULTIPLY" | "CUSTOM";
  value: string;
}

export type MappingDrafts = Readonly<Record<string, MappingDraft>>;

export const UNCHANGED: MappingDraft = { type: "", value: "" };

export const draftsOf = (mappings: Mappings = {}): MappingDrafts =>
  Object.fromEntries(
    Object.entries(mappings).map(([id, mapping]) => [
      id,
      mapping.type === "MULTIPLY"
        ? { type: mapping.type, value: fieldNumber(mapping.multiplier) }
        : { type: mapping.type, value: String(mapping.points) },
    ]),
  );

const MOST = 1_000_000;

/** The number of a mapping; null where none is written. */
function numberOf({ type, value }: MappingDraft): number | null {
  const text = value.trim().replace(",", ".");
  const form = type === "CUSTOM" ? /^\d{1,9}$/ : /^\d{1,7}(\.\d{1,6})?$/;
  if (!form.test(text)) return null;
  return type === "MULTIPLY" && Number(text) > MOST ? null : Number(text);
}

export const isWrong = (draft: MappingDraft): boolean =>
  draft.type !== "" && numberOf(draft) === null;

/** What drafts without a wrong one say. */
export const mappingsOf = (drafts: MappingDrafts): Mappings =>
  Object.fromEntries(
    Object.entries(drafts).flatMap(([id, draft]) => {
      const number = numberOf(draft);
      if (draft.type === "" || number === null) return [];
      const mapping =
        draft.type === "MULTIPLY"
          ? { type: draft.type, multiplier: number }
          : { type: draft.type, points: number };
      return [[id, mapping]];
    }),
  );
