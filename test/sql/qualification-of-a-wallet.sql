-- Round trip 1

-- ?1 "proj_1"
-- ?2 "anna"
-- ?3 "[]"
-- ?4 "~"
-- ?5 16
-- ?6 1780401600000
-- ?7 null
-- ?8 "[1]"
WITH RECURSIVE me AS MATERIALIZED (
  SELECT id, metadata
  FROM customers
  WHERE project_id = +?1
    AND id = (SELECT id FROM customers WHERE project_id = +?1 AND source_id = +?2)
),
  audience(term) AS (SELECT 'holder:' || id FROM me),
  terms(
    term
  ) AS MATERIALIZED (
    SELECT value
    FROM json_each(+?3)
    UNION SELECT term
    FROM audience
  ),
  list(
    found
  ) AS MATERIALIZED (
    SELECT json_group_array(json_array(n.sort_key, n.id, n.kind))
    FROM (
      SELECT DISTINCT *
      FROM (
        SELECT f.value->>0 AS sort_key, f.value->>1 AS id, f.value->>2 AS kind
        FROM terms t
        CROSS JOIN json_each(
          (
            SELECT json_group_array(json_array(n.sort_key, n.id, n.kind))
            FROM (
              SELECT p.sort_key, p.id, p.kind
              FROM qualifiables p
              WHERE p.project_id = +?1
                AND p.is_open = 1
                AND p.term = t.term
                AND p.sort_key < +?4
              ORDER BY p.sort_key DESC
              LIMIT +?5
            ) n
          )
        ) f
        WHERE EXISTS (
          SELECT 1
          FROM qualifiables p
          WHERE p.project_id = +?1
            AND p.is_open = 1
            AND p.term = t.term
            AND p.sort_key < +?4
        )
        UNION ALL SELECT *
        FROM (
          SELECT p.sort_key, p.id, p.kind
          FROM qualifiables p INDEXED BY qualifiables_due
          WHERE p.project_id = +?1
            AND p.is_open = 0
            AND p.opens_at <= +?6
            AND p.sort_key < +?4
            AND (p.term IN (SELECT term FROM terms))
            AND (
              +?7 IS NULL OR p.kind IN (
                SELECT value
                FROM json_each(+?7, iif(substr(p.term, 1, 7) = 'holder:', '$.held', '$.listed'))
              )
            )
          LIMIT 200
        )
        UNION ALL SELECT p.sort_key, p.id, p.kind
        FROM (
          SELECT h.redeemable_id
          FROM me
          CROSS JOIN redeemable_holders h INDEXED BY redeemable_holders_referee
            ON h.project_id = +?1
            AND h.customer_id = me.id
            AND h.holder_role = 'REFEREE'
          ORDER BY h.id DESC
          LIMIT 100
        ) h
        CROSS JOIN qualifiables p INDEXED BY qualifiables_object
          ON p.project_id = +?1
          AND p.id = h.redeemable_id
        WHERE p.is_open IN (SELECT value FROM json_each(+?8))
          AND p.sort_key < +?4
          AND (+?7 IS NULL OR p.kind IN (SELECT value FROM json_each(+?7, '$.held')))
      )
      ORDER BY sort_key DESC
      LIMIT +?5
    ) n
  ),
  wanted AS (
    SELECT f.value->>0 AS sort_key, coalesce(i.value, f.value->>1) AS id,
      iif(i.value IS NULL, f.value->>2, 'promotion_tier:PROMOTION') AS kind,
      iif(i.value IS NULL, NULL, f.value->>1) AS stack
    FROM list
    CROSS JOIN json_each(list.found) f,
      json_each(
        iif(
          substr(f.value->>2, 1, 16) = 'promotion_stack:',
          (
            SELECT json_insert(s.tiers->'$.ids', '$[#]', NULL)
            FROM promotion_stacks s
            WHERE s.project_id = +?1
              AND s.id = f.value->>1
          ),
          '[null]'
        )
      ) i
  ),
  v AS MATERIALIZED (
    SELECT +?1 AS project_id, w.sort_key, w.id, w.kind, w.stack,
      coalesce(x.campaign_id, t.campaign_id) AS campaign_id,
      coalesce(
        x.category_id, c.category_id, t.category_id, s.category_id,
        (
          SELECT a.category_id
          FROM campaigns a
          WHERE a.project_id = +?1
            AND a.id = coalesce(x.campaign_id, t.campaign_id)
        )
      ) AS category_id,
      coalesce(x.is_referral_code, 0) AS is_referral_code, x.holder_id,
      coalesce(x.held_quantity, 0) AS held_quantity, coalesce(x.held_amount, 0) AS held_amount,
      coalesce(x.discount, c.voucher->'$.discount', t.action->'$.discount') AS discount,
      iif(
        x.id IS NOT NULL,
        (
          (
            (
              (
                (
                  (
                    ('{"project_id":' || json_quote(x. "project_id")) || ',"code_key":'
                  ) || (
                    json_quote(x. "code_key") || ',"id":'
                  )
                ) || (
                  (json_quote(x. "id") || ',"code":') || (json_quote(x. "code") || ',"type":')
                )
              ) || (
                (
                  (
                    (json_quote(x. "type") || ',"campaign_id":') || json_quote(x. "campaign_id")
                  ) || (
                    ',"category":' || json_quote(x. "category")
                  )
                ) || (
                  (
                    ',"category_id":' || json_quote(x. "category_id")
                  ) || (
                    ',"discount":' || json_quote(x. "discount")
                  )
                )
              )
            ) || (
              (
                (
                  (
                    (',"gift_effect":' || json_quote(x. "gift_effect")) || ',"amount":'
                  ) || (
                    json_quote(x. "amount") || ',"balance":'
                  )
                ) || (
                  (
                    json_quote(x. "balance") || ',"subtracted_amount":'
                  ) || (
                    json_quote(x. "subtracted_amount") || ',"redeemed_amount":'
                  )
                )
              ) || (
                (
                  (
                    (
                      json_quote(x. "redeemed_amount") || ',"held_amount":'
                    ) || json_quote(
                      x. "held_amount"
                    )
                  ) || (
                    ',"redemption_quantity":' || json_quote(x. "redemption_quantity")
                  )
                ) || (
                  (
                    ',"redeemed_quantity":' || json_quote(x. "redeemed_quantity")
                  ) || (
                    ',"held_quantity":' || json_quote(x. "held_quantity")
                  )
                )
              )
            )
          ) || (
            (
              (
                (
                  (
                    (',"publish_count":' || json_quote(x. "publish_count")) || ',"start_date":'
                  ) || (
                    json_quote(x. "start_date") || ',"expiration_date":'
                  )
                ) || (
                  (
                    json_quote(x. "expiration_date") || ',"validity_timeframe":'
                  ) || (
                    json_quote(x. "validity_timeframe") || ',"validity_day_of_week":'
                  )
                )
              ) || (
                (
                  (
                    (
                      json_quote(x. "validity_day_of_week") || ',"validity_hours":'
                    ) || json_quote(
                      x. "validity_hours"
                    )
                  ) || (
                    ',"active":' || json_quote(x. "active")
                  )
                ) || (
                  (
                    ',"additional_info":' || json_quote(x. "additional_info")
                  ) || (
                    ',"metadata":' || json_quote(x. "metadata")
                  )
                )
              )
            ) || (
              (
                (
                  (
                    (
                      ',"is_referral_code":' || json_quote(x. "is_referral_code")
                    ) || ',"holder_id":'
                  ) || (
                    json_quote(x. "holder_id") || ',"referrer_id":'
                  )
                ) || (
                  (
                    json_quote(x. "referrer_id") || ',"created_at":'
                  ) || (
                    json_quote(x. "created_at") || ',"updated_at":'
                  )
                )
              ) || (
                (
                  (
                    json_quote(x. "updated_at") || ',"deleted_at":'
                  ) || (
                    json_quote(x. "deleted_at") || ',"loyalty":'
                  )
                ) || (
                  (json_quote(x. "loyalty") || ',"usage":') || (json_quote(x. "usage") || '}')
                )
              )
            )
          )
        ),
        iif(
          c.id IS NOT NULL,
          (
            (
              (
                (
                  (
                    (
                      '{"project_id":' || json_quote(c. "project_id")
                    ) || (
                      ',"id":' || json_quote(c. "id")
                    )
                  ) || (
                    (
                      ',"name":' || json_quote(c. "name")
                    ) || (
                      ',"description":' || json_quote(c. "description")
                    )
                  )
                ) || (
                  (
                    (
                      ',"campaign_type":' || json_quote(c. "campaign_type")
                    ) || (
                      ',"type":' || json_quote(c. "type")
                    )
                  ) || (
                    (',"auto_join":' || json_quote(c. "auto_join")) || ',"join_once":'
                  )
                )
              ) || (
                (
                  (
                    (
                      json_quote(c. "join_once") || ',"use_voucher_metadata_schema":'
                    ) || (
                      json_quote(c. "use_voucher_metadata_schema") || ',"protected":'
                    )
                  ) || (
                    (
                      json_quote(c. "protected") || ',"active":'
                    ) || (
                      json_quote(c. "active") || ',"category":'
                    )
                  )
                ) || (
                  (
                    (
                      json_quote(c. "category") || ',"category_id":'
                    ) || (
                      json_quote(c. "category_id") || ',"voucher":'
                    )
                  ) || (
                    (
                      json_quote(c. "voucher") || ',"referral_program":'
                    ) || json_quote(
                      c. "referral_program"
                    )
                  )
                )
              )
            ) || (
              (
                (
                  (
                    (
                      ',"loyalty_tiers_expiration":' || json_quote(
                        c. "loyalty_tiers_expiration"
                      )
                    ) || (
                      ',"activity_duration_after_publishing":' || json_quote(
                        c. "activity_duration_after_publishing"
                      )
                    )
                  ) || (
                    (
                      ',"start_date":' || json_quote(c. "start_date")
                    ) || (
                      ',"expiration_date":' || json_quote(c. "expiration_date")
                    )
                  )
                ) || (
                  (
                    (
                      ',"validity_timeframe":' || json_quote(c. "validity_timeframe")
                    ) || (
                      ',"validity_day_of_week":' || json_quote(c. "validity_day_of_week")
                    )
                  ) || (
                    (',"validity_hours":' || json_quote(c. "validity_hours")) || ',"metadata":'
                  )
                )
              ) || (
                (
                  (
                    (
                      json_quote(c. "metadata") || ',"vouchers_count":'
                    ) || (
                      json_quote(c. "vouchers_count") || ',"creation_status":'
                    )
                  ) || (
                    (
                      json_quote(c. "creation_status") || ',"vouchers_generation_status":'
                    ) || json_quote(
                      c. "vouchers_generation_status"
                    )
                  )
                ) || (
                  (
                    (
                      ',"created_at":' || json_quote(c. "created_at")
                    ) || (
                      ',"updated_at":' || json_quote(c. "updated_at")
                    )
                  ) || (
                    (',"deleted_at":' || json_quote(c. "deleted_at")) || '}'
                  )
                )
              )
            )
          ),
          iif(
            t.id IS NOT NULL,
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
                      (
                        json_quote(t. "category") || ',"category_id":'
                      ) || json_quote(
                        t. "category_id"
                      )
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
            ),
            (
              (
                (
                  (
                    ('{"project_id":' || json_quote(s. "project_id")) || ',"id":'
                  ) || (
                    json_quote(s. "id") || ',"campaign_id":'
                  )
                ) || (
                  (
                    json_quote(s. "campaign_id") || ',"name":'
                  ) || (
                    json_quote(s. "name") || ',"tiers":'
                  )
                )
              ) || (
                (
                  (
                    json_quote(s. "tiers") || ',"category_id":'
                  ) || (
                    json_quote(s. "category_id") || ',"created_at":'
                  )
                ) || (
                  (
                    json_quote(s. "created_at") || ',"updated_at":'
                  ) || (
                    json_quote(s. "updated_at") || '}'
                  )
                )
              )
            )
          )
        )
      ) AS object_row
    FROM wanted w
    LEFT JOIN vouchers x INDEXED BY vouchers_id
      ON x.project_id = +?1
      AND x.is_live = 1
      AND x.id = w.id
    LEFT JOIN campaigns c
      ON c.project_id = +?1
      AND c.id = w.id
    LEFT JOIN promotion_tiers t
      ON t.project_id = +?1
      AND t.id = w.id
    LEFT JOIN promotion_stacks s
      ON s.project_id = +?1
      AND s.id = w.id
  )
SELECT v.sort_key, v.id, v.kind, v.stack, v.object_row,
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
        'usage', NULL, 'version', json_array(a.id, r.updated_at), 'assignment',
        json_array(a.id, a.related_object_id, a.related_object_type, a.created_at)
      ) ORDER BY r.id
    )
    FROM (SELECT v.id AS owner UNION ALL SELECT v.campaign_id) o
    CROSS JOIN validation_rules_assignments a
      ON a.project_id = v.project_id
      AND a.related_object_id = o.owner
    CROSS JOIN validation_rules r
      ON r.project_id = a.project_id
      AND r.id = a.rule_id
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
            AND h.expires_at <= +?6
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
    SELECT json_object(
      'id', k.id, 'name', k.name, 'hierarchy', k.hierarchy, 'stacking_rules_type',
      k.stacking_rules_type, 'created_at', k.created_at, 'updated_at', k.updated_at, 'object',
      'category'
    )
    FROM categories k
    WHERE k.project_id = v.project_id
      AND k.id = v.category_id
  ) AS category_row,
  '[]' AS assigned
FROM v
WHERE v.object_row IS NOT NULL;

-- ?1 "proj_1"
-- ?2 "anna"
SELECT *
FROM customers
WHERE project_id = +?1
  AND source_id = +?2;
