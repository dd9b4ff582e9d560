import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import { withoutShared } from "../../engine/campaign-voucher";
import { ApiError } from "../../errors";
import { present } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { createVoucher, getParents } from "../vouchers/create";
import { newVoucher } from "../vouchers/draft";
import type { VoucherCreate } from "../vouchers/schema";
import { definedCodes, invalid } from "./define";
import { planGeneration } from "./generate";
import { OwnFields, type VoucherAddition } from "./schema";
import type { StoredCampaign } from "./store";

/** The campaign with the body's rules for codes and its limit of uses instead of its own. */
function overridden(
  scope: Scope,
  campaign: StoredCampaign,
  { code_config, redemption }: VoucherAddition,
): StoredCampaign {
  const { voucher } = campaign;
  if (!voucher) return campaign;
  return {
    ...campaign,
    voucher: {
      ...voucher,
      ...(code_config && { code_config: definedCodes(scope, code_config, voucher.type) }),
      ...(redemption && { redemption }),
    },
  };
}

/** What each of several codes says itself, as one code alone would; refuses what that would. */
function ownFields(
  scope: Scope,
  campaign: StoredCampaign,
  input: VoucherAddition,
  category: Partial<OwnFields> | null,
): OwnFields {
  const one = newVoucher(scope, { ...input, code: "0" }, campaign);
  const own = withoutShared(one, present(one.campaign, "a campaign's voucher has it"));
  return OwnFields.parse({ ...own, ...category });
}

/**
 * Adds one voucher, with the given or a drawn code; what the body says goes before the template.
 */
export const addVoucher = (scope: Scope, name: string, input: VoucherCreate): Promise<Answer> =>
  createVoucher(scope, input, name);

/** What only a single code can say, and several cannot be given. */
const OF_ONE = [
  "code",
  "discount",
  "gift",
  "loyalty_card",
  "validity_timeframe",
  "validity_day_of_week",
  "validity_hours",
  "validation_rules",
] as const;

function refuseOfOne(input: VoucherAddition): void {
  const isSaid = (name: (typeof OF_ONE)[number]) => {
    const value = input[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  const said = input.active === false ? "active" : OF_ONE.find(isSaid);
  if (said === undefined) return;
  throw new ApiError("invalid_payload", {
    details: `Property .${said} must not be sent for several vouchers`,
  });
}

/** Codes to be made in the background; a standalone campaign takes given codes only. */
const addMany = (
  scope: Scope,
  name: string,
  input: VoucherAddition,
  count: number,
): Promise<Answer> =>
  retried(scope, async () => {
    refuseOfOne(input);
    const found = await getParents(scope, input, name);
    const campaign = present(found.campaign, "it was named");
    if (campaign.type === "STANDALONE") {
      throw invalid("You can not generate vouchers for STANDALONE type campaign.");
    }
    const own = ownFields(scope, campaign, input, found.category);
    const made = planGeneration(scope, overridden(scope, campaign, input), count, own);
    const answer = { async_action_id: made.row.id };
    const result = await commit(scope, {
      statements: [...made.marks, made.statement],
      tally: { async_actions: 1 },
      events: made.events,
      jobs: [made.job],
      answer,
    });
    return result.ok ? answer : null;
  });

/**
 * Adds vouchers to a campaign: one at once, several in the background. How many is asked in the
 * query, else in the body, else it is one.
 */
export function addVouchers(
  scope: Scope,
  name: string,
  input: VoucherAddition,
  asked: number | undefined,
): Promise<Answer> {
  const count = asked ?? input.vouchers_count ?? 1;
  if (count > 1) return addMany(scope, name, input, count);
  return addVoucher(scope, name, input);
}
