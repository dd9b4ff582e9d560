import { load } from "../../../commit/load";
import { decode, insertRows, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { updateRow } from "../../../db/rows";
import { sql } from "../../../db/sql";
import { type BrandingRow, brandings } from "../../../db/tables/branding";
import { notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";

/** The project's brand; null where it has none. */
export async function findBranding(scope: Scope): Promise<BrandingRow | null> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM brandings WHERE project_id = ${scope.project.id}`,
  });
  return rows[0] ? decode(brandings, rows[0]) : null;
}

const unknownBranding = (id: string) => notFound("branding_details", id.slice(0, 100));

/** The project's brand by its id; 404 for any other one. */
export async function getBranding(scope: Scope, id: string): Promise<BrandingRow> {
  const row = await findBranding(scope);
  if (row?.id !== id) throw unknownBranding(id);
  return row;
}

export const insertBranding = (row: BrandingRow): Statement => insertRows(brandings, [row]);

/** Writes the brand as it stands now; aborts where another update came between. */
export const updateBranding = (
  before: BrandingRow,
  { details, updated_at }: BrandingRow,
): Statement[] => updateRow(brandings, before, { details, updated_at }, "branding_moved");

/** Takes the brand away; aborts where it is gone. */
export const deleteBranding = ({ project_id, id }: BrandingRow): Statement[] => [
  sql`DELETE FROM brandings WHERE project_id = ${project_id} AND id = ${id}`,
  assertChanged("branding_gone"),
];
