-- Round trip 1

-- ?1 "proj_1"
-- ?2 "[\"\",\"key:app_1\"]"
-- ?3 1780401600000
-- ?4 "[\"SUMMER\"]"
SELECT v.*,
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
              'id', s.id, 'name', s.name, 'filter', json(s.filter), 'is_member', json('false')
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
                  'orders_amount', u.orders_amount, 'discounted_amount', u.discounted_amount,
                  'day', u.day, 'day_count', u.day_count, 'week', u.week, 'week_count',
                  u.week_count, 'month', u.month, 'month_count', u.month_count
                )
              )
              FROM usage_counters u
              WHERE u.project_id = v.project_id
                AND u.owner_id IN (v.id, v.campaign_id)
                AND u.subject IN (SELECT value FROM json_each(+?2))
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
            AND h.expires_at <= +?3
          ORDER BY h.expires_at
          LIMIT 100
        )
      ) y
    )
  ) AS yielding,
  0 AS is_circular,
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
  AND v.code_key IN (SELECT value FROM json_each(+?4))
  AND v.deleted_at IS NULL;
