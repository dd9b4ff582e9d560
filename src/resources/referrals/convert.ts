import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { sql } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { ReferralRow } from "../../db/tables/referrals";
import { isEnabled } from "../../engine/stacking/check";
import { windowState } from "../../engine/time-window";
import type { Heard } from "../../events/listeners";
import type { DomainEvent } from "../../events/outbox";
import { ReferralProgram } from "../../model/referral";
import { isoNow, type Scope } from "../../scope/scope";
import { campaignById, decodeCampaign, type StoredCampaign } from "../campaigns/store";
import { customerById, customersByIds, customersStand, decodeCustomer } from "../customers/store";
import { viewSimpleCustomer } from "../customers/view";
import { orderOfRedemption } from "../loyalties/earning-rules/award-store";
import { insertHolders } from "../publications/store";
import {
  byNames,
  campaignOfNamed,
  decodeVoucher,
  holderOfNamed,
  idOfNamed,
  pick,
} from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import { refereeOf } from "./assign";
import { isReferral, type ReferralCode } from "./code";
import { isCircular, noteReferrer, referralIn, writeReferral } from "./conversion-store";
import { holderEvent } from "./events";
import { holdersAmong } from "./store";

/** What may convert a referral: the redemption of a code, or an event that names one. */
export interface Cause {
  /** The code, by code or id. */
  code: string;
  refereeId: string;
  /** Who must give the code out, where the event says so. */
  referrerId: string | null;
  id: string;
  type: ReferralRow["related_object_type"];
  /** The event, and its schema; null of a redemption. */
  event: Heard<"customer.custom_event">["data"]["event"] | null;
  schema: { id: string; name: string } | null;
  /** When it happened (epoch milliseconds). */
  at: number;
  /** Whether a browser says so, and nobody else by now. */
  byBrowser: boolean;
}

/** What a conversion is decided from. */
interface Loaded {
  code: ReferralCode | null;
  campaign: StoredCampaign | null;
  referee: CustomerRow | null;
  referrer: CustomerRow | null;
  isHolder: boolean;
  isReferred: boolean;
  isCircular: boolean;
  orderId: string | null;
  /** Whether the redemption proved the customer by a token, or is no browser's. */
  isProven: boolean;
}

async function loadConversion(scope: Scope, cause: Cause): Promise<Loaded> {
  const { code: name, refereeId } = cause;
  const campaign = campaignOfNamed(scope, name);
  const [referrer, referee] = [holderOfNamed(scope, name), sql`${refereeId}`];
  const found = await load(scope, {
    codes: byNames(scope, [name]),
    campaigns: campaignById(scope, campaign),
    referees: customersByIds(scope, [refereeId]),
    referrers: customerById(scope, referrer),
    held: holdersAmong(scope, idOfNamed(scope, name), sql`SELECT ${referee}`),
    referred: referralIn(scope, campaign, refereeId),
    circular: isCircular(scope, { campaign, referrer, referee }),
    orders: cause.type === "redemption" ? orderOfRedemption(scope, cause.id) : null,
  });
  const code = pick(scope, found.codes.map(decodeVoucher), name) ?? null;
  const orderId = found.orders[0]?.order_id;
  return {
    code: code && isReferral(code) ? code : null,
    campaign: found.campaigns.map(decodeCampaign)[0] ?? null,
    referee: found.referees.map(decodeCustomer)[0] ?? null,
    referrer: found.referrers.map(decodeCustomer)[0] ?? null,
    isHolder: found.held.length > 0,
    isReferred: found.referred.length > 0,
    isCircular: found.circular[0]?.is_circular === 1,
    orderId: typeof orderId === "string" ? orderId : null,
    isProven: found.orders[0]?.is_unproven !== 1,
  };
}

const BY_REDEMPTION: ReferralProgram = { conversion_event_type: "redemption" };

/** The program of a campaign; one that was kept before programs had a schema is by redemption. */
export const programOf = ({ referral_program }: StoredCampaign): ReferralProgram => {
  const program = ReferralProgram.safeParse(referral_program);
  return program.success ? program.data : BY_REDEMPTION;
};

/** Whether the program says that this converts. */
function converts(program: ReferralProgram, { type, schema }: Cause): boolean {
  if (program.conversion_event_type !== type) return false;
  return schema === null || program.custom_event?.id === schema.id;
}

/**
 * A redemption was open to its code; an event converts if the code could be redeemed when it
 * happened. One that was disabled since converts no more.
 */
const isOpen = (scope: Scope, { schema, at }: Cause, code: ReferralCode): boolean =>
  schema === null || (isEnabled(code) && windowState(code, at, scope.project.timezone) === "open");

/**
 * Whether to believe a browser: only where the project trusts its browsers, and of a customer whose
 * token it had or whom a back end made.
 */
function isBelieved({ project }: Scope, { byBrowser, type }: Cause, loaded: Loaded): boolean {
  if (!byBrowser) return true;
  const isKnown = loaded.referee?.made_by_browser === false;
  return project.client_orders_trusted && (isKnown || (type === "redemption" && loaded.isProven));
}

/** Who was referred by whom, if the cause converts: once in a campaign, and never in a circle. */
function conversionOf(scope: Scope, cause: Cause, loaded: Loaded) {
  const { code, campaign, referee, referrer } = loaded;
  if (!code || !campaign || !referee || !referrer) return null;
  if (!isBelieved(scope, cause, loaded)) return null;
  if (referrer.id === referee.id || loaded.isReferred || loaded.isCircular) return null;
  if (cause.referrerId !== null && cause.referrerId !== referrer.id) return null;
  if (!converts(programOf(campaign), cause) || !isOpen(scope, cause, code)) return null;
  return { code, referee, referrer };
}

type Conversion = NonNullable<ReturnType<typeof conversionOf>>;

const referralOf = (scope: Scope, cause: Cause, { code, referee, referrer }: Conversion) => ({
  project_id: scope.project.id,
  campaign_id: code.campaign_id,
  referee_id: referee.id,
  referrer_id: referrer.id,
  voucher_id: code.id,
  related_object_id: cause.id,
  related_object_type: cause.type,
  created_at: isoNow(scope),
});

const referredEvent = (
  scope: Scope,
  row: ReferralRow,
  made: Conversion,
  { event }: Cause,
): DomainEvent => ({
  kind: "customer.referred",
  entity_id: made.referee.id,
  customer_id: made.referee.id,
  data: {
    customer: viewSimpleCustomer(made.referee),
    referrer: viewSimpleCustomer(made.referrer),
    voucher: viewVoucher(scope, made.code),
    campaign: viewCampaignOf(made.code),
    referral: {
      campaign_id: row.campaign_id,
      referrer_id: row.referrer_id,
      related_object_id: row.related_object_id,
      related_object_type: row.related_object_type,
      date: row.created_at,
    },
    custom_event: event,
  },
});

/** Who was referred holds the code from then on, if not before. */
function holding(scope: Scope, { code, referee }: Conversion, isHolder: boolean) {
  if (isHolder) return { statements: [], events: [] };
  const holder = refereeOf(scope, code, referee, {});
  const related = { code, customer: referee };
  return {
    statements: [insertHolders([holder])],
    events: [holderEvent(scope, "customer.holder.assignment.created", holder, related)],
  };
}

/**
 * Notes that somebody was referred, where the cause converts the referral: a referee converts once
 * in a campaign, so that hearing of it again changes nothing (reference service, "Referrals").
 * What is given for it follows from the event.
 */
export async function convert(scope: Scope, cause: Cause): Promise<void> {
  await retried(scope, async () => {
    const loaded = await loadConversion(scope, cause);
    const made = conversionOf(scope, cause, loaded);
    if (!made) return DONE;
    const row = referralOf(scope, cause, made);
    const held = holding(scope, made, loaded.isHolder);
    const result = await commit(scope, {
      statements: [
        customersStand(scope, [made.referee.id, made.referrer.id]),
        ...writeReferral(row),
        ...noteReferrer(row, made.code.code_key, loaded.orderId),
        ...held.statements,
      ],
      events: [...held.events, referredEvent(scope, row, made, cause)],
      days: [{ campaign_id: row.campaign_id, counters: { referred_customers: 1 } }],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
}
