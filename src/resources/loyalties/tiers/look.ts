import { decode, type RawRow } from "../../../db/client";
import { type CampaignRow, campaigns } from "../../../db/tables/campaigns";
import type { CustomerRow } from "../../../db/tables/customers";
import type { LoyaltyMemberRow, LoyaltyTierRow } from "../../../db/tables/loyalty";
import { type VoucherRow, vouchers } from "../../../db/tables/vouchers";
import { dayOf } from "../../../engine/loyalty/expiration";
import { priceInTier } from "../../../engine/loyalty/reward-price";
import type { SelfRedeemed } from "../../../engine/loyalty/tier-nights";
import { countedPeriods } from "../../../engine/loyalty/tier-periods";
import { BY_BALANCE, NO_TIER, type TierProgram } from "../../../engine/loyalty/tier-standing";
import { decideTier, decideTierAnew, type TierDecision } from "../../../engine/loyalty/tiers";
import { firstId } from "../../../lib/id";
import { LoyaltyTiersExpiration } from "../../../model/loyalty/tiers-expiration";
import { isoNow, type Scope } from "../../../scope/scope";
import { decodeCustomer } from "../../customers/store";
import {
  type CardPeriods,
  type CardReward,
  decodeCardReward,
  decodeStep,
  type LedgerStep,
  type Sum,
} from "./member-store";
import { decodeMember, decodeTier } from "./store";

/** What `memberReads` found. */
interface FoundMembers {
  cards: VoucherRow[];
  members: LoyaltyMemberRow[];
  customers: CustomerRow[];
  programs: CampaignRow[];
  tiers: LoyaltyTierRow[];
  entries: LedgerStep[];
  rewards: CardReward[];
}

export const foundMembers = (rows: Record<keyof FoundMembers, RawRow[]>): FoundMembers => ({
  cards: rows.cards.map((row) => decode(vouchers, row)),
  members: rows.members.map(decodeMember),
  customers: rows.customers.map(decodeCustomer),
  programs: rows.programs.map((row) => decode(campaigns, row)),
  tiers: rows.tiers.map(decodeTier),
  entries: rows.entries.map(decodeStep),
  rewards: rows.rewards.map(decodeCardReward),
});

/** The holder of a card with what its tier depends on. */
export interface Look {
  card: VoucherRow;
  customer: CustomerRow;
  campaign: CampaignRow;
  tiers: LoyaltyTierRow[];
  program: TierProgram;
  /** Null where it was never looked at, or where it had another card then. */
  member: LoyaltyMemberRow | null;
  /** The row to write to, whichever card it is of. */
  row: LoyaltyMemberRow | null;
  entries: LedgerStep[];
  /** The reward that redeems itself; null where there is none to be had. */
  reward: SelfRedeemed | null;
}

/** Settings that were stored before they were held to a schema may be anything. */
function settingsOf({ loyalty_tiers_expiration: stored }: CampaignRow): LoyaltyTiersExpiration {
  const read = LoyaltyTiersExpiration.safeParse(stored);
  return read.success ? read.data : BY_BALANCE;
}

/** Entries without a gap behind the last one that was counted. */
function following(entries: readonly LedgerStep[], counted: number): LedgerStep[] {
  const inOrder = entries.toSorted((a, b) => a.sequence - b.sequence);
  return inOrder.filter(({ sequence }, at) => sequence === counted + 1 + at);
}

const dayIn = (instant: string, timeZone: string): string =>
  dayOf(Date.parse(instant), timeZone).toString();

/** The reward as it goes before the tiers of a card's program. */
function rewardFor(
  found: CardReward | undefined,
  tiers: readonly LoyaltyTierRow[],
  timeZone: string,
): SelfRedeemed | null {
  if (!found) return null;
  const { assignment_id, points, isNightly, isDue, created_at } = found;
  const mappingIn = (tierId: string | null) =>
    tiers.find(({ id }) => id === tierId)?.rewards[assignment_id];
  return {
    price: (tierId) => priceInTier(points, mappingIn(tierId)),
    last: { day: dayIn(created_at, timeZone), isNightly },
    isDue,
  };
}

/** Each card that somebody holds in a program, among what was read. */
export function looksAt(scope: Scope, found: FoundMembers): Look[] {
  return found.cards.flatMap((card): Look[] => {
    const campaign = found.programs.find(({ id }) => id === card.campaign_id);
    const customer = found.customers.find(({ id }) => id === card.holder_id);
    if (!campaign || !customer) return [];
    const tiers = found.tiers.filter(({ campaign_id }) => campaign_id === campaign.id);
    const row =
      found.members.find(
        (each) => each.customer_id === customer.id && each.campaign_id === campaign.id,
      ) ?? null;
    // Of two cards of one customer the newer one counts; ids begin with their time.
    if (row && row.voucher_id > card.id) return [];
    if (!row && tiers.length === 0) return [];
    const member = row && row.counted !== null && row.voucher_id === card.id ? row : null;
    const own = found.entries.filter(({ voucher_id }) => voucher_id === card.id);
    const program = { tiers, settings: settingsOf(campaign), timeZone: scope.project.timezone };
    const entries = following(own, member?.counted ?? 0);
    const ofCard = found.rewards.find(({ voucher_id }) => voucher_id === card.id);
    const reward = rewardFor(ofCard, tiers, program.timeZone);
    return [{ card, customer, campaign, tiers, program, member, row, entries, reward }];
  });
}

/** A card with the periods that its holder's tier depends on, this one first. */
export function periodsOf(scope: Scope, { card, program }: Look): CardPeriods {
  const { timeZone } = program;
  const from = (first: string) =>
    firstId("vtx", Temporal.PlainDate.from(first).toZonedDateTime(timeZone).epochMilliseconds);
  const firsts = countedPeriods(program, scope.now);
  const periods = firsts.map((period, at) => {
    const next = firsts[at - 1];
    return { period, from: from(period), below: next ? from(next) : "~" };
  });
  return { id: card.id, periods };
}

/** What comes of a look: where the member stands, and the last entry that was counted. */
export interface Decided extends TierDecision {
  counted: number;
}

/** A member that was looked at before: what its ledger and the calendar have brought since. */
export function decideNext(
  scope: Scope,
  { card, member, program, entries, reward }: Look,
  areTiersChanged = false,
): Decided {
  const [first] = entries;
  const balance = first ? first.balance - first.amount : (card.balance ?? 0);
  const steps = entries.map(({ earned, balance: left, isNightly, created_at }) => ({
    earned,
    balance: left,
    isNightly,
    day: dayIn(created_at, program.timeZone),
  }));
  const facts = { steps, balance, now: scope.now, areTiersChanged, reward };
  const decision = decideTier(program, member ?? NO_TIER, facts);
  return { ...decision, counted: entries.at(-1)?.sequence ?? member?.counted ?? 0 };
}

/** A member that is looked at for the first time, or under other settings. */
export function decideAnew(
  scope: Scope,
  { row, program, card, reward }: Look,
  { earned, closed, balance, counted }: Sum,
  areTiersChanged = false,
): Decided {
  const own = row?.voucher_id === card.id ? row : null;
  const isDue = own !== null && own.due_at !== null && own.due_at <= isoNow(scope);
  const facts = { earned, closed, balance, now: scope.now, isDue, areTiersChanged, reward };
  const decision = decideTierAnew(program, own ?? NO_TIER, facts);
  return { ...decision, counted };
}
