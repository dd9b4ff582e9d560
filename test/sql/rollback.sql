-- Round trip 1

-- ?1 "proj_1"
-- ?2 "19e883476000000011"
-- ?3 "r_19e883476000000011"
SELECT *
FROM redemptions
WHERE project_id = +?1
  AND sort_key = +?2
  AND id = +?3;

-- ?1 "proj_1"
-- ?2 "19e883476000000011"
-- ?3 "r_19e883476000000011"
-- ?4 "2026-06-02T12:00:00.000Z"
SELECT 1
FROM redemptions
WHERE project_id = +?1
  AND sort_key = +?2
  AND id = +?3
  AND EXISTS (
    SELECT 1
    FROM loyalty_points_moves m
    CROSS JOIN loyalty_points_buckets b
      ON b.project_id = m.project_id
      AND b.voucher_id = m.voucher_id
      AND b.expires_at = m.expires_at
    WHERE m.project_id = +?1
      AND m.voucher_id = effects->>'$.given.voucher_id'
      AND m.transaction_id = effects->>'$.given.transaction_id'
      AND b.expired_points > 0
      AND b.due_at <= +?4
  );

-- ?1 "proj_1"
-- ?2 "r_19e883476000000011"
SELECT *
FROM redemptions INDEXED BY redemptions_parent
WHERE project_id = +?1
  AND parent_id = +?2
ORDER BY sort_key;

-- ?1 "proj_1"
-- ?2 "r_19e883476000000011"
-- ?3 "19e883476000000011"
SELECT v.*,
  (
    SELECT json_group_array(
      json_object(
        'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
        'related_object_type', a.related_object_type, 'created_at', a.created_at, 'object',
        'validation_rules_assignment'
      )
    )
    FROM validation_rules_assignments a
    WHERE a.project_id = v.project_id
      AND a.related_object_id = v.id
  ) AS assignments,
  (
    SELECT json_group_array(
      json_object(
        'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
        'related_object_type', a.related_object_type, 'created_at', a.created_at, 'object',
        'validation_rules_assignment'
      )
    )
    FROM validation_rules_assignments a
    WHERE a.project_id = v.project_id
      AND a.related_object_id = v.campaign_id
  ) AS campaign_assignments,
  (
    SELECT json_object(
      'id', c.id, 'name', c.name, 'campaign_type', c.campaign_type, 'active',
      json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false')), 'category', c.category,
      'category_id', c.category_id, 'use_voucher_metadata_schema',
      json(iif(c.use_voucher_metadata_schema, 'true', 'false')), 'discount',
      json(c.voucher->'$.discount'), 'gift_effect', c.voucher->>'$.gift.effect', 'start_date',
      c.start_date, 'expiration_date', c.expiration_date, 'validity_timeframe',
      json(c.validity_timeframe), 'validity_day_of_week', json(c.validity_day_of_week),
      'validity_hours', json(c.validity_hours)
    )
    FROM campaigns c
    WHERE c.project_id = v.project_id
      AND c.id = v.campaign_id
  ) AS campaign
FROM vouchers v INDEXED BY vouchers_id
WHERE v.project_id = +?1
  AND v.is_live IN (0, 1)
  AND v.id IN (
    SELECT voucher_id
    FROM redemptions INDEXED BY redemptions_parent
    WHERE project_id = +?1
      AND parent_id = +?2
    UNION ALL SELECT (
      SELECT voucher_id
      FROM redemptions
      WHERE project_id = +?1
        AND sort_key = +?3
        AND id = +?2
    )
    UNION ALL SELECT (
      SELECT effects->>'$.given.voucher_id'
      FROM redemptions
      WHERE project_id = +?1
        AND sort_key = +?3
        AND id = +?2
    )
  );

-- ?1 "proj_1"
-- ?2 "r_19e883476000000011"
-- ?3 "19e883476000000011"
SELECT json_object(
  'row',
  json(
    (
      (
        (
          (
            (
              ('{"project_id":' || json_quote(t. "project_id")) || ',"id":'
            ) || (
              json_quote(t. "id") || ',"campaign_id":'
            )
          ) || (
            (
              (json_quote(t. "campaign_id") || ',"name":') || json_quote(t. "name")
            ) || (
              ',"banner":' || json_quote(t. "banner")
            )
          )
        ) || (
          (
            (
              (',"action":' || json_quote(t. "action")) || ',"metadata":'
            ) || (
              json_quote(t. "metadata") || ',"hierarchy":'
            )
          ) || (
            (
              json_quote(t. "hierarchy") || ',"active":'
            ) || (
              json_quote(t. "active") || ',"category":'
            )
          )
        )
      ) || (
        (
          (
            (
              (json_quote(t. "category") || ',"category_id":') || json_quote(t. "category_id")
            ) || (
              ',"start_date":' || json_quote(t. "start_date")
            )
          ) || (
            (
              ',"expiration_date":' || json_quote(t. "expiration_date")
            ) || (
              ',"validity_timeframe":' || json_quote(t. "validity_timeframe")
            )
          )
        ) || (
          (
            (
              (
                ',"validity_day_of_week":' || json_quote(t. "validity_day_of_week")
              ) || ',"validity_hours":'
            ) || (
              json_quote(t. "validity_hours") || ',"created_at":'
            )
          ) || (
            (
              json_quote(t. "created_at") || ',"updated_at":'
            ) || (
              json_quote(t. "updated_at") || '}'
            )
          )
        )
      )
    )
  ),
  'assignments',
  json(
    (
      SELECT json_group_array(
        json_object(
          'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
          'related_object_type', a.related_object_type, 'created_at', a.created_at, 'object',
          'validation_rules_assignment'
        )
      )
      FROM validation_rules_assignments a
      WHERE a.project_id = t.project_id
        AND a.related_object_id = t.id
    )
  ),
  'category',
  json(
    (
      SELECT json_object(
        'id', k.id, 'name', k.name, 'hierarchy', k.hierarchy, 'stacking_rules_type',
        k.stacking_rules_type, 'created_at', k.created_at, 'updated_at', k.updated_at,
        'object', 'category'
      )
      FROM categories k
      WHERE k.project_id = t.project_id
        AND k.id = t.category_id
    )
  ),
  'usage',
  json(
    (
      SELECT json_object(
        'count', u.count, 'orders_amount', u.orders_amount, 'discounted_amount',
        u.discounted_amount
      )
      FROM usage_counters u
      WHERE u.project_id = t.project_id
        AND u.owner_id = t.id
        AND u.subject = ''
    )
  )
) AS tier,
  json_object(
    'id', c.id, 'name', c.name, 'start_date', c.start_date, 'expiration_date',
    c.expiration_date, 'validity_timeframe', json(c.validity_timeframe),
    'validity_day_of_week', json(c.validity_day_of_week), 'validity_hours',
    json(c.validity_hours), 'category_id', c.category_id, 'active',
    json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false'))
  ) AS campaign
FROM promotion_tiers t
JOIN campaigns c
  ON c.project_id = t.project_id
  AND c.id = t.campaign_id
WHERE t.project_id = +?1
  AND t.id IN (
    SELECT promotion_tier_id
    FROM redemptions INDEXED BY redemptions_parent
    WHERE project_id = +?1
      AND parent_id = +?2
    UNION ALL SELECT (
      SELECT promotion_tier_id
      FROM redemptions
      WHERE project_id = +?1
        AND sort_key = +?3
        AND id = +?2
    )
  );

-- ?1 "proj_1"
-- ?2 "r_19e883476000000011"
-- ?3 "19e883476000000011"
SELECT *
FROM promotion_stacks
WHERE project_id = +?1
  AND id IN (
    SELECT promotion_stack_id
    FROM redemptions INDEXED BY redemptions_parent
    WHERE project_id = +?1
      AND parent_id = +?2
    UNION ALL SELECT (
      SELECT promotion_stack_id
      FROM redemptions
      WHERE project_id = +?1
        AND sort_key = +?3
        AND id = +?2
    )
  );

-- ?1 "proj_1"
-- ?2 "19e883476000000011"
-- ?3 "r_19e883476000000011"
SELECT *
FROM customers
WHERE project_id = +?1
  AND id = (
    SELECT customer_id
    FROM redemptions
    WHERE project_id = +?1
      AND sort_key = +?2
      AND id = +?3
  );

-- ?1 "proj_1"
-- ?2 "19e883476000000011"
-- ?3 "r_19e883476000000011"
SELECT *
FROM orders
WHERE project_id = +?1
  AND id = (
    SELECT order_id
    FROM redemptions
    WHERE project_id = +?1
      AND sort_key = +?2
      AND id = +?3
  );

-- ?1 "proj_1"
-- ?2 "19e883476000000011"
-- ?3 "r_19e883476000000011"
SELECT n.id, coalesce(p.source_id, s.source_id) AS source_id, coalesce(p.name, s.sku) AS name,
  coalesce(p.price, s.price) AS price,
  iif(
    length(coalesce(p.metadata, s.metadata)) > 2000, NULL, coalesce(p.metadata, s.metadata)
  ) AS metadata
FROM (
  SELECT DISTINCT id
  FROM (
    WITH k AS MATERIALIZED (
      SELECT items, redemptions
      FROM orders
      WHERE project_id = +?1
        AND id = (
          SELECT order_id
          FROM redemptions
          WHERE project_id = +?1
            AND sort_key = +?2
            AND id = +?3
        )
    )
    SELECT n.value AS id
    FROM (SELECT items FROM k) l, json_each(l.items) i,
      json_each(json_array(i.value->>'$.product_id', i.value->>'$.sku_id')) n
    UNION ALL SELECT n.value AS id
    FROM (SELECT redemptions FROM k) o, json_each(o.redemptions) e,
      json_each(e.value, '$.applied.lines') l,
      json_each(json_array(l.value->>'$.item.product_id', l.value->>'$.item.sku_id')) n
  )
) n
LEFT JOIN products p
  ON p.project_id = +?1
  AND p.id = n.id
LEFT JOIN skus s
  ON s.project_id = +?1
  AND s.id = n.id
WHERE coalesce(p.id, s.id) IS NOT NULL;

-- Round trip 2

-- ?1 1
-- ?2 "[{\"key\":\"GIFT\",\"id\":\"v_0VLO3fii000000000000000000000003\",\"seen\":null,\"deleted\...
-- ?3 "proj_1"
-- ?4 1
-- ?5 "[[\"19e883476000000011\",\"track_sqRmmOxqxdlSTE07OeApjfpC596BnnLK9p7JIgKMbJ0=\"]]"
-- ?6 "proj_1"
-- ?7 "proj_1"
-- ?8 "ord_19e883476000000010"
-- ?9 0
-- ?10 "proj_1"
-- ?11 "cust_0VLO3fii0000000000000009"
INSERT INTO assert_v(ok, tag)
VALUES (
  (
    SELECT count(*) = +?1
    FROM json_each(+?2) m
    CROSS JOIN vouchers v
      ON v.project_id = +?3
      AND v.code_key = m.value->>'$.key'
    WHERE v.id = m.value->>'$.id'
      AND v.deleted_at IS (m.value->>'$.deleted')
  ),
  'voucher_moved'
),
  (
    (
      SELECT count(*) = +?4
      FROM json_each(+?5) t
      CROSS JOIN redemptions r
        ON r.project_id = +?6
        AND r.sort_key = t.value->>0
      WHERE r.status = 'SUCCEEDED'
        AND r.tracking_id IS (t.value->>1)
    ),
    'rolled_back'
  ),
  (
    (SELECT count(*) FROM orders WHERE project_id = +?7 AND id = +?8 AND revision = +?9),
    'order_moved'
  ),
  ((SELECT count(*) FROM customers WHERE project_id = +?10 AND id = +?11), 'customer_moved');

-- ?1 "[{\"key\":\"GIFT\",\"id\":\"v_0VLO3fii000000000000000000000003\",\"seen\":null,\"deleted\...
-- ?2 "proj_1"
UPDATE vouchers
SET redeemed_quantity = redeemed_quantity + (m.value->>'$.quantity'),
  redeemed_amount = redeemed_amount + (m.value->>'$.credits'),
  balance = balance - (m.value->>'$.credits')
FROM json_each(+?1) m
WHERE project_id = +?2
  AND code_key IN (SELECT value->>'$.key' FROM json_each(+?1))
  AND code_key = m.value->>'$.key'
  AND vouchers.id = m.value->>'$.id'
RETURNING id, redeemed_quantity, redeemed_amount, balance;

-- ?1 "proj_1"
-- ?2 null
-- ?3 "2026-06-02T12:00:00.000Z"
-- ?4 "[{\"id\":\"vtx_19e883476000000017\",\"voucher_id\":\"v_0VLO3fii000000000000000000000003\"...
INSERT INTO voucher_transactions(
  project_id, voucher_id, id, campaign_id, type, amount, total, balance, source, details,
  related_transaction_id, created_at
)
SELECT +?1, v.id, e.value->>'$.id', v.campaign_id, e.value->>'$.type', e.value->>'$.amount',
  v.amount, v.balance, +?2,
  json_set(
    json_remove(
      e.value->'$.details', '$.order.source_id', '$.pending_points.details.order.source_id'
    ),
    '$.balance',
    json_object(
      'type', 'gift_voucher', 'total', v.amount, 'object', 'balance', 'amount',
      e.value->>'$.amount', 'balance', v.balance, 'operation_type', 'AUTOMATIC',
      'related_object', json_object('id', v.id, 'type', 'voucher')
    )
  ),
  e.value->>'$.related_transaction_id', +?3
FROM json_each(+?4) e
CROSS JOIN vouchers v INDEXED BY vouchers_id
  ON v.project_id = +?1
  AND v.is_live IN (0, 1)
  AND v.id = e.value->>'$.voucher_id';

-- ?1 "proj_1"
-- ?2 "[{\"id\":\"v_0VLO3fii000000000000000000000003\",\"moves\":[{\"owner\":\"v_0VLO3fii0000000...
UPDATE vouchers INDEXED BY vouchers_id
SET usage = json_patch(
  coalesce(vouchers.usage, '{}'),
  coalesce(
    (
      SELECT json_group_object(
        x.name,
        json_array(
          coalesce(x.was->>0, 0) - (x.move->>'$.count'),
          coalesce(x.was->>1, 0) - (x.move->>'$.orders_amount'),
          coalesce(x.was->>2, 0) - (x.move->>'$.discounted_amount'), x.was->>3,
          coalesce(x.was->>4, 0) - iif(x.was->>3 = (x.move->>'$.day'), (x.move->>'$.count'), 0),
          x.was->>5,
          coalesce(
            x.was->>6, 0
          ) - iif(
            x.was->>5 = (x.move->>'$.week'), (x.move->>'$.count'), 0
          ),
          x.was->>7,
          coalesce(
            x.was->>8, 0
          ) - iif(
            x.was->>7 = (x.move->>'$.month'), (x.move->>'$.count'), 0
          )
        )
      )
      FROM (
        SELECT u.value AS move, (u.value->>'$.subject') AS name,
          coalesce(
            vouchers.usage-> ('$."' || (u.value->>'$.subject') || '"'),
            (
              SELECT json_array(
                a.count, a.orders_amount, a.discounted_amount, a.day, a.day_count, a.week,
                a.week_count, a.month, a.month_count
              )
              FROM usage_counters a
              WHERE a.project_id = +?1
                AND a.owner_id = vouchers.id
                AND a.subject = (u.value->>'$.subject')
            )
          ) AS was
        FROM json_each(m.value, '$.moves') u
        LIMIT -1
      ) x
      WHERE x.was IS NOT NULL
    ),
    '{}'
  )
)
FROM json_each(+?2) m
WHERE project_id = +?1
  AND vouchers.is_live IN (0, 1)
  AND vouchers.id IN (SELECT value->>'$.id' FROM json_each(+?2))
  AND vouchers.id = m.value->>'$.id';

-- ?1 "[{\"id\":\"cust_0VLO3fii0000000000000009\",\"moves\":[{\"owner\":\"v_0VLO3fii000000000000...
-- ?2 "proj_1"
UPDATE customers
SET usage = json_patch(
  coalesce(customers.usage, '{}'),
  coalesce(
    (
      SELECT json_group_object(
        x.name,
        json_array(
          coalesce(x.was->>0, 0) - (x.move->>'$.count'),
          coalesce(x.was->>1, 0) - (x.move->>'$.orders_amount'),
          coalesce(x.was->>2, 0) - (x.move->>'$.discounted_amount'), x.was->>3,
          coalesce(x.was->>4, 0) - iif(x.was->>3 = (x.move->>'$.day'), (x.move->>'$.count'), 0),
          x.was->>5,
          coalesce(
            x.was->>6, 0
          ) - iif(
            x.was->>5 = (x.move->>'$.week'), (x.move->>'$.count'), 0
          ),
          x.was->>7,
          coalesce(
            x.was->>8, 0
          ) - iif(
            x.was->>7 = (x.move->>'$.month'), (x.move->>'$.count'), 0
          )
        )
      )
      FROM (
        SELECT u.value AS move, (u.value->>'$.owner') AS name,
          customers.usage-> ('$."' || (u.value->>'$.owner') || '"') AS was
        FROM json_each(m.value, '$.moves') u
        LIMIT -1
      ) x
      WHERE x.was IS NOT NULL
    ),
    '{}'
  )
)
FROM json_each(+?1) m
WHERE project_id = +?2
  AND customers.id IN (SELECT value->>'$.id' FROM json_each(+?1))
  AND customers.id = m.value->>'$.id'
  AND EXISTS (
    SELECT 1
    FROM json_each(m.value, '$.moves') u
    WHERE customers.usage-> ('$."' || (u.value->>'$.owner') || '"') IS NOT NULL
  );

-- ?1 "[{\"owner\":\"v_0VLO3fii000000000000000000000003\",\"subject\":\"cust_0VLO3fii00000000000...
-- ?2 "proj_1"
UPDATE usage_counters
SET count = count - (m.value->>'$.count'),
  orders_amount = orders_amount - (m.value->>'$.orders_amount'),
  discounted_amount = discounted_amount - (m.value->>'$.discounted_amount'),
  day_count = day_count - iif(day = m.value->>'$.day', m.value->>'$.count', 0),
  week_count = week_count - iif(week = m.value->>'$.week', m.value->>'$.count', 0),
  month_count = month_count - iif(month = m.value->>'$.month', m.value->>'$.count', 0)
FROM json_each(+?1) m
WHERE project_id = +?2
  AND owner_id IN (SELECT value->>'$.owner' FROM json_each(+?1))
  AND owner_id = m.value->>'$.owner'
  AND subject IN (SELECT value->>'$.subject' FROM json_each(+?1))
  AND subject = m.value->>'$.subject'
  AND (
    m.value->>'$.subject' NOT GLOB 'cust_*' OR EXISTS (
      SELECT 1
      FROM customers o
      WHERE o.project_id = +?2
        AND o.id = m.value->>'$.subject'
        AND o.usage-> ('$."' || (m.value->>'$.owner') || '"') IS NULL
    )
  );

-- ?1 "proj_1"
-- ?2 "[\"19e883476000000011\"]"
UPDATE redemptions
SET status = 'ROLLED_BACK'
WHERE project_id = +?1
  AND status = 'SUCCEEDED'
  AND sort_key IN (SELECT value FROM json_each(+?2));

-- ?1 "{\"status\":\"CANCELED\",\"amount\":2000,\"initial_amount\":2000,\"discount_amount\":0,\"...
-- ?2 "proj_1"
-- ?3 "ord_19e883476000000010"
-- ?4 0
UPDATE orders
SET revision = revision + 1, status = +?1->>'$.status', amount = +?1->>'$.amount',
  initial_amount = +?1->>'$.initial_amount', discount_amount = +?1->>'$.discount_amount',
  items_discount_amount = +?1->>'$.items_discount_amount', items = +?1->>'$.items',
  metadata = +?1->>'$.metadata', customer_id = +?1->>'$.customer_id',
  referrer_id = +?1->>'$.referrer_id', redemptions = +?1->>'$.redemptions',
  updated_at = +?1->>'$.updated_at', paid_at = +?1->>'$.paid_at',
  lines_version = +?1->>'$.lines_version', claimed = +?1->>'$.claimed'
WHERE project_id = +?2
  AND id = +?3
  AND revision = +?4;

-- ?1 "{\"total_rolled_back\":1,\"total_rollback_succeeded\":1,\"gift_redeemed_amount\":-300,\"o...
-- ?2 "proj_1"
-- ?3 "cust_0VLO3fii0000000000000009"
UPDATE customers
SET total_rolled_back = total_rolled_back + (+?1->>'$.total_rolled_back'),
  total_rollback_succeeded = total_rollback_succeeded + (+?1->>'$.total_rollback_succeeded'),
  gift_redeemed_amount = gift_redeemed_amount + (+?1->>'$.gift_redeemed_amount'),
  orders_amount = orders_amount + (+?1->>'$.orders_amount'),
  orders_count = orders_count + (+?1->>'$.orders_count')
WHERE project_id = +?2
  AND id = +?3;

-- ?1 "proj_1"
-- ?2 "2026-06-02"
-- ?3 1
-- ?4 2
-- ?5 1
-- ?6 300
-- ?7 2000
-- ?8 300
-- ?9 1
INSERT INTO tallies(
  project_id, day, redemptions, event_sequence, day_rollbacks_succeeded,
  day_rolledback_discounted_amount, day_orders_rolledback_amount, day_amount_rolledback,
  day_orders_rolledback_count
)
VALUES (+?1, +?2, +?3, +?4, +?5, +?6, +?7, +?8, +?9)
  ON CONFLICT (project_id) DO UPDATE
SET day = excluded.day, redemptions = redemptions + excluded.redemptions,
  event_sequence = event_sequence + excluded.event_sequence,
  day_rollbacks_succeeded = day_rollbacks_succeeded + excluded.day_rollbacks_succeeded,
  day_rolledback_discounted_amount = day_rolledback_discounted_amount + excluded.day_rolledback_discounted_amount,
  day_orders_rolledback_amount = day_orders_rolledback_amount + excluded.day_orders_rolledback_amount,
  day_amount_rolledback = day_amount_rolledback + excluded.day_amount_rolledback,
  day_orders_rolledback_count = day_orders_rolledback_count + excluded.day_orders_rolledback_count;

-- ?1 "proj_1"
-- ?2 "req_1"
-- ?3 "{\"channel\":\"API\",\"api_key\":{\"name\":\"Back end\",\"app_id\":\"app_1\"}}"
-- ?4 "2026-06-02T12:00:00.000Z"
-- ?5 "evred_19e883476000000018"
-- ?6 "redemption.rollback.succeeded"
-- ?7 "rr_19e883476000000016"
-- ?8 "{\"entry\":\"rr_19e883476000000016\",\"voucher\":{\"id\":\"v_0VLO3fii00000000000000000000...
-- ?9 "cust_0VLO3fii0000000000000009"
-- ?10 "evvou_19e883476000000019"
-- ?11 "voucher.gift.transaction.created"
-- ?12 "v_0VLO3fii000000000000000000000003"
-- ?13 "{\"entry\":\"rr_19e883476000000016\",\"voucher\":{\"id\":\"v_0VLO3fii00000000000000000000...
-- ?14 "cust_0VLO3fii0000000000000009"
-- ?15 "[\"cust_0VLO3fii0000000000000009\"]"
INSERT INTO outbox(
  project_id, sequence, group_id, source, created_at, id, kind, entity_id, data, customer_id,
  as_left, run
)
VALUES (
  +?1,
  (SELECT event_sequence FROM tallies WHERE project_id = +?1) - 1, +?2, +?3, +?4, +?5, +?6,
  +?7, +?8, +?9, '{}', 0
),
  (
    +?1,
    (SELECT event_sequence FROM tallies WHERE project_id = +?1) - 0, +?2, +?3, +?4, +?10,
    +?11, +?12, +?13, +?14,
    (
      SELECT json_group_object(
        c.id,
        json_object(
          'numbers',
          json_array(
            c.total_redeemed, c.total_failed, c.total_succeeded, c.total_rolled_back,
            c.total_rollback_failed, c.total_rollback_succeeded, c.gift_redeemed_amount,
            c.loyalty_redeemed_points, c.gift_balance, c.points_balance, c.loyalty_cards,
            c.referred_customers, c.orders_amount, c.orders_count, c.last_order_amount,
            c.last_order_date, c.updated_at
          ),
          'referrals', json_array_length(c.referrals), 'points',
          iif(c.program_points = '{}', NULL, json(c.program_points)), 'tiers',
          iif(
            c.loyalty_cards = 0, NULL,
            json(
              (
                SELECT json_group_object(m.campaign_id, m.tier_id)
                FROM loyalty_members m
                WHERE m.project_id = c.project_id
                  AND m.customer_id = c.id
                  AND m.tier_id IS NOT NULL
              )
            )
          )
        )
      )
      FROM json_each(+?15) p
      CROSS JOIN customers c
        ON c.project_id = +?1
        AND c.id = p.value
    ),
    2
  );

-- ?1 "proj_1"
-- ?2 "19e883476000000016"
-- ?3 "rr_19e883476000000016"
-- ?4 "redemption_rollback"
-- ?5 "r_19e883476000000011"
-- ?6 null
-- ?7 "v_0VLO3fii000000000000000000000003"
-- ?8 null
-- ?9 null
-- ?10 "cust_0VLO3fii0000000000000009"
-- ?11 "ord_19e883476000000010"
-- ?12 "track_sqRmmOxqxdlSTE07OeApjfpC596BnnLK9p7JIgKMbJ0="
-- ?13 null
-- ?14 -300
-- ?15 "SUCCESS"
-- ?16 "SUCCEEDED"
-- ?17 null
-- ?18 null
-- ?19 null
-- ?20 "{\"source_id\":\"order-1\",\"status\":\"CANCELED\",\"amount\":2000,\"redemptions\":{\"r_1...
-- ?21 "{\"quantity\":1,\"credits\":300,\"order_discount\":300,\"usage\":{\"day\":\"2026-06-02\",...
-- ?22 "{\"channel_type\":\"API\",\"channel_id\":\"app_1\"}"
-- ?23 "2026-06-02T12:00:00.000Z"
-- ?24 null
INSERT INTO redemptions(
  "project_id", "sort_key", "id", "object", "redemption_id", "parent_id", "voucher_id",
  "promotion_tier_id", "promotion_stack_id", "customer_id", "order_id", "tracking_id",
  "metadata", "amount", "result", "status", "failure_code", "failure_message", "reason",
  "order", "effects", "channel", "created_at", "audit"
)
VALUES (
  +?1, +?2, +?3, +?4, +?5, +?6, +?7, +?8, +?9, +?10, +?11, +?12, +?13, +?14, +?15, +?16, +?17,
  +?18, +?19, +?20, +?21, +?22, +?23, +?24
);

-- ?1 "[{\"at\":0,\"voucher_id\":\"v_0VLO3fii000000000000000000000003\",\"id\":\"vtx_19e88347600...
-- ?2 "proj_1"
UPDATE outbox
SET data = json_patch(
  data,
  json_object(
    'balance', json_object('total', t.total, 'balance', t.balance), 'transaction',
    json_object(
      'details', json_object('balance', json_object('total', t.total, 'balance', t.balance))
    ),
    'voucher',
    json_object(
      'gift',
      json_object(
        'amount', t.total, 'balance', t.balance, 'subtracted_amount', v.subtracted_amount
      ),
      'redemption',
      json_object(
        'redeemed_quantity', v.redeemed_quantity, 'redeemed_amount', v.redeemed_amount
      )
    )
  )
)
FROM json_each(+?1) e
CROSS JOIN voucher_transactions t
  ON t.project_id = +?2
  AND t.voucher_id = e.value->>'$.voucher_id'
  AND t.id = e.value->>'$.id'
CROSS JOIN vouchers v INDEXED BY vouchers_id
  ON v.project_id = +?2
  AND v.is_live IN (0, 1)
  AND v.id = t.voucher_id
WHERE outbox.project_id = +?2
  AND outbox.sequence IN (
    SELECT (SELECT event_sequence FROM tallies WHERE project_id = +?2) - (e.value->>'$.at')
    FROM json_each(+?1) e
  )
  AND outbox.sequence = (
    SELECT event_sequence
    FROM tallies
    WHERE project_id = +?2
  ) - (
    e.value->>'$.at'
  )
  AND (data->>'$.balance.total' <> t.total OR data->>'$.balance.balance' <> t.balance);
