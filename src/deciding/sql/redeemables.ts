import { type Fragment, type Slot, sql, valuesOf } from "../../db/sql";
import { TIER_JSON } from "../../resources/campaigns/promotions/tiers/sql";
import {
  CAMPAIGN_PART,
  CATEGORY_ID,
  DISCOUNT,
  type VoucherNames,
  vouchersNamed,
} from "../../resources/vouchers/sql";
import type { About } from "./about";
import { referredByOwn } from "./referrers";
import { ofDiscount, ruleSets } from "./rule-sets";
import { yielding } from "./yielding";

/** What the category of a voucher or tier, as `v`, says of stacking. */
const CATEGORY_TYPE = sql`(SELECT k.stacking_rules_type FROM categories k
  WHERE k.project_id = v.project_id AND k.id = ${CATEGORY_ID}) AS category_type`;

/**
 * What deciding needs of a voucher, as `v`, beside its row; its assignments come with its rules.
 */
const decided = (about: About): Fragment =>
  sql`v.*, ${CAMPAIGN_PART}, ${ofDiscount(about, DISCOUNT)}, ${ruleSets(about)},
    ${yielding(about)}, ${referredByOwn(about)}, ${CATEGORY_TYPE}`;

/** Vouchers by code or id with everything that a decision needs of each. */
export const vouchersForDecision = (about: About, names: VoucherNames): Fragment =>
  vouchersNamed(about.project, names, decided(about));

/** The categories of vouchers by code or id: a voucher's own, or else that of its campaign. */
export const categoriesOfVouchers = (project: Slot, names: VoucherNames): Fragment =>
  sql`SELECT k.* FROM categories k
    WHERE k.project_id = ${project} AND k.id IN (${vouchersNamed(project, names, CATEGORY_ID)})`;

/** What a request names of promotions. */
export interface TierNames {
  tiers: readonly string[];
  stack: string | null;
}

/** The ids of tiers that a request names, and of those of the stack that it names. */
const idsOf = (project: Slot, { tiers, stack }: TierNames): Fragment =>
  sql`${valuesOf(tiers)}
    UNION SELECT i.value FROM promotion_stacks s, json_each(s.tiers, '$.ids') i
    WHERE s.project_id = ${project} AND s.id = ${stack}`;

const TIER_DISCOUNT = sql`v.action->'$.discount'`;

/** Tiers by id, and those of a stack, with everything that a decision needs of each. */
export const tiersForDecision = (about: About, names: TierNames): Fragment =>
  sql`SELECT ${TIER_JSON} AS tier, ${CAMPAIGN_PART}, ${ofDiscount(about, TIER_DISCOUNT)},
      ${ruleSets(about)}, ${CATEGORY_TYPE}
    FROM promotion_tiers v
    JOIN promotion_tiers t ON t.project_id = v.project_id AND t.id = v.id
    WHERE v.project_id = ${about.project} AND v.id IN (${idsOf(about.project, names)})`;

export const stackNamed = ({ project }: About, { stack }: TierNames): Fragment =>
  sql`SELECT * FROM promotion_stacks WHERE project_id = ${project} AND id = ${stack}`;

/** The categories of the same tiers: a tier's own, or else that of its campaign. */
export const categoriesOfTiers = (project: Slot, names: TierNames): Fragment =>
  sql`SELECT k.* FROM categories k WHERE k.project_id = ${project} AND k.id IN (
    SELECT coalesce(t.category_id, (SELECT c.category_id FROM campaigns c
      WHERE c.project_id = t.project_id AND c.id = t.campaign_id))
    FROM promotion_tiers t
    WHERE t.project_id = ${project} AND t.id IN (${idsOf(project, names)}))`;
