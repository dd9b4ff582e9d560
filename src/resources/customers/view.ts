import type { Person } from "../../db/stored-events";
import type { CustomerRow } from "../../db/tables/customers";
import { believed } from "../../engine/believed";
import { MAX_AMOUNT, shareOf } from "../../engine/money";
import type { Customer } from "../../model/customer";
import type { HeldCard } from "./cards-store";

/**
 * A customer as the contract shows it: unset fields are left out, but for `address` (as the
 * reference service). Its programs are shown where its loyalty cards were read.
 */
export const viewCustomer = (row: CustomerRow, cards: readonly HeldCard[] = []): Customer => ({
  id: row.id,
  ...(row.source_id !== null && { source_id: row.source_id }),
  ...(row.name !== null && { name: row.name }),
  ...(row.description !== null && { description: row.description }),
  ...(row.email !== null && { email: row.email }),
  ...(row.phone !== null && { phone: row.phone }),
  ...(row.birthday !== null && { birthday: row.birthday }),
  ...(row.birthdate !== null && { birthdate: row.birthdate }),
  address: row.address,
  summary: { redemptions: viewRedemptions(row), orders: viewOrders(row) },
  loyalty: {
    points: row.points_balance,
    referred_customers: row.referred_customers,
    campaigns: viewCards(cards),
  },
  referrals: { total: row.referrals.length, campaigns: row.referrals },
  ...(Object.keys(row.metadata).length > 0 && { metadata: row.metadata }),
  system_metadata: { ...(Object.keys(row.consents).length > 0 && { consents: row.consents }) },
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "customer",
});

/**
 * A customer as filters see it: as it is shown, with its points in each program, but for what only
 * browsers wrote.
 */
export const filteredCustomer = (row: CustomerRow) => ({
  ...viewCustomer(believed(row)),
  loyalty_points: row.program_points,
});

/** Points by the names of programs, with the tier that the customer is in. */
const viewCards = (cards: readonly HeldCard[]) =>
  Object.fromEntries(
    cards.map(({ campaign, points, tier, referred }) => [
      campaign,
      {
        points,
        ...(tier !== null && { loyalty_tier: tier }),
        referred_customers: referred,
      },
    ]),
  );

const viewRedemptions = (row: CustomerRow) => ({
  total_redeemed: row.total_redeemed,
  total_failed: row.total_failed,
  total_succeeded: row.total_succeeded,
  total_rolled_back: row.total_rolled_back,
  total_rollback_failed: row.total_rollback_failed,
  total_rollback_succeeded: row.total_rollback_succeeded,
  gift: { redeemed_amount: shown(row.gift_redeemed_amount), amount_to_go: shown(row.gift_balance) },
  loyalty_card: {
    redeemed_points: shown(row.loyalty_redeemed_points),
    points_to_go: shown(row.points_balance),
  },
});

const viewOrders = (row: CustomerRow) => ({
  total_amount: shown(row.orders_amount),
  total_count: row.orders_count,
  average_amount: averageOf(shown(row.orders_amount), row.orders_count),
  last_order_amount: row.last_order_amount ?? 0,
  ...(row.last_order_date !== null && { last_order_date: row.last_order_date }),
});

/** Sums may pass the largest safe amount; the row keeps counting, so that rollbacks fit. */
const shown = (sum: number): number => Math.min(sum, MAX_AMOUNT);

/** Rounded half up to whole minor units; 0 while there is nothing to divide by. */
function averageOf(amount: number, count: number): number {
  if (count === 0) return 0;
  const { share, remainder } = shareOf(amount, 1, count);
  return remainder * 2 >= count ? share + 1 : share;
}

/** Who redeemed, as far as a redemption tells it. */
export const viewSimpleCustomer = (row: Person) => ({
  id: row.id,
  ...(row.name !== null && { name: row.name }),
  ...(row.email !== null && { email: row.email }),
  ...(row.source_id !== null && { source_id: row.source_id }),
  ...(Object.keys(row.metadata).length > 0 && { metadata: row.metadata }),
  object: "customer" as const,
});
