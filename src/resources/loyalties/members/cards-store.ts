import type { Statement } from "../../../db/client";
import { type Fragment, param, raw, sql } from "../../../db/sql";
import type { Scope } from "../../../scope/scope";
import { type VoucherNames, vouchersNamed } from "../../vouchers/sql";

/** What a program, whose id is an expression, says of its points. */
export const rulesOfProgram = (scope: Scope, campaignId: Fragment): Statement =>
  sql`SELECT voucher->'$.loyalty_card.expiration_rules' AS rules FROM campaigns
    WHERE project_id = ${scope.project.id} AND id = ${campaignId}`;

/** Who hold these cards; nobody for those that were not given out. */
export function holdersOfCards(scope: Scope, names: VoucherNames): Statement {
  const project = param(scope.project.id);
  const held = vouchersNamed(project, names, raw("v.holder_id"));
  return sql`SELECT * FROM customers WHERE project_id = ${project} AND id IN (${held})`;
}
