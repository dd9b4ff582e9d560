import { env } from "cloudflare:workers";
import { expect } from "vitest";

/** Each query answers the rows of a project that break the sentence it stands under; ?1 is the project. */
const INVARIANTS: Record<string, string> = {
  "a voucher's redeemed quantity is its successful redemptions minus those rolled back": `
    SELECT v.code, v.redeemed_quantity, count(r.id) AS records FROM vouchers v
    LEFT JOIN redemptions r ON r.project_id = v.project_id AND r.voucher_id = v.id
      AND r.object = 'redemption' AND r.status = 'SUCCEEDED'
    WHERE v.project_id = ?1 GROUP BY v.id HAVING v.redeemed_quantity <> count(r.id)`,

  "no voucher is used more often than its quantity": `
    SELECT code, redeemed_quantity, redemption_quantity FROM vouchers
    WHERE project_id = ?1 AND redeemed_quantity > redemption_quantity`,

  "a card's balance is the sum of its ledger and never below zero": `
    SELECT v.code, v.balance, total(t.amount) AS ledger FROM vouchers v
    LEFT JOIN voucher_transactions t ON t.project_id = v.project_id AND t.voucher_id = v.id
    WHERE v.project_id = ?1 AND v.balance IS NOT NULL
    GROUP BY v.id HAVING v.balance <> total(t.amount) OR v.balance < 0`,

  "every entry of a card's ledger shows a balance that its card could have had": `
    SELECT voucher_id, id, balance FROM voucher_transactions
    WHERE project_id = ?1 AND (balance < 0 OR balance > total)`,

  "a card's redeemed amount is what its redemptions took and nothing gave back": `
    SELECT v.code, v.redeemed_amount, total(r.amount) AS taken FROM vouchers v
    LEFT JOIN redemptions r ON r.project_id = v.project_id AND r.voucher_id = v.id
      AND r.object = 'redemption' AND r.status = 'SUCCEEDED'
    WHERE v.project_id = ?1 AND v.balance IS NOT NULL
    GROUP BY v.id HAVING v.redeemed_amount <> total(r.amount)`,

  "every redemption that is rolled back has one rollback, and no other has any": `
    SELECT r.id, r.status, count(b.id) AS rollbacks FROM redemptions r
    LEFT JOIN redemptions b ON b.project_id = r.project_id AND b.redemption_id = r.id
      AND b.object = 'redemption_rollback' AND b.result = 'SUCCESS'
    WHERE r.project_id = ?1 AND r.object = 'redemption' AND r.voucher_id IS NOT NULL
    GROUP BY r.id HAVING count(b.id) <> (r.status = 'ROLLED_BACK')`,

  "a stack is rolled back exactly when all its members are": `
    SELECT p.id, p.status, count(c.id) AS left_over FROM redemptions p
    LEFT JOIN redemptions c ON c.project_id = p.project_id AND c.parent_id = p.id AND c.status = 'SUCCEEDED'
    WHERE p.project_id = ?1 AND p.object = 'redemption' AND p.voucher_id IS NULL AND p.result = 'SUCCESS'
    GROUP BY p.id HAVING (p.status = 'SUCCEEDED') <> (count(c.id) > 0)`,

  "an order's discount is the sum of its shares that were not rolled back": `
    SELECT o.id, o.discount_amount, total(r.effects->>'$.order_discount') AS shares FROM orders o
    LEFT JOIN redemptions r ON r.project_id = o.project_id AND r.order_id = o.id
      AND r.voucher_id IS NOT NULL AND r.object = 'redemption' AND r.status = 'SUCCEEDED'
    WHERE o.project_id = ?1
    GROUP BY o.id HAVING o.discount_amount <> min(total(r.effects->>'$.order_discount'), coalesce(o.amount, 0))`,

  "an order names exactly the redemptions that name it": `
    SELECT o.id, count(r.id) AS records, (SELECT count(*) FROM json_each(o.redemptions)) AS named FROM orders o
    LEFT JOIN redemptions r ON r.project_id = o.project_id AND r.order_id = o.id
      AND r.voucher_id IS NOT NULL AND r.object = 'redemption' AND r.result = 'SUCCESS'
    WHERE o.project_id = ?1
    GROUP BY o.id HAVING count(r.id) <> (SELECT count(*) FROM json_each(o.redemptions))`,

  "an order is canceled exactly when nothing of it is left": `
    SELECT o.id, o.status FROM orders o WHERE o.project_id = ?1 AND (o.status = 'CANCELED') <> (NOT EXISTS (
      SELECT 1 FROM redemptions r WHERE r.project_id = o.project_id AND r.order_id = o.id
        AND r.voucher_id IS NOT NULL AND r.object = 'redemption' AND r.status = 'SUCCEEDED'))`,

  "a discount's shares of the lines are never negative and together never above it": `
    SELECT id, effects FROM redemptions WHERE project_id = ?1 AND effects->'$.line_shares' IS NOT NULL AND (
      (SELECT min(value) FROM json_each(effects, '$.line_shares')) < 0
      OR (SELECT total(value) FROM json_each(effects, '$.line_shares')) > (effects->>'$.order_discount'))`,

  "tallies count what is there": `
    SELECT t.* FROM tallies t WHERE t.project_id = ?1 AND NOT (
      t.vouchers = (SELECT count(*) FROM vouchers WHERE project_id = ?1 AND deleted_at IS NULL)
      AND t.customers = (SELECT count(*) FROM customers WHERE project_id = ?1)
      AND t.orders = (SELECT count(*) FROM orders WHERE project_id = ?1)
      AND t.redemptions = (SELECT count(*) FROM redemptions WHERE project_id = ?1)
      AND t.validation_rules = (SELECT count(*) FROM validation_rules WHERE project_id = ?1)
      AND t.validation_rules_assignments = (SELECT count(*) FROM validation_rules_assignments WHERE project_id = ?1))`,

  "events are numbered from 1 without gaps, up to the project's tally": `
    SELECT t.event_sequence, count(o.sequence) AS events, max(o.sequence) AS last FROM tallies t
    LEFT JOIN outbox o ON o.project_id = t.project_id WHERE t.project_id = ?1
    GROUP BY t.project_id HAVING t.event_sequence <> count(o.sequence)
      OR (count(o.sequence) > 0 AND (max(o.sequence) <> count(o.sequence) OR min(o.sequence) <> 1))`,

  "every entry of the redemption ledger has told its event once": `
    SELECT r.id, count(o.sequence) AS events FROM redemptions r
    LEFT JOIN outbox o ON o.project_id = r.project_id AND o.entity_id = r.id AND o.kind LIKE 'redemption.%'
    WHERE r.project_id = ?1 GROUP BY r.id
    HAVING count(o.sequence) <> (r.voucher_id IS NOT NULL OR r.result = 'FAILURE')`,

  "a customer's redemption counters are the records": `
    SELECT c.id, c.source_id FROM customers c LEFT JOIN redemptions r
      ON r.project_id = c.project_id AND r.customer_id = c.id AND (r.voucher_id IS NOT NULL OR r.result = 'FAILURE')
    WHERE c.project_id = ?1 GROUP BY c.id HAVING NOT (
      c.total_succeeded = count(*) FILTER (WHERE r.object = 'redemption' AND r.result = 'SUCCESS')
      AND c.total_failed = count(*) FILTER (WHERE r.object = 'redemption' AND r.result = 'FAILURE')
      AND c.total_redeemed = count(*) FILTER (WHERE r.object = 'redemption')
      AND c.total_rolled_back = count(*) FILTER (WHERE r.object = 'redemption_rollback' AND r.result = 'SUCCESS')
      AND c.total_rollback_succeeded = c.total_rolled_back
      AND c.total_rollback_failed = count(*) FILTER (WHERE r.object = 'redemption_rollback' AND r.result = 'FAILURE')
      AND c.gift_redeemed_amount = total(r.amount) FILTER (WHERE r.object = 'redemption' AND r.status = 'SUCCEEDED'))`,

  "a customer's order counters are the paid orders": `
    SELECT c.id, c.source_id, c.orders_amount, c.orders_count FROM customers c
    LEFT JOIN orders o ON o.project_id = c.project_id AND o.customer_id = c.id AND o.status IN ('PAID', 'FULFILLED')
    WHERE c.project_id = ?1 GROUP BY c.id HAVING c.orders_count <> count(o.id)
      OR c.orders_amount <> total(coalesce(o.amount, 0) - o.discount_amount) FILTER (WHERE o.amount IS NOT NULL)`,
};

/** Reads every table of the project and fails on the first sentence that does not hold. */
export async function expectSound(...projectIds: string[]): Promise<void> {
  const sentences = Object.keys(INVARIANTS);
  for (const id of projectIds) {
    const answers = await env.DB.batch(
      Object.values(INVARIANTS).map((sql) => env.DB.prepare(sql).bind(id)),
    );
    const broken = answers.flatMap(({ results }, at) =>
      results.length > 0 ? [{ sentence: sentences[at], rows: results }] : [],
    );
    expect(broken).toEqual([]);
  }
}
