-- Round trip 1

-- ?1 "proj_1"
-- ?2 "anna"
-- ?3 "order-1"
-- ?4 "[\"\",\"key:app_1\"]"
-- ?5 1780401600000
-- ?6 "cart-1"
-- ?7 "[\"GIFT\"]"
SELECT (
  SELECT json_group_array(
    json_array(
      json_array(
        r. "project_id", r. "code_key", r. "id", r. "code", r. "type", r. "campaign_id",
        r. "category", r. "category_id", json(r. "discount"), r. "gift_effect", r. "amount",
        r. "balance", r. "subtracted_amount", r. "redeemed_amount", r. "held_amount",
        r. "redemption_quantity", r. "redeemed_quantity", r. "held_quantity",
        r. "publish_count", r. "start_date", r. "expiration_date",
        json(r. "validity_timeframe"), json(r. "validity_day_of_week"),
        json(r. "validity_hours"), r. "active", r. "additional_info", json(r. "metadata"),
        r. "is_referral_code", r. "holder_id", r. "referrer_id", r. "created_at",
        r. "updated_at"
      ),
      json_array(
        r. "deleted_at", json(r. "loyalty"), json(r. "usage"), json(r. "campaign"),
        json(r. "of_discount"), json(r. "rule_sets"), json(r. "yielding"), r. "is_circular",
        r. "category_type"
      )
    )
  )
  FROM (
    SELECT v.*,
      (
        SELECT json_object(
          'id', c.id, 'name', c.name, 'campaign_type', c.campaign_type, 'active',
          json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false')), 'category',
          c.category, 'category_id', c.category_id, 'use_voucher_metadata_schema',
          json(iif(c.use_voucher_metadata_schema, 'true', 'false')), 'discount',
          json(c.voucher->'$.discount'), 'gift_effect', c.voucher->>'$.gift.effect',
          'start_date', c.start_date, 'expiration_date', c.expiration_date,
          'validity_timeframe', json(c.validity_timeframe), 'validity_day_of_week',
          json(c.validity_day_of_week), 'validity_hours', json(c.validity_hours)
        )
        FROM campaigns c
        WHERE c.project_id = v.project_id
          AND c.id = v.campaign_id
      ) AS campaign,
      (
        SELECT json_object(
          'goods',
          iif(
            d.x->>'$.type' IN ('UNIT'),
            (
              SELECT json_group_array(
                json_array(
                  json_array(
                    s.id, s.source_id, s.sku, s.price,
                    json(iif(length(s.metadata) > 2000, NULL, s.metadata))
                  ),
                  s.product_id,
                  json_array(
                    p.id, p.source_id, p.name, p.price,
                    json(iif(length(p.metadata) > 2000, NULL, p.metadata))
                  )
                )
              )
              FROM (
                SELECT d.x->>'$.unit_type' AS id
                UNION ALL SELECT value->>'$.unit_type'
                FROM json_each(d.x, '$.units')
              ) u
              LEFT JOIN skus s
                ON s.project_id = +?1
                AND s.id = u.id
              LEFT JOIN products p
                ON p.project_id = +?1
                AND p.id = coalesce(s.product_id, u.id)
            ),
            NULL
          ),
          'publication',
          iif(
            instr(d.x, 'PUBLICATION_METADATA') > 0,
            (
              SELECT json(p.metadata)
              FROM vouchers x INDEXED BY vouchers_id
              CROSS JOIN redeemable_holders h
                ON h.project_id = +?1
                AND h.redeemable_id = x.id
                AND h.customer_id = x.holder_id
              CROSS JOIN publications p
                ON p.project_id = +?1
                AND p.id = h.publication_id
              WHERE x.project_id = +?1
                AND x.is_live = 1
                AND x.id = v.id
            ),
            NULL
          )
        )
        FROM (
          SELECT coalesce(
            v.discount,
            (
              SELECT c.voucher->'$.discount'
              FROM campaigns c
              WHERE c.project_id = v.project_id
                AND c.id = v.campaign_id
            )
          ) AS x
        ) d
        WHERE d.x->>'$.type' IN ('UNIT')
          OR instr(d.x, 'PUBLICATION_METADATA') > 0
      ) AS of_discount,
      (
        SELECT json_group_array(
          json_object(
            'id', r.id, 'rules', json(r.rules), 'error', json(r.error), 'applicable_to',
            json(r.applicable_to), 'bundle_rules', json(r.bundle_rules), 'segments',
            (
              SELECT json_group_array(
                json_object(
                  'id', s.id, 'name', s.name, 'filter', json(s.filter), 'is_member',
                  json(
                    iif(
                      s.type = 'static' AND EXISTS (
                        SELECT 1
                        FROM segment_members m
                        WHERE m.project_id = s.project_id
                          AND m.segment_id = s.id
                          AND m.customer_id = (
                            SELECT id
                            FROM customers
                            WHERE project_id = +?1
                              AND source_id = +?2
                          )
                      ),
                      'true', 'false'
                    )
                  )
                )
              )
              FROM json_each(r.segments) n
              CROSS JOIN segments s
                ON s.project_id = r.project_id
                AND s.id = n.value
            ),
            'collections',
            (
              SELECT json_group_array(
                json_object(
                  'id', k.id, 'name', k.name, 'filter', json(k.filter), 'members',
                  iif(
                    k.type = 'STATIC',
                    (
                      SELECT json_group_array(m.object_id)
                      FROM product_collection_members m
                      WHERE m.project_id = k.project_id
                        AND m.collection_id = k.id
                        AND m.object_id IN (
                          SELECT n.value
                          FROM (
                            SELECT i.value AS line
                            FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
                            WHERE o.project_id = +?1
                              AND o.source_id = +?3
                          ),
                            json_each(
                              json_array(
                                coalesce(
                                  nullif(line->>'$.product_id', ''),
                                  nullif(line->>'$.product.id', '')
                                ),
                                coalesce(
                                  nullif(line->>'$.sku_id', ''), nullif(line->>'$.sku.id', '')
                                )
                              )
                            ) n
                          UNION ALL SELECT product_id
                          FROM skus
                          WHERE project_id = +?1
                            AND id IN (
                              SELECT n.value
                              FROM (
                                SELECT i.value AS line
                                FROM orders o INDEXED BY orders_source_id,
                                  json_each(o.items) i
                                WHERE o.project_id = +?1
                                  AND o.source_id = +?3
                              ),
                                json_each(
                                  json_array(
                                    coalesce(
                                      nullif(line->>'$.product_id', ''),
                                      nullif(line->>'$.product.id', '')
                                    ),
                                    coalesce(
                                      nullif(line->>'$.sku_id', ''),
                                      nullif(line->>'$.sku.id', '')
                                    )
                                  )
                                ) n
                            )
                          UNION ALL SELECT id
                          FROM products INDEXED BY products_source_id
                          WHERE project_id = +?1
                            AND source_id IN (
                              SELECT n.value
                              FROM (
                                SELECT i.value AS line
                                FROM orders o INDEXED BY orders_source_id,
                                  json_each(o.items) i
                                WHERE o.project_id = +?1
                                  AND o.source_id = +?3
                              ),
                                json_each(
                                  json_array(
                                    coalesce(
                                      nullif(line->>'$.product.source_id', ''),
                                      nullif(line->>'$.source_id', '')
                                    ),
                                    coalesce(
                                      nullif(line->>'$.sku.source_id', ''),
                                      nullif(line->>'$.source_id', '')
                                    )
                                  )
                                ) n
                            )
                          UNION ALL SELECT j.value
                          FROM skus s INDEXED BY skus_source_id,
                            json_each(json_array(s.id, s.product_id)) j
                          WHERE s.project_id = +?1
                            AND s.source_id IN (
                              SELECT n.value
                              FROM (
                                SELECT i.value AS line
                                FROM orders o INDEXED BY orders_source_id,
                                  json_each(o.items) i
                                WHERE o.project_id = +?1
                                  AND o.source_id = +?3
                              ),
                                json_each(
                                  json_array(
                                    coalesce(
                                      nullif(line->>'$.product.source_id', ''),
                                      nullif(line->>'$.source_id', '')
                                    ),
                                    coalesce(
                                      nullif(line->>'$.sku.source_id', ''),
                                      nullif(line->>'$.source_id', '')
                                    )
                                  )
                                ) n
                            )
                        )
                    ),
                    json('[]')
                  )
                )
              )
              FROM json_each(r.collections) n
              CROSS JOIN product_collections k
                ON k.project_id = r.project_id
                AND k.id = n.value
            ),
            'usage',
            json(
              iif(
                r.reads_usage,
                (
                  SELECT json_group_array(
                    json_object(
                      'owner_id', u.owner_id, 'subject', u.subject, 'count', u.count,
                      'orders_amount', u.orders_amount, 'discounted_amount',
                      u.discounted_amount, 'day', u.day, 'day_count', u.day_count, 'week',
                      u.week, 'week_count', u.week_count, 'month', u.month, 'month_count',
                      u.month_count
                    )
                  )
                  FROM usage_counters u
                  WHERE u.project_id = v.project_id
                    AND u.owner_id IN (v.id, v.campaign_id)
                    AND u.subject IN (
                      SELECT value
                      FROM json_each(+?4)
                      UNION ALL SELECT id
                      FROM customers
                      WHERE project_id = +?1
                        AND source_id = +?2
                    )
                ),
                'null'
              )
            ),
            'version', json_array(a.id, r.updated_at), 'assignment',
            json_array(a.id, a.related_object_id, a.related_object_type, a.created_at)
          ) ORDER BY r.id
        )
        FROM validation_rules_assignments a
        JOIN validation_rules r
          ON r.project_id = a.project_id
          AND r.id = a.rule_id
        WHERE a.project_id = v.project_id
          AND a.related_object_id IN (v.id, v.campaign_id)
      ) AS rule_sets,
      iif(
        v.held_quantity = 0 AND v.held_amount = 0, NULL,
        (
          SELECT json_object(
            'quantity', total(y.quantity), 'amount', total(y.amount), 'until', max(y.lapsed)
          )
          FROM (
            SELECT *
            FROM (
              SELECT h.quantity, h.amount, h.expires_at AS lapsed
              FROM session_holds h INDEXED BY session_holds_lapsed
              WHERE h.project_id = v.project_id
                AND h.voucher_id = v.id
                AND h.expires_at <= +?5
              ORDER BY h.expires_at
              LIMIT 100
            )
            UNION ALL SELECT h.quantity, h.amount, NULL
            FROM session_holds h
            WHERE h.project_id = v.project_id
              AND h.voucher_id = v.id
              AND h.session_key = +?6
              AND h.expires_at > +?5
          ) y
        )
      ) AS yielding,
      iif(
        v.is_referral_code,
        EXISTS (
          WITH RECURSIVE up(
            id, height
          ) AS (
            SELECT v.holder_id, 0
            UNION ALL SELECT r.referrer_id, up.height + 1
            FROM up
            CROSS JOIN referrals r
              ON r.project_id = +?1
              AND r.campaign_id = v.campaign_id
              AND r.referee_id = up.id
            WHERE up.height < 64
          )
          SELECT 1
          FROM up
          WHERE height > 0
            AND id IN (SELECT id FROM customers WHERE project_id = +?1 AND source_id = +?2)
        ),
        0
      ) AS is_circular,
      (
        SELECT k.stacking_rules_type
        FROM categories k
        WHERE k.project_id = v.project_id
          AND k.id = coalesce(
            v.category_id,
            (
              SELECT c.category_id
              FROM campaigns c
              WHERE c.project_id = v.project_id
                AND c.id = v.campaign_id
            )
          )
      ) AS category_type
    FROM vouchers v
    WHERE v.project_id = +?1
      AND v.code_key IN (SELECT value FROM json_each(+?7))
      AND v.deleted_at IS NULL
  ) r
) AS r0,
  (
    SELECT json_group_array(
      json_array(
        json_array(
          r. "project_id", r. "id", r. "source_id", r. "name", r. "description", r. "email",
          r. "phone", r. "birthday", r. "birthdate", json(r. "address"), json(r. "metadata"),
          r. "made_by_browser", json(r. "consents"), r. "total_redeemed", r. "total_failed",
          r. "total_succeeded", r. "total_rolled_back", r. "total_rollback_failed",
          r. "total_rollback_succeeded", r. "gift_redeemed_amount",
          r. "loyalty_redeemed_points", r. "gift_balance", r. "points_balance",
          r. "loyalty_cards", json(r. "program_points"), r. "referred_customers",
          json(r. "referrals"), r. "orders_amount", r. "orders_count", r. "last_order_amount",
          r. "last_order_date", r. "last_order_id"
        ),
        json_array(
          r. "prior_order_amount", r. "prior_order_date", r. "segments_told",
          json(r. "usage"), r. "created_at", r. "updated_at"
        )
      )
    )
    FROM (SELECT * FROM customers WHERE project_id = +?1 AND source_id = +?2) r
  ) AS r1,
  (
    SELECT json_group_array(
      json_array(
        json_array(
          r. "project_id", r. "id", r. "source_id", r. "status", r. "amount",
          r. "initial_amount", r. "discount_amount", r. "items_discount_amount",
          json(r. "items"), json(r. "metadata"), json(r. "claimed"), r. "customer_id",
          r. "referrer_id", json(r. "redemptions"), r. "revision", r. "lines_version",
          r. "paid_at", r. "created_at", r. "updated_at"
        )
      )
    )
    FROM (SELECT * FROM orders WHERE project_id = +?1 AND source_id = +?3) r
  ) AS r2,
  (
    SELECT json_group_array(
      json_array(
        json_array(json(r. "metadata"), r. "id", r. "source_id", r. "name", r. "price")
      )
    )
    FROM (
      SELECT n.id, coalesce(p.source_id, s.source_id) AS source_id,
        coalesce(p.name, s.sku) AS name, coalesce(p.price, s.price) AS price,
        iif(
          length(coalesce(p.metadata, s.metadata)) > 2000, NULL,
          coalesce(p.metadata, s.metadata)
        ) AS metadata
      FROM (
        SELECT DISTINCT id
        FROM (
          SELECT n.value AS id
          FROM (SELECT redemptions FROM orders WHERE project_id = +?1 AND source_id = +?3) o,
            json_each(o.redemptions) e, json_each(e.value, '$.applied.lines') l,
            json_each(json_array(l.value->>'$.item.product_id', l.value->>'$.item.sku_id')) n
        )
      ) n
      LEFT JOIN products p
        ON p.project_id = +?1
        AND p.id = n.id
      LEFT JOIN skus s
        ON s.project_id = +?1
        AND s.id = n.id
      WHERE coalesce(p.id, s.id) IS NOT NULL
    ) r
  ) AS r3,
  (
    SELECT json_group_array(
      json_array(
        json_array(
          r. "project_id", r. "id", r. "source_id", r. "name", r. "price",
          json(r. "attributes"), r. "image_url", json(r. "metadata"), r. "created_at",
          r. "updated_at"
        )
      )
    )
    FROM (
      SELECT *
      FROM products
      WHERE project_id = +?1
        AND id IN (
          SELECT coalesce(nullif(line->>'$.product_id', ''), nullif(line->>'$.product.id', ''))
          FROM (
            SELECT i.value AS line
            FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
            WHERE o.project_id = +?1
              AND o.source_id = +?3
          )
        )
      UNION ALL SELECT *
      FROM products INDEXED BY products_source_id
      WHERE project_id = +?1
        AND source_id IN (
          SELECT coalesce(
            nullif(line->>'$.product.source_id', ''), nullif(line->>'$.source_id', '')
          )
          FROM (
            SELECT i.value AS line
            FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
            WHERE o.project_id = +?1
              AND o.source_id = +?3
          )
        )
      UNION ALL SELECT *
      FROM products
      WHERE project_id = +?1
        AND id IN (
          SELECT s.product_id
          FROM skus s
          WHERE s.project_id = +?1
            AND s.id IN (
              SELECT coalesce(nullif(line->>'$.sku_id', ''), nullif(line->>'$.sku.id', ''))
              FROM (
                SELECT i.value AS line
                FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
                WHERE o.project_id = +?1
                  AND o.source_id = +?3
              )
            )
          UNION ALL SELECT s.product_id
          FROM skus s INDEXED BY skus_source_id
          WHERE s.project_id = +?1
            AND s.source_id IN (
              SELECT coalesce(
                nullif(line->>'$.sku.source_id', ''), nullif(line->>'$.source_id', '')
              )
              FROM (
                SELECT i.value AS line
                FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
                WHERE o.project_id = +?1
                  AND o.source_id = +?3
              )
            )
        )
    ) r
  ) AS r4,
  (
    SELECT json_group_array(
      json_array(
        json_array(
          r. "project_id", r. "id", r. "product_id", r. "source_id", r. "sku", r. "price",
          r. "currency", json(r. "attributes"), r. "image_url", json(r. "metadata"),
          r. "created_at", r. "updated_at", r. "product_price"
        )
      )
    )
    FROM (
      SELECT s.*, p.price AS product_price
      FROM skus s
      LEFT JOIN products p
        ON p.project_id = s.project_id
        AND p.id = s.product_id
      WHERE s.project_id = +?1
        AND s.id IN (
          SELECT coalesce(nullif(line->>'$.sku_id', ''), nullif(line->>'$.sku.id', ''))
          FROM (
            SELECT i.value AS line
            FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
            WHERE o.project_id = +?1
              AND o.source_id = +?3
          )
        )
      UNION ALL SELECT s.*, p.price AS product_price
      FROM skus s INDEXED BY skus_source_id
      LEFT JOIN products p
        ON p.project_id = s.project_id
        AND p.id = s.product_id
      WHERE s.project_id = +?1
        AND s.source_id IN (
          SELECT coalesce(
            nullif(line->>'$.sku.source_id', ''), nullif(line->>'$.source_id', '')
          )
          FROM (
            SELECT i.value AS line
            FROM orders o INDEXED BY orders_source_id, json_each(o.items) i
            WHERE o.project_id = +?1
              AND o.source_id = +?3
          )
        )
    ) r
  ) AS r5;

-- Round trip 2

-- ?1 1
-- ?2 "[{\"key\":\"GIFT\",\"id\":\"v_0VLO3fii000000000000000000000003\",\"seen\":null,\"deleted\...
-- ?3 "proj_1"
-- ?4 1
-- ?5 "[[\"asgm_0VLO3fii00000004\",null]]"
-- ?6 "[\"v_0VLO3fii000000000000000000000003\"]"
-- ?7 "proj_1"
-- ?8 "proj_1"
-- ?9 "[{\"owner\":\"v_0VLO3fii000000000000000000000003\",\"subject\":\"cust_0VLO3fii00000000000...
-- ?10 "2026-06-02"
-- ?11 "2026-06-01"
-- ?12 "2026-06"
INSERT INTO assert_v(ok, tag)
VALUES (
  (
    SELECT count(*) = +?1
    FROM json_each(+?2) m
    CROSS JOIN vouchers v
      ON v.project_id = +?3
      AND v.code_key = m.value->>'$.key'
    WHERE v.id = m.value->>'$.id'
      AND v.updated_at IS (m.value->>'$.seen')
      AND v.active = 1
      AND v.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT 1
        FROM campaigns c
        WHERE c.project_id = +?3
          AND c.id = v.campaign_id
          AND (c.active = 0 OR c.deleted_at IS NOT NULL)
      )
  ),
  'voucher_moved'
),
  (
    (
      SELECT count(*) = +?4
        AND total(json_array(a.id, r.updated_at) IN (SELECT value FROM json_each(+?5))) = +?4
      FROM json_each(+?6) o
      CROSS JOIN validation_rules_assignments a
        ON a.project_id = +?7
        AND a.related_object_id = o.value
      CROSS JOIN validation_rules r
        ON r.project_id = +?7
        AND r.id = a.rule_id
    ),
    'rules_moved'
  ),
  (
    (
      NOT EXISTS (
        SELECT 1
        FROM (
          SELECT g.value->>'$.measure' AS measure, g.value->>'$.lo' AS lo,
            g.value->>'$.hi' AS hi,
            coalesce(
              iif(
                substr((g.value->>'$.subject'), 1, 5) = 'cust_',
                (
                  SELECT c.usage-> ('$."' || (g.value->>'$.owner') || '"')
                  FROM customers c
                  WHERE c.project_id = +?8
                    AND c.id = (g.value->>'$.subject')
                ),
                iif(
                  substr((g.value->>'$.owner'), 1, 2) = 'v_',
                  (
                    SELECT v.usage-> ('$."' || (g.value->>'$.subject') || '"')
                    FROM vouchers v INDEXED BY vouchers_id
                    WHERE v.project_id = +?8
                      AND v.is_live IN (0, 1)
                      AND v.id = (g.value->>'$.owner')
                  ),
                  NULL
                )
              ),
              (
                SELECT json_array(
                  a.count, a.orders_amount, a.discounted_amount, a.day, a.day_count, a.week,
                  a.week_count, a.month, a.month_count
                )
                FROM usage_counters a
                WHERE a.project_id = +?8
                  AND a.owner_id = (g.value->>'$.owner')
                  AND a.subject = (g.value->>'$.subject')
              )
            ) AS cells
          FROM json_each(+?9) g
          LIMIT -1
        ) x
        WHERE coalesce(
          CASE x.measure WHEN 'count' THEN x.cells->>0 WHEN 'day_count' THEN iif(
            x.cells->>3 >= +?10, x.cells->>4, 0
          ) WHEN 'week_count' THEN iif(
            x.cells->>5 >= +?11, x.cells->>6, 0
          ) WHEN 'month_count' THEN iif(
            x.cells->>7 >= +?12, x.cells->>8, 0
          ) WHEN 'orders_amount' THEN x.cells->>1 ELSE x.cells->>2 END,
          0
        ) NOT BETWEEN x.lo
          AND x.hi
      )
    ),
    'usage_moved'
  );

-- ?1 "proj_1"
-- ?2 "cart-1"
WITH gone AS MATERIALIZED (
  SELECT +?1 AS project_id, voucher_id, sum(quantity) AS quantity, sum(amount) AS amount
  FROM (
    SELECT h.voucher_id, h.session_key, h.quantity, h.amount
    FROM session_holds h INDEXED BY session_holds_key
    WHERE h.project_id = +?1
      AND h.session_key = +?2
  )
  GROUP BY voucher_id
) UPDATE vouchers
SET held_quantity = held_quantity - g.quantity, held_amount = held_amount - g.amount
FROM gone g
WHERE vouchers.project_id = +?1
  AND vouchers.code_key IN (
    SELECT (
      SELECT v.code_key
      FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = h.project_id
        AND v.is_live = 1
        AND v.id = h.voucher_id
      UNION ALL SELECT v.code_key
      FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = h.project_id
        AND v.is_live = 0
        AND v.id = h.voucher_id
    )
    FROM gone h
  )
  AND vouchers.id = g.voucher_id;

-- ?1 "proj_1"
-- ?2 "cart-1"
DELETE
FROM session_holds
WHERE project_id = +?1
  AND (
    voucher_id, session_key
  ) IN (
    SELECT voucher_id, session_key
    FROM (
      SELECT h.voucher_id, h.session_key, h.quantity, h.amount
      FROM session_holds h INDEXED BY session_holds_key
      WHERE h.project_id = +?1
        AND h.session_key = +?2
    )
  );

-- ?1 "proj_1"
-- ?2 "[{\"key\":\"GIFT\",\"id\":\"v_0VLO3fii000000000000000000000003\",\"seen\":null,\"deleted\...
UPDATE vouchers
SET redeemed_quantity = redeemed_quantity + (m.value->>'$.quantity'),
  redeemed_amount = redeemed_amount + (m.value->>'$.credits'),
  balance = balance - (m.value->>'$.credits'),
  usage = json_patch(
    coalesce(vouchers.usage, '{}'),
    coalesce(
      (
        SELECT json_group_object(
          x.name,
          json_array(
            coalesce(x.was->>0, 0) + (x.move->>'$.count'),
            coalesce(x.was->>1, 0) + (x.move->>'$.orders_amount'),
            coalesce(x.was->>2, 0) + (x.move->>'$.discounted_amount'),
            max(coalesce(x.was->>3, ''), (x.move->>'$.day')),
            (
              x.move->>'$.count'
            ) + iif(
              (x.move->>'$.day') > coalesce(x.was->>3, ''), 0, coalesce(x.was->>4, 0)
            ),
            max(coalesce(x.was->>5, ''), (x.move->>'$.week')),
            (
              x.move->>'$.count'
            ) + iif(
              (x.move->>'$.week') > coalesce(x.was->>5, ''), 0, coalesce(x.was->>6, 0)
            ),
            max(coalesce(x.was->>7, ''), (x.move->>'$.month')),
            (
              x.move->>'$.count'
            ) + iif(
              (x.move->>'$.month') > coalesce(x.was->>7, ''), 0, coalesce(x.was->>8, 0)
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
          FROM json_each(m.value, '$.usage') u
          LIMIT -1
        ) x
      ),
      '{}'
    )
  )
FROM json_each(+?2) m
WHERE project_id = +?1
  AND code_key IN (SELECT value->>'$.key' FROM json_each(+?2))
  AND code_key = m.value->>'$.key'
  AND vouchers.id = m.value->>'$.id'
RETURNING id, redeemed_quantity, redeemed_amount, balance;

-- ?1 "proj_1"
-- ?2 null
-- ?3 "2026-06-02T12:00:00.000Z"
-- ?4 "[{\"id\":\"vtx_19e883476000000012\",\"voucher_id\":\"v_0VLO3fii000000000000000000000003\"...
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
  AND v.is_live = 1
  AND v.id = e.value->>'$.voucher_id';

-- ?1 "proj_1"
-- ?2 "cust_0VLO3fii0000000000000009"
-- ?3 "anna"
-- ?4 null
-- ?5 null
-- ?6 null
-- ?7 null
-- ?8 null
-- ?9 null
-- ?10 null
-- ?11 "{}"
-- ?12 0
-- ?13 "{}"
-- ?14 0
-- ?15 0
-- ?16 0
-- ?17 0
-- ?18 0
-- ?19 0
-- ?20 0
-- ?21 0
-- ?22 0
-- ?23 0
-- ?24 0
-- ?25 "{}"
-- ?26 0
-- ?27 "[]"
-- ?28 0
-- ?29 0
-- ?30 null
-- ?31 null
-- ?32 null
-- ?33 null
-- ?34 null
-- ?35 0
-- ?36 null
-- ?37 "2026-06-02T12:00:00.000Z"
-- ?38 null
INSERT INTO customers(
  "project_id", "id", "source_id", "name", "description", "email", "phone", "birthday",
  "birthdate", "address", "metadata", "made_by_browser", "consents", "total_redeemed",
  "total_failed", "total_succeeded", "total_rolled_back", "total_rollback_failed",
  "total_rollback_succeeded", "gift_redeemed_amount", "loyalty_redeemed_points",
  "gift_balance", "points_balance", "loyalty_cards", "program_points", "referred_customers",
  "referrals", "orders_amount", "orders_count", "last_order_amount", "last_order_date",
  "last_order_id", "prior_order_amount", "prior_order_date", "segments_told", "usage",
  "created_at", "updated_at"
)
VALUES (
  +?1, +?2, +?3, +?4, +?5, +?6, +?7, +?8, +?9, +?10, +?11, +?12, +?13, +?14, +?15, +?16, +?17,
  +?18, +?19, +?20, +?21, +?22, +?23, +?24, +?25, +?26, +?27, +?28, +?29, +?30, +?31, +?32,
  +?33, +?34, +?35, +?36, +?37, +?38
);

-- ?1 "{\"total_redeemed\":1,\"total_succeeded\":1,\"gift_redeemed_amount\":300,\"orders_amount\...
-- ?2 "proj_1"
-- ?3 "[{\"owner\":\"v_0VLO3fii000000000000000000000003\",\"subject\":\"cust_0VLO3fii00000000000...
-- ?4 "{\"id\":\"ord_19e883476000000010\",\"amount\":1700,\"date\":\"2026-06-02T12:00:00.000Z\"}...
-- ?5 "cust_0VLO3fii0000000000000009"
UPDATE customers
SET total_redeemed = total_redeemed + (+?1->>'$.total_redeemed'),
  total_succeeded = total_succeeded + (+?1->>'$.total_succeeded'),
  gift_redeemed_amount = gift_redeemed_amount + (+?1->>'$.gift_redeemed_amount'),
  orders_amount = orders_amount + (+?1->>'$.orders_amount'),
  orders_count = orders_count + (+?1->>'$.orders_count'),
  usage = json_patch(
    coalesce(customers.usage, '{}'),
    coalesce(
      (
        SELECT json_group_object(
          x.name,
          json_array(
            coalesce(x.was->>0, 0) + (x.move->>'$.count'),
            coalesce(x.was->>1, 0) + (x.move->>'$.orders_amount'),
            coalesce(x.was->>2, 0) + (x.move->>'$.discounted_amount'),
            max(coalesce(x.was->>3, ''), (x.move->>'$.day')),
            (
              x.move->>'$.count'
            ) + iif(
              (x.move->>'$.day') > coalesce(x.was->>3, ''), 0, coalesce(x.was->>4, 0)
            ),
            max(coalesce(x.was->>5, ''), (x.move->>'$.week')),
            (
              x.move->>'$.count'
            ) + iif(
              (x.move->>'$.week') > coalesce(x.was->>5, ''), 0, coalesce(x.was->>6, 0)
            ),
            max(coalesce(x.was->>7, ''), (x.move->>'$.month')),
            (
              x.move->>'$.count'
            ) + iif(
              (x.move->>'$.month') > coalesce(x.was->>7, ''), 0, coalesce(x.was->>8, 0)
            )
          )
        )
        FROM (
          SELECT u.value AS move, (u.value->>'$.owner') AS name,
            coalesce(
              customers.usage-> ('$."' || (u.value->>'$.owner') || '"'),
              (
                SELECT json_array(
                  a.count, a.orders_amount, a.discounted_amount, a.day, a.day_count, a.week,
                  a.week_count, a.month, a.month_count
                )
                FROM usage_counters a
                WHERE a.project_id = +?2
                  AND a.owner_id = (u.value->>'$.owner')
                  AND a.subject = customers.id
              )
            ) AS was
          FROM json_each(+?3) u
          LIMIT -1
        ) x
      ),
      '{}'
    )
  ),
  last_order_amount = (+?4->>'$.amount'), last_order_date = (+?4->>'$.date'),
  last_order_id = (+?4->>'$.id'),
  prior_order_amount = iif(
    last_order_id IS (+?4->>'$.id'), prior_order_amount, last_order_amount
  ),
  prior_order_date = iif(last_order_id IS (+?4->>'$.id'), prior_order_date, last_order_date)
WHERE project_id = +?2
  AND id = +?5;

-- ?1 "proj_1"
-- ?2 "ord_19e883476000000010"
-- ?3 "order-1"
-- ?4 "PAID"
-- ?5 2000
-- ?6 2000
-- ?7 300
-- ?8 0
-- ?9 null
-- ?10 "{}"
-- ?11 null
-- ?12 "cust_0VLO3fii0000000000000009"
-- ?13 null
-- ?14 "{\"r_19e883476000000011\":{\"date\":\"2026-06-02T12:00:00.000Z\",\"related_object_type\":...
-- ?15 0
-- ?16 0
-- ?17 "2026-06-02T12:00:00.000Z"
-- ?18 "2026-06-02T12:00:00.000Z"
-- ?19 "2026-06-02T12:00:00.000Z"
INSERT INTO orders(
  "project_id", "id", "source_id", "status", "amount", "initial_amount", "discount_amount",
  "items_discount_amount", "items", "metadata", "claimed", "customer_id", "referrer_id",
  "redemptions", "revision", "lines_version", "paid_at", "created_at", "updated_at"
)
VALUES (
  +?1, +?2, +?3, +?4, +?5, +?6, +?7, +?8, +?9, +?10, +?11, +?12, +?13, +?14, +?15, +?16, +?17,
  +?18, +?19
);

-- ?1 "proj_1"
-- ?2 "2026-06-02"
-- ?3 1
-- ?4 1
-- ?5 1
-- ?6 3
-- ?7 1
-- ?8 300
-- ?9 2000
-- ?10 300
-- ?11 1
INSERT INTO tallies(
  project_id, day, redemptions, customers, orders, event_sequence, day_redemptions_succeeded,
  day_discounted_amount, day_orders_amount, day_amount_redeemed, day_orders_count
)
VALUES (+?1, +?2, +?3, +?4, +?5, +?6, +?7, +?8, +?9, +?10, +?11)
  ON CONFLICT (project_id) DO UPDATE
SET day = excluded.day, redemptions = redemptions + excluded.redemptions,
  customers = customers + excluded.customers, orders = orders + excluded.orders,
  event_sequence = event_sequence + excluded.event_sequence,
  day_redemptions_succeeded = day_redemptions_succeeded + excluded.day_redemptions_succeeded,
  day_discounted_amount = day_discounted_amount + excluded.day_discounted_amount,
  day_orders_amount = day_orders_amount + excluded.day_orders_amount,
  day_amount_redeemed = day_amount_redeemed + excluded.day_amount_redeemed,
  day_orders_count = day_orders_count + excluded.day_orders_count;

-- ?1 "proj_1"
-- ?2 "req_1"
-- ?3 "{\"channel\":\"API\",\"api_key\":{\"name\":\"Back end\",\"app_id\":\"app_1\"}}"
-- ?4 "2026-06-02T12:00:00.000Z"
-- ?5 "evcus_19e883476000000013"
-- ?6 "customer.created"
-- ?7 "cust_0VLO3fii0000000000000009"
-- ?8 "{\"customer\":{\"id\":\"cust_0VLO3fii0000000000000009\",\"source_id\":\"anna\",\"created_...
-- ?9 "cust_0VLO3fii0000000000000009"
-- ?10 "evred_19e883476000000014"
-- ?11 "redemption.succeeded"
-- ?12 "r_19e883476000000011"
-- ?13 "{\"entry\":\"r_19e883476000000011\",\"voucher\":{\"id\":\"v_0VLO3fii000000000000000000000...
-- ?14 "cust_0VLO3fii0000000000000009"
-- ?15 "[\"cust_0VLO3fii0000000000000009\"]"
-- ?16 "evvou_19e883476000000015"
-- ?17 "voucher.gift.transaction.created"
-- ?18 "v_0VLO3fii000000000000000000000003"
-- ?19 "{\"entry\":\"r_19e883476000000011\",\"voucher\":{\"id\":\"v_0VLO3fii000000000000000000000...
-- ?20 "cust_0VLO3fii0000000000000009"
-- ?21 "[\"cust_0VLO3fii0000000000000009\"]"
INSERT INTO outbox(
  project_id, sequence, group_id, source, created_at, id, kind, entity_id, data, customer_id,
  as_left, run
)
VALUES (
  +?1,
  (SELECT event_sequence FROM tallies WHERE project_id = +?1) - 2, +?2, +?3, +?4, +?5, +?6,
  +?7, +?8, +?9, '{}', 0
),
  (
    +?1,
    (SELECT event_sequence FROM tallies WHERE project_id = +?1) - 1, +?2, +?3, +?4, +?10,
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
    0
  ),
  (
    +?1,
    (SELECT event_sequence FROM tallies WHERE project_id = +?1) - 0, +?2, +?3, +?4, +?16,
    +?17, +?18, +?19, +?20,
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
      FROM json_each(+?21) p
      CROSS JOIN customers c
        ON c.project_id = +?1
        AND c.id = p.value
    ),
    3
  );

-- ?1 "proj_1"
-- ?2 "19e883476000000011"
-- ?3 "r_19e883476000000011"
-- ?4 "redemption"
-- ?5 null
-- ?6 null
-- ?7 "v_0VLO3fii000000000000000000000003"
-- ?8 null
-- ?9 null
-- ?10 "cust_0VLO3fii0000000000000009"
-- ?11 "ord_19e883476000000010"
-- ?12 "track_sqRmmOxqxdlSTE07OeApjfpC596BnnLK9p7JIgKMbJ0="
-- ?13 null
-- ?14 300
-- ?15 "SUCCESS"
-- ?16 "SUCCEEDED"
-- ?17 null
-- ?18 null
-- ?19 null
-- ?20 "{\"source_id\":\"order-1\",\"amount\":2000,\"discount_amount\":300,\"applied_discount_amo...
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
