import { getTableColumns } from "drizzle-orm";
import { tallies } from "../../src/db/tables/ledger";

/** An entry that is about a voucher or a tier; the parent of a stack is about neither. */
const IS_USE = "coalesce(r.voucher_id, r.promotion_tier_id) IS NOT NULL";

/** All that a use took off its order, at order level and at lines. */
const TAKEN =
  "(coalesce(r.effects->>'$.order_discount', 0) + (SELECT total(l.value->>'$.discount') FROM json_each(r.effects, '$.lines') l))";

/** Where a row stays for a while, or for good, after it was deleted. */
const STAYING = ["vouchers", "campaigns"];

/** What the tallies say of each table. */
const COUNTED = Object.keys(getTableColumns(tallies))
  .filter((name) => name !== "project_id" && !/^(event|archive|day)/.test(name))
  .map((name) => {
    const among = STAYING.includes(name) ? "AND deleted_at IS NULL" : "";
    return `t.${name} = (SELECT count(*) FROM ${name} WHERE project_id = ?1 ${among})`;
  });

/** Each query answers the rows of a project that break the sentence it stands under; ?1 is the project. */
export const INVARIANTS: Record<string, string> = {
  "a voucher's redeemed quantity is its successful redemptions minus those rolled back": `
    SELECT v.code, v.redeemed_quantity, count(r.id) AS records FROM vouchers v
    LEFT JOIN redemptions r ON r.project_id = v.project_id AND r.voucher_id = v.id
      AND r.object = 'redemption' AND r.status = 'SUCCEEDED'
    WHERE v.project_id = ?1 GROUP BY v.id HAVING v.redeemed_quantity <> count(r.id)`,

  "no voucher is used more often than its quantity": `
    SELECT code, redeemed_quantity, redemption_quantity FROM vouchers
    WHERE project_id = ?1 AND redeemed_quantity > redemption_quantity`,

  "what is held of a voucher is the sum of what sessions hold": `
    SELECT v.code, v.held_quantity, v.held_amount, total(h.quantity) AS quantity, total(h.amount) AS amount
    FROM vouchers v LEFT JOIN session_holds h ON h.project_id = v.project_id AND h.voucher_id = v.id
    WHERE v.project_id = ?1 GROUP BY v.id HAVING v.held_quantity <> total(h.quantity) OR v.held_amount <> total(h.amount)`,

  "what is used and held of a voucher never exceeds it": `
    SELECT code, redeemed_quantity, held_quantity, balance, held_amount FROM vouchers
    WHERE project_id = ?1 AND (redeemed_quantity + held_quantity > redemption_quantity OR held_amount > balance)`,

  "a card's balance is the sum of its ledger and never below zero": `
    SELECT v.code, v.balance, total(t.amount) AS ledger FROM vouchers v
    LEFT JOIN voucher_transactions t ON t.project_id = v.project_id AND t.voucher_id = v.id
    WHERE v.project_id = ?1 AND v.balance IS NOT NULL
    GROUP BY v.id HAVING v.balance <> total(t.amount) OR v.balance < 0`,

  "a loyalty card's balance is what its buckets hold": `
    SELECT v.code, v.balance, total(b.points) AS held FROM vouchers v
    LEFT JOIN loyalty_points_buckets b ON b.project_id = v.project_id AND b.voucher_id = v.id
    WHERE v.project_id = ?1 AND v.type = 'LOYALTY_CARD'
    GROUP BY v.id HAVING v.balance <> total(b.points)`,

  "a bucket holds the sum of what entries moved, and is never below zero": `
    SELECT b.voucher_id, b.expires_at, b.points, total(m.points) AS moved FROM loyalty_points_buckets b
    LEFT JOIN loyalty_points_moves m ON m.project_id = b.project_id AND m.voucher_id = b.voucher_id
      AND m.expires_at = b.expires_at
    WHERE b.project_id = ?1
    GROUP BY b.voucher_id, b.expires_at HAVING b.points <> total(m.points) OR b.points < 0`,

  "an entry of points is the sum of what it moved": `
    SELECT t.id, t.type, t.amount, total(m.points) AS moved FROM voucher_transactions t
    JOIN vouchers v ON v.project_id = t.project_id AND v.id = t.voucher_id AND v.type = 'LOYALTY_CARD'
    LEFT JOIN loyalty_points_moves m ON m.project_id = t.project_id AND m.voucher_id = t.voucher_id AND m.transaction_id = t.id
    WHERE t.project_id = ?1 GROUP BY t.voucher_id, t.id HAVING t.amount <> total(m.points)`,

  "entries of points are numbered without gaps, each with the balance that the one before left": `
    SELECT id, sequence, amount, balance FROM (
      SELECT t.*, lag(t.balance) OVER card AS before, row_number() OVER card - 1 AS place FROM voucher_transactions t
      JOIN vouchers v ON v.project_id = t.project_id AND v.id = t.voucher_id AND v.type = 'LOYALTY_CARD'
      WHERE t.project_id = ?1 WINDOW card AS (PARTITION BY t.voucher_id ORDER BY coalesce(t.sequence, 0)))
    WHERE place <> coalesce(sequence, 0) OR balance <> coalesce(before, 0) + amount`,

  "a loyalty card tells of its pending points, of what expired, and of what expires next": `
    SELECT v.code, v.loyalty FROM vouchers v WHERE v.project_id = ?1 AND v.type = 'LOYALTY_CARD' AND v.deleted_at IS NULL AND NOT (
      coalesce(v.loyalty->>'$.pending', 0) = (SELECT total(points) FROM loyalty_pending_points p
        WHERE p.project_id = v.project_id AND p.voucher_id = v.id AND p.status = 'PENDING')
      AND coalesce(v.loyalty->>'$.expired', 0) = (SELECT total(expired_points) FROM loyalty_points_buckets b
        WHERE b.project_id = v.project_id AND b.voucher_id = v.id)
      AND v.loyalty->>'$.next_date' IS (SELECT min(expires_at) FROM loyalty_points_buckets b
        WHERE b.project_id = v.project_id AND b.voucher_id = v.id AND b.points > 0 AND b.expires_at <> 'never'))`,

  "what a customer has on cards is what the cards say that it holds": `
    SELECT c.id, c.gift_balance, c.points_balance, c.loyalty_cards FROM customers c WHERE c.project_id = ?1 AND NOT (
      c.gift_balance = (SELECT total(balance) FROM vouchers v WHERE v.project_id = ?1 AND v.holder_id = c.id
        AND v.type = 'GIFT_VOUCHER' AND v.deleted_at IS NULL)
      AND c.points_balance = (SELECT total(balance) FROM vouchers v WHERE v.project_id = ?1 AND v.holder_id = c.id
        AND v.type = 'LOYALTY_CARD' AND v.deleted_at IS NULL)
      AND (SELECT total(value) FROM json_each(c.program_points)) = (SELECT total(balance) FROM vouchers v WHERE v.project_id = ?1
        AND v.holder_id = c.id AND v.type = 'LOYALTY_CARD' AND v.campaign_id IS NOT NULL AND v.deleted_at IS NULL)
      AND c.loyalty_cards = (SELECT count(*) FROM vouchers v WHERE v.project_id = ?1 AND v.holder_id = c.id
        AND v.type = 'LOYALTY_CARD' AND v.deleted_at IS NULL))`,

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
    WHERE r.project_id = ?1 AND r.object = 'redemption' AND ${IS_USE}
    GROUP BY r.id HAVING count(b.id) <> (r.status = 'ROLLED_BACK')`,

  "a stack is rolled back exactly when all its members are": `
    SELECT p.id, p.status, count(c.id) AS left_over FROM redemptions p
    LEFT JOIN redemptions c ON c.project_id = p.project_id AND c.parent_id = p.id AND c.status = 'SUCCEEDED'
    WHERE p.project_id = ?1 AND p.object = 'redemption' AND p.voucher_id IS NULL AND p.promotion_tier_id IS NULL AND p.result = 'SUCCESS'
    GROUP BY p.id HAVING (p.status = 'SUCCEEDED') <> (count(c.id) > 0)`,

  "an order's discount is the sum of what its redemptions took and nobody gave back with it": `
    SELECT o.id, o.discount_amount, o.items_discount_amount, total(${TAKEN}) AS taken FROM orders o
    LEFT JOIN redemptions r ON r.project_id = o.project_id AND r.order_id = o.id AND ${IS_USE} AND r.object = 'redemption'
      AND (r.status = 'SUCCEEDED' OR EXISTS (SELECT 1 FROM json_each(o.redemptions) k WHERE k.key = r.id AND k.value->>'$.is_kept'))
    WHERE o.project_id = ?1
    GROUP BY o.id HAVING o.discount_amount + o.items_discount_amount <> min(total(${TAKEN}), coalesce(o.amount, total(${TAKEN})))`,

  "an order names exactly the redemptions that name it": `
    SELECT o.id, count(r.id) AS records, (SELECT count(*) FROM json_each(o.redemptions)) AS named FROM orders o
    LEFT JOIN redemptions r ON r.project_id = o.project_id AND r.order_id = o.id
      AND ${IS_USE} AND r.object = 'redemption' AND r.result = 'SUCCESS'
    WHERE o.project_id = ?1
    GROUP BY o.id HAVING count(r.id) <> (SELECT count(*) FROM json_each(o.redemptions))`,

  "an entry tells lines that its order has or had": `
    SELECT r.id, r."order"->>'$.lines' AS version, o.lines_version FROM redemptions r
    LEFT JOIN orders o ON o.project_id = r.project_id AND o.id = r.order_id
    WHERE r.project_id = ?1 AND r."order"->>'$.lines' IS NOT o.lines_version
      AND r."order"->>'$.lines' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM order_lines l
        WHERE l.project_id = r.project_id AND l.order_id = r.order_id AND l.version = r."order"->>'$.lines')`,

  "an order has kept all lines that it had as entries told them, and no others": `
    SELECT id, lines_version FROM orders o WHERE project_id = ?1 AND (lines_version + 1) / 2 <>
      (SELECT count(*) FROM order_lines l WHERE l.project_id = o.project_id AND l.order_id = o.id
        AND l.version < o.lines_version AND l.version % 2 = 0)
    UNION ALL SELECT order_id, version FROM order_lines WHERE project_id = ?1 AND version % 2 = 1`,

  "an order is canceled when its last redemption is rolled back, and otherwise only by hand": `
    SELECT o.id, o.status, count(r.id) AS redemptions, total(r.status = 'SUCCEEDED') AS left_over FROM orders o
    LEFT JOIN redemptions r ON r.project_id = o.project_id AND r.order_id = o.id
      AND ${IS_USE} AND r.object = 'redemption' AND r.result = 'SUCCESS'
    WHERE o.project_id = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(o.redemptions) k WHERE k.value->>'$.is_kept') AND NOT EXISTS (SELECT 1 FROM outbox e
      WHERE e.project_id = o.project_id AND e.entity_id = o.id AND e.kind = 'customer.order.canceled')
    GROUP BY o.id HAVING (o.status = 'CANCELED') <> (count(r.id) > 0 AND total(r.status = 'SUCCEEDED') = 0)`,

  "a discount's shares of the lines are never negative and together never above it": `
    SELECT id, effects FROM redemptions WHERE project_id = ?1 AND effects->'$.line_shares' IS NOT NULL AND (
      (SELECT min(value) FROM json_each(effects, '$.line_shares')) < 0
      OR (SELECT total(value) FROM json_each(effects, '$.line_shares')) > (effects->>'$.order_discount'))`,

  "a counter of usage is the sum of what redemptions added and nothing gave back": `
    WITH added AS (
      SELECT a.value->>'$.owner' AS owner, s.value AS subject, a.value AS counts, r.effects->>'$.usage.day' AS day
      FROM redemptions r, json_each(r.effects, '$.usage.added') a, json_each(a.value, '$.subjects') s
      WHERE r.project_id = ?1 AND r.object = 'redemption' AND r.status = 'SUCCEEDED')
    SELECT u.owner_id, u.subject, u.count FROM usage_v u
    LEFT JOIN added a ON a.owner = u.owner_id AND a.subject = u.subject
    WHERE u.project_id = ?1
      AND (u.subject NOT LIKE 'cust%' OR u.subject IN (SELECT id FROM customers WHERE project_id = ?1))
    GROUP BY u.owner_id, u.subject HAVING NOT (
      u.count = total(a.counts->>'$.count') AND u.orders_amount = total(a.counts->>'$.orders_amount')
      AND u.discounted_amount = total(a.counts->>'$.discounted_amount')
      AND u.day_count = total(a.counts->>'$.count') FILTER (WHERE a.day = u.day))`,

  "every use has a counter": `
    SELECT r.id FROM redemptions r, json_each(r.effects, '$.usage.added') a, json_each(a.value, '$.subjects') s
    WHERE r.project_id = ?1 AND r.object = 'redemption' AND r.result = 'SUCCESS' 
      AND (s.value NOT LIKE 'cust%' OR s.value IN (SELECT id FROM customers WHERE project_id = ?1))
      AND (a.value->>'$.owner' NOT LIKE 'v%' OR a.value->>'$.owner' IN (SELECT id FROM vouchers WHERE project_id = ?1))
      AND NOT EXISTS (
      SELECT 1 FROM usage_v u WHERE u.project_id = ?1 AND u.owner_id = a.value->>'$.owner' AND u.subject = s.value)`,

  "a campaign counts its vouchers": `
    SELECT c.name, c.vouchers_count, count(v.id) AS vouchers FROM campaigns c
    LEFT JOIN vouchers v ON v.project_id = c.project_id AND v.campaign_id = c.id AND v.deleted_at IS NULL
    WHERE c.project_id = ?1 AND c.deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM async_actions w WHERE w.project_id = ?1 AND w.related_id = c.id AND w.status = 'IN_PROGRESS')
    GROUP BY c.id HAVING c.vouchers_count <> count(v.id)`,

  "a campaign's days add up to the records of its vouchers and tiers": `
    WITH days AS (SELECT campaign_id, sum(redemptions_succeeded) AS succeeded, sum(redemptions_failed) AS failed,
        sum(rollbacks_succeeded) AS returned, sum(discounted_amount) AS discounted
      FROM campaign_days WHERE project_id = ?1 GROUP BY campaign_id),
    uses AS (SELECT r.object, r.result, ${TAKEN} AS taken, coalesce(v.campaign_id, t.campaign_id) AS campaign_id FROM redemptions r
      LEFT JOIN vouchers v ON v.project_id = r.project_id AND v.id = r.voucher_id
      LEFT JOIN promotion_tiers t ON t.project_id = r.project_id AND t.id = r.promotion_tier_id WHERE r.project_id = ?1),
    records AS (SELECT campaign_id,
        count(*) FILTER (WHERE object = 'redemption' AND result = 'SUCCESS') AS succeeded,
        count(*) FILTER (WHERE object = 'redemption' AND result = 'FAILURE') AS failed,
        count(*) FILTER (WHERE object = 'redemption_rollback' AND result = 'SUCCESS') AS returned,
        total(taken) FILTER (WHERE object = 'redemption' AND result = 'SUCCESS') AS discounted
      FROM uses WHERE campaign_id IS NOT NULL GROUP BY campaign_id)
    SELECT records.* FROM records LEFT JOIN days USING (campaign_id) WHERE days.campaign_id IS NULL OR NOT (
      days.succeeded = records.succeeded AND days.failed = records.failed AND days.returned = records.returned
      AND days.discounted = records.discounted)`,

  "a project's days add up to its records, whether they are of a campaign or not": `
    SELECT * FROM (SELECT total(redemptions_succeeded) AS redeemed, total(redemptions_failed) AS failed, total(discounted_amount) AS discounted,
        total(rollbacks_succeeded) AS returned, total(rollbacks_failed) AS twice, total(rolledback_discounted_amount) AS discounts_back,
        total(amount_redeemed) AS credits, total(amount_rolledback) AS credits_back,
        total(points_redeemed) AS points, total(points_rolledback) AS points_back FROM days_v WHERE project_id = ?1)
    EXCEPT SELECT
      total(r.object = 'redemption' AND r.result = 'SUCCESS'), total(r.object = 'redemption' AND r.result = 'FAILURE'),
      total(${TAKEN}) FILTER (WHERE r.object = 'redemption'),
      total(r.object = 'redemption_rollback' AND r.result = 'SUCCESS'), total(r.object = 'redemption_rollback' AND r.result = 'FAILURE'),
      total(${TAKEN}) FILTER (WHERE r.status = 'ROLLED_BACK'),
      total(r.effects->>'$.credits') FILTER (WHERE r.object = 'redemption'), total(r.effects->>'$.credits') FILTER (WHERE r.status = 'ROLLED_BACK'),
      total(r.effects->>'$.points') FILTER (WHERE r.object = 'redemption'), total(r.effects->>'$.points') FILTER (WHERE r.status = 'ROLLED_BACK')
    FROM redemptions r WHERE r.project_id = ?1 AND (${IS_USE} OR r.result = 'FAILURE')`,

  "a project's days count each order that is paid once, however much was redeemed on it": `
    SELECT * FROM (SELECT total(orders_count - orders_rolledback_count) AS orders, total(orders_amount - orders_rolledback_amount) AS amount
      FROM days_v WHERE project_id = ?1)
    EXCEPT SELECT count(*), total(amount) FROM orders WHERE project_id = ?1 AND status IN ('PAID', 'FULFILLED')`,

  "a project's days add up to the entries of its cards": `
    SELECT * FROM (SELECT total(points_rewarded) AS rewarded, total(points_expired) AS expired, total(pending_points_activated) AS activated
      FROM days_v WHERE project_id = ?1)
    EXCEPT SELECT total(amount) FILTER (WHERE type = 'POINTS_ACCRUAL'), -total(amount) FILTER (WHERE type = 'POINTS_EXPIRATION'),
      total(amount) FILTER (WHERE type = 'PENDING_POINTS_ACTIVATION') FROM voucher_transactions WHERE project_id = ?1`,

  "a project's days count its publications": `
    SELECT * FROM (SELECT total(publications_succeeded) AS succeeded, total(publications_failed) AS failed FROM days_v WHERE project_id = ?1)
    EXCEPT SELECT total(result = 'SUCCESS'), total(result = 'FAILURE') FROM publications WHERE project_id = ?1`,

  "a SKU's product is there": `
    SELECT s.id FROM skus s WHERE s.project_id = ?1 AND NOT EXISTS (
      SELECT 1 FROM products p WHERE p.project_id = s.project_id AND p.id = s.product_id)`,

  "a collection lists only what is there": `
    SELECT m.collection_id, m.object_id FROM product_collection_members m WHERE m.project_id = ?1 AND NOT (
      EXISTS (SELECT 1 FROM product_collections c WHERE c.project_id = ?1 AND c.id = m.collection_id)
      AND (EXISTS (SELECT 1 FROM products p WHERE p.project_id = ?1 AND p.id = m.object_id AND m.object = 'product')
        OR EXISTS (SELECT 1 FROM skus s WHERE s.project_id = ?1 AND s.id = m.object_id AND m.object = 'sku')))`,

  "a segment lists only customers, one with a filter everybody": `
    SELECT s.id, m.customer_id FROM segment_members m
    LEFT JOIN segments s ON s.project_id = m.project_id AND s.id = m.segment_id
    WHERE m.project_id = ?1 AND (s.id IS NULL OR NOT iif(s.type = 'static',
      EXISTS (SELECT 1 FROM customers c WHERE c.project_id = ?1 AND c.id = m.customer_id), m.customer_id = ''))`,

  "only customers stand in segments": `
    SELECT m.segment_id, m.customer_id FROM segment_standing m WHERE m.project_id = ?1 AND NOT EXISTS (
      SELECT 1 FROM customers c WHERE c.project_id = ?1 AND c.id = m.customer_id)`,

  "a tier belongs to a promotion that is there": `
    SELECT t.id FROM promotion_tiers t WHERE t.project_id = ?1 AND NOT EXISTS (SELECT 1 FROM campaigns c
      WHERE c.project_id = ?1 AND c.id = t.campaign_id AND c.campaign_type = 'PROMOTION' AND c.deleted_at IS NULL)`,

  "a stack is made of tiers of its own promotion": `
    SELECT s.id, j.value FROM promotion_stacks s, json_each(s.tiers, '$.ids') j
    WHERE s.project_id = ?1 AND NOT EXISTS (SELECT 1 FROM promotion_tiers t
      WHERE t.project_id = ?1 AND t.id = j.value AND t.campaign_id = s.campaign_id)`,

  "a rule counts its assignments, and what it is assigned to is there": `
    SELECT r.id, r.assignments_count, count(a.id) AS assignments FROM validation_rules r
    LEFT JOIN validation_rules_assignments a ON a.project_id = ?1 AND a.rule_id = r.id
      AND (a.related_object_type <> 'promotion_tier' OR EXISTS (
        SELECT 1 FROM promotion_tiers t WHERE t.project_id = ?1 AND t.id = a.related_object_id))
    WHERE r.project_id = ?1 GROUP BY r.id HAVING r.assignments_count <> count(a.id)`,

  "tallies count what is there": `
    SELECT t.* FROM tallies t WHERE t.project_id = ?1 AND NOT (${COUNTED.join(" AND ")})`,

  "events are numbered from 1 without gaps, up to the project's tally": `
    SELECT t.event_sequence, count(o.sequence) AS events, max(o.sequence) AS last FROM tallies t
    LEFT JOIN outbox o ON o.project_id = t.project_id WHERE t.project_id = ?1
    GROUP BY t.project_id HAVING t.event_sequence - t.events_archived <> count(o.sequence)
      OR (count(o.sequence) > 0 AND (max(o.sequence) <> t.event_sequence
        OR min(o.sequence) <> t.events_archived + 1))`,

  "no more events were taken up than there are": `
    SELECT event_sequence, events_taken FROM tallies
    WHERE project_id = ?1 AND (events_taken < events_archived OR events_taken > event_sequence)`,

  "every entry of the redemption ledger has told its event once": `
    SELECT r.id, count(o.sequence) AS events FROM redemptions r
    LEFT JOIN outbox o ON o.project_id = r.project_id AND o.entity_id = r.id AND o.kind LIKE 'redemption.%'
    WHERE r.project_id = ?1 GROUP BY r.id
    HAVING count(o.sequence) <> (${IS_USE} OR r.result = 'FAILURE')`,

  "a voucher was published as often as it counts, and at most once": `
    SELECT v.code, v.publish_count, coalesce(p.times, 0) AS publications FROM vouchers v
    LEFT JOIN (SELECT j.value AS id, count(*) AS times FROM publications, json_each(voucher_ids) j
      WHERE project_id = ?1 AND result = 'SUCCESS' GROUP BY j.value) p ON p.id = v.id
    WHERE v.project_id = ?1 AND (v.publish_count <> coalesce(p.times, 0) OR v.publish_count > 1)`,

  "a published voucher has one owner or referrer, who is its holder, and no other voucher has any": `
    SELECT v.code, v.publish_count, v.holder_id, count(h.id) AS holders FROM vouchers v
    LEFT JOIN redeemable_holders h ON h.project_id = v.project_id AND h.redeemable_id = v.id
      AND h.holder_role IN ('OWNER', 'REFERRER') AND h.customer_id = v.holder_id
    WHERE v.project_id = ?1 AND v.deleted_at IS NULL
    GROUP BY v.id HAVING count(h.id) <> (v.holder_id IS NOT NULL) OR (v.holder_id IS NOT NULL AND v.publish_count = 0)`,

  "who holds a voucher exists, and so does what is held": `
    SELECT h.id FROM redeemable_holders h WHERE h.project_id = ?1 AND NOT (
      EXISTS (SELECT 1 FROM customers c WHERE c.project_id = ?1 AND c.id = h.customer_id)
      AND EXISTS (SELECT 1 FROM vouchers v WHERE v.project_id = ?1 AND v.id = h.redeemable_id AND v.deleted_at IS NULL))`,

  "a customer who is there joined a campaign as often as something of it was published to it, a loyalty program while there is the card": `
    SELECT p.campaign_id, p.customer_id, p.times, m.publications FROM
      (SELECT campaign_id, customer_id, count(*) AS times FROM publications q
        WHERE project_id = ?1 AND result = 'SUCCESS' AND campaign_id IS NOT NULL
          AND EXISTS (SELECT 1 FROM customers u WHERE u.project_id = ?1 AND u.id = q.customer_id)
          AND NOT (EXISTS (SELECT 1 FROM campaigns c WHERE c.project_id = ?1 AND c.id = q.campaign_id
              AND c.campaign_type = 'LOYALTY_PROGRAM')
            AND NOT EXISTS (SELECT 1 FROM vouchers v, json_each(q.voucher_ids) j
              WHERE v.project_id = ?1 AND v.id = j.value AND v.deleted_at IS NULL))
        GROUP BY 1, 2) p
    FULL JOIN (SELECT * FROM memberships WHERE project_id = ?1) m
      ON m.campaign_id = p.campaign_id AND m.customer_id = p.customer_id
    WHERE p.times IS NOT m.publications`,

  "a campaign's days count its publications": `
    SELECT p.campaign_id, p.succeeded, d.succeeded FROM
      (SELECT campaign_id, count(*) FILTER (WHERE result = 'SUCCESS') AS succeeded,
        count(*) FILTER (WHERE result = 'FAILURE') AS failed FROM publications
        WHERE project_id = ?1 AND campaign_id IS NOT NULL GROUP BY 1) p
    LEFT JOIN (SELECT campaign_id, sum(publications_succeeded) AS succeeded, sum(publications_failed) AS failed
      FROM campaign_days WHERE project_id = ?1 GROUP BY 1) d ON d.campaign_id = p.campaign_id
    WHERE p.succeeded IS NOT d.succeeded OR p.failed IS NOT d.failed`,

  "every publication that succeeded has told its event once": `
    SELECT p.id, count(o.sequence) AS events FROM publications p
    LEFT JOIN outbox o ON o.project_id = p.project_id AND o.entity_id = p.id AND o.kind = 'publication.succeeded'
    WHERE p.project_id = ?1 GROUP BY p.id HAVING count(o.sequence) <> (p.result = 'SUCCESS')`,

  "a customer's redemption counters are the records": `
    SELECT c.id, c.source_id FROM customers c LEFT JOIN redemptions r
      ON r.project_id = c.project_id AND r.customer_id = c.id AND (${IS_USE} OR r.result = 'FAILURE')
      AND (r.object <> 'redemption' OR r.effects->>'$.uncounted' IS NULL)
    WHERE c.project_id = ?1 GROUP BY c.id HAVING NOT (
      c.total_succeeded = count(*) FILTER (WHERE r.object = 'redemption' AND r.result = 'SUCCESS')
      AND c.total_failed = count(*) FILTER (WHERE r.object = 'redemption' AND r.result = 'FAILURE')
      AND c.total_redeemed = count(*) FILTER (WHERE r.object = 'redemption')
      AND c.total_rolled_back = count(*) FILTER (WHERE r.object = 'redemption_rollback' AND r.result = 'SUCCESS')
      AND c.total_rollback_succeeded = c.total_rolled_back
      AND c.total_rollback_failed = count(*) FILTER (WHERE r.object = 'redemption_rollback' AND r.result = 'FAILURE')
      AND c.gift_redeemed_amount = total(r.effects->>'$.credits') FILTER (WHERE r.object = 'redemption' AND r.status = 'SUCCEEDED')
      AND c.loyalty_redeemed_points = total(r.effects->>'$.points') FILTER (WHERE r.object = 'redemption' AND r.status = 'SUCCEEDED'))`,

  "a customer's order counters are the paid orders": `
    SELECT c.id, c.source_id, c.orders_amount, c.orders_count FROM customers c
    LEFT JOIN orders o ON o.project_id = c.project_id AND o.customer_id = c.id AND o.status IN ('PAID', 'FULFILLED')
    WHERE c.project_id = ?1 GROUP BY c.id HAVING c.orders_count <> count(o.id)
      OR c.orders_amount <> total(coalesce(o.amount, 0) - o.discount_amount - o.items_discount_amount) FILTER (WHERE o.amount IS NOT NULL)`,
};
