-- Round trip 1

-- ?1 "proj_1"
-- ?2 "anna"
-- ?3 "[\"\",\"key:app_2\"]"
-- ?4 1780401600000
-- ?5 "[\"SUMMER\",\"v_1\"]"
-- ?6 "[\"v_1\"]"
-- ?7 "proj_1"
-- ?8 29673360
-- ?9 "203.0.113.0/24"
-- ?10 "[\"SUMMER\",\"v_1\"]"
-- ?11 "[\"v_1\"]"
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
                  'id', k.id, 'name', k.name, 'filter', json(k.filter), 'members', json('[]')
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
                      FROM json_each(+?3)
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
                AND h.expires_at <= +?4
              ORDER BY h.expires_at
              LIMIT 100
            )
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
    FROM (
      SELECT v.code_key
      FROM vouchers v
      WHERE v.project_id = +?1
        AND v.code_key IN (SELECT value FROM json_each(+?5))
        AND v.deleted_at IS NULL
      UNION ALL SELECT v.code_key
      FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = +?1
        AND v.is_live = 1
        AND v.id IN (SELECT value FROM json_each(+?6))
    ) n
    CROSS JOIN vouchers v
      ON v.project_id = +?1
      AND v.code_key = n.code_key
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
    SELECT json_group_array(json_array(json_array(r. "bucket", r. "isPast")))
    FROM (
      SELECT bucket, count >= CASE bucket WHEN '*' THEN 2000 ELSE 20 END AS isPast
      FROM misses
      WHERE project_id = +?7
        AND minute = +?8
        AND bucket IN (+?9, '*')
        AND (
          count >= CASE bucket WHEN '*' THEN 2000 ELSE 20 END OR count + (
            SELECT json_array_length(+?10) - count(*)
            FROM (
              SELECT v.code_key
              FROM vouchers v
              WHERE v.project_id = +?7
                AND v.active = 1
                AND v.deleted_at IS NULL
                AND NOT EXISTS (
                  SELECT 1
                  FROM campaigns c
                  WHERE c.project_id = v.project_id
                    AND c.id = v.campaign_id
                    AND (c.active = 0 OR c.deleted_at IS NOT NULL)
                )
                AND v.code_key IN (SELECT value FROM json_each(+?10))
              UNION SELECT v.code_key
              FROM vouchers v INDEXED BY vouchers_id
              WHERE v.project_id = +?7
                AND v.active = 1
                AND v.deleted_at IS NULL
                AND NOT EXISTS (
                  SELECT 1
                  FROM campaigns c
                  WHERE c.project_id = v.project_id
                    AND c.id = v.campaign_id
                    AND (c.active = 0 OR c.deleted_at IS NOT NULL)
                )
                AND v.is_live = 1
                AND v.id IN (SELECT value FROM json_each(+?11))
            )
          ) > CASE bucket WHEN '*' THEN 2000 ELSE 20 END
        )
    ) r
  ) AS r2;

-- ?1 "proj_1"
-- ?2 29673360
-- ?3 "203.0.113.0/24"
-- ?4 "[\"SUMMER\",\"v_1\"]"
-- ?5 "[\"v_1\"]"
INSERT INTO misses(project_id, bucket, minute, count)
SELECT +?1, b.value, +?2, m.n
FROM json_each(json_array(+?3, '*')) b,
  (
    SELECT (
      SELECT json_array_length(+?4) - count(*)
      FROM (
        SELECT v.code_key
        FROM vouchers v
        WHERE v.project_id = +?1
          AND v.active = 1
          AND v.deleted_at IS NULL
          AND NOT EXISTS (
            SELECT 1
            FROM campaigns c
            WHERE c.project_id = v.project_id
              AND c.id = v.campaign_id
              AND (c.active = 0 OR c.deleted_at IS NOT NULL)
          )
          AND v.code_key IN (SELECT value FROM json_each(+?4))
        UNION SELECT v.code_key
        FROM vouchers v INDEXED BY vouchers_id
        WHERE v.project_id = +?1
          AND v.active = 1
          AND v.deleted_at IS NULL
          AND NOT EXISTS (
            SELECT 1
            FROM campaigns c
            WHERE c.project_id = v.project_id
              AND c.id = v.campaign_id
              AND (c.active = 0 OR c.deleted_at IS NOT NULL)
          )
          AND v.is_live = 1
          AND v.id IN (SELECT value FROM json_each(+?5))
      )
    ) AS n
  ) m
WHERE m.n > 0
  AND NOT EXISTS (
    SELECT 1
    FROM misses
    WHERE project_id = +?1
      AND minute = +?2
      AND bucket IN (+?3, '*')
      AND count >= CASE bucket WHEN '*' THEN 2000 ELSE 20 END
  )
  ON CONFLICT (project_id, bucket, minute) DO UPDATE
SET count = count + excluded.count
RETURNING bucket, count >= CASE bucket WHEN '*' THEN 2000 ELSE 20 END AS isPast;
