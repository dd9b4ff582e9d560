import type { ConsentRow } from "../../db/tables/consents";
import type { Consent, ConsentGroup } from "../../model/consent";
import { inlineList } from "../../model/list";

const described = ({ id, name, description, created_at, updated_at }: ConsentRow) => ({
  id,
  name,
  description,
  created_at,
  ...(updated_at !== null && { updated_at }),
});

/** A consent, or a group without those of its consents that were deleted. */
export function viewConsent(row: ConsentRow, all: readonly ConsentRow[]): Consent | ConsentGroup {
  if (row.consents === null) {
    return { ...described(row), category: row.category, object: "consent" };
  }
  const left = row.consents.filter((id) => all.some((each) => each.id === id));
  return { ...described(row), consents: left, object: "consent_group" };
}

/** Consents and groups, each as a list of its own. */
export function viewConsents(rows: readonly ConsentRow[]) {
  const shown = rows.map((row) => viewConsent(row, rows));
  return {
    groups: inlineList(shown.filter(({ object }) => object === "consent_group")),
    consents: inlineList(shown.filter(({ object }) => object === "consent")),
  };
}
