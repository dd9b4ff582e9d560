-- Round trip 1

-- ?1 "proj_1"
-- ?2 "Spring"
SELECT c.*,
  (
    SELECT json_group_array(
      json_object(
        'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
        'related_object_type', a.related_object_type, 'created_at', a.created_at, 'object',
        'validation_rules_assignment'
      )
    )
    FROM validation_rules_assignments a
    WHERE a.project_id = c.project_id
      AND a.related_object_id = c.id
  ) AS assignments,
  (
    SELECT json_object(
      'id', k.id, 'name', k.name, 'hierarchy', k.hierarchy, 'stacking_rules_type',
      k.stacking_rules_type, 'created_at', k.created_at, 'updated_at', k.updated_at, 'object',
      'category'
    )
    FROM categories k
    WHERE k.project_id = c.project_id
      AND k.id = c.category_id
  ) AS category_row,
  (
    SELECT json_object(
      'generated', coalesce(sum(w.done), 0), 'generating',
      json(
        max(
          json_object('id', w.id, 'done', w.done, 'total', w.total)
        ) FILTER (
          WHERE w.type = 'CAMPAIGN_VOUCHERS_GENERATION'
        )
      )
    )
    FROM async_actions w INDEXED BY async_actions_related
    WHERE w.project_id = c.project_id
      AND w.related_id = c.id
      AND w.status = 'IN_PROGRESS'
  ) AS in_progress,
  (
    SELECT json_group_array(
      json_object(
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
          )
        ),
        'assignments',
        json(
          (
            SELECT json_group_array(
              json_object(
                'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
                'related_object_type', a.related_object_type, 'created_at', a.created_at,
                'object', 'validation_rules_assignment'
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
      ) ORDER BY t.hierarchy,
      t.id
    )
    FROM promotion_tiers t INDEXED BY promotion_tiers_campaign
    WHERE t.project_id = c.project_id
      AND t.campaign_id = c.id
  ) AS tiers
FROM campaigns c
WHERE c.project_id = +?1
  AND c.id = +?2
  AND c.deleted_at IS NULL
UNION ALL SELECT c.*,
  (
    SELECT json_group_array(
      json_object(
        'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
        'related_object_type', a.related_object_type, 'created_at', a.created_at, 'object',
        'validation_rules_assignment'
      )
    )
    FROM validation_rules_assignments a
    WHERE a.project_id = c.project_id
      AND a.related_object_id = c.id
  ) AS assignments,
  (
    SELECT json_object(
      'id', k.id, 'name', k.name, 'hierarchy', k.hierarchy, 'stacking_rules_type',
      k.stacking_rules_type, 'created_at', k.created_at, 'updated_at', k.updated_at, 'object',
      'category'
    )
    FROM categories k
    WHERE k.project_id = c.project_id
      AND k.id = c.category_id
  ) AS category_row,
  (
    SELECT json_object(
      'generated', coalesce(sum(w.done), 0), 'generating',
      json(
        max(
          json_object('id', w.id, 'done', w.done, 'total', w.total)
        ) FILTER (
          WHERE w.type = 'CAMPAIGN_VOUCHERS_GENERATION'
        )
      )
    )
    FROM async_actions w INDEXED BY async_actions_related
    WHERE w.project_id = c.project_id
      AND w.related_id = c.id
      AND w.status = 'IN_PROGRESS'
  ) AS in_progress,
  (
    SELECT json_group_array(
      json_object(
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
          )
        ),
        'assignments',
        json(
          (
            SELECT json_group_array(
              json_object(
                'id', a.id, 'rule_id', a.rule_id, 'related_object_id', a.related_object_id,
                'related_object_type', a.related_object_type, 'created_at', a.created_at,
                'object', 'validation_rules_assignment'
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
      ) ORDER BY t.hierarchy,
      t.id
    )
    FROM promotion_tiers t INDEXED BY promotion_tiers_campaign
    WHERE t.project_id = c.project_id
      AND t.campaign_id = c.id
  ) AS tiers
FROM campaigns c INDEXED BY campaigns_name
WHERE c.project_id = +?1
  AND c.name = +?2
  AND c.deleted_at IS NULL;

-- ?1 "proj_1"
-- ?2 "proj_1"
-- ?3 "Spring"
-- ?4 "0000"
-- ?5 "2026-06-02T12:00:00.000Z"
-- ?6 2
-- ?7 2
WITH target(
  project_id, id
) AS MATERIALIZED (
  SELECT +?1,
    coalesce(
      (SELECT id FROM campaigns WHERE project_id = +?2 AND id = +?3),
      (
        SELECT id
        FROM campaigns INDEXED BY campaigns_name
        WHERE project_id = +?2
          AND name = +?3
          AND deleted_at IS NULL
      )
    )
),
  point(
    id
  ) AS MATERIALIZED (
    SELECT substr(v.id, 1, 10) || +?4
    FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = (SELECT project_id FROM target)
      AND v.campaign_id = (SELECT id FROM target)
      AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1
    ORDER BY v.id
    LIMIT 1
  ),
  above(
    id, expiration_date
  ) AS NOT MATERIALIZED (
    SELECT v.id, v.expiration_date
    FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = (SELECT project_id FROM target)
      AND v.campaign_id = (SELECT id FROM target)
      AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1
      AND v.id >= (SELECT id FROM point)
    ORDER BY v.id
    LIMIT 50
  ),
  below(
    id, expiration_date
  ) AS NOT MATERIALIZED (
    SELECT v.id, v.expiration_date
    FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = (SELECT project_id FROM target)
      AND v.campaign_id = (SELECT id FROM target)
      AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1
      AND v.id < (SELECT id FROM point)
    ORDER BY v.id
    LIMIT 50
  ),
  near(
    id
  ) AS NOT MATERIALIZED (
    SELECT id
    FROM above
    WHERE (expiration_date IS NULL OR expiration_date > +?5)
    UNION ALL SELECT id
    FROM below
    WHERE (expiration_date IS NULL OR expiration_date > +?5)
    LIMIT +?6
  ),
  short(
    id
  ) AS (
    SELECT c.id
    FROM target t
    CROSS JOIN campaigns c
      ON c.project_id = t.project_id
      AND c.id = t.id
    WHERE (SELECT count(*) FROM near) < +?7
      AND c.type <> 'AUTO_UPDATE'
      AND c.active = 1
      AND (expiration_date IS NULL OR expiration_date > +?5)
  ),
  far(
    id, expiration_date
  ) AS (
    SELECT v.id, v.expiration_date
    FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = (SELECT project_id FROM target)
      AND v.campaign_id = (SELECT id FROM short)
      AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1
    ORDER BY v.id DESC
    LIMIT 20000
  ),
  chosen(
    id
  ) AS MATERIALIZED (
    SELECT id
    FROM near
    UNION ALL SELECT id
    FROM far
    WHERE (expiration_date IS NULL OR expiration_date > +?5)
      AND id NOT IN (SELECT id FROM near)
    LIMIT +?6
  )
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
FROM chosen
CROSS JOIN vouchers v INDEXED BY vouchers_id
WHERE v.project_id = (SELECT project_id FROM target)
  AND v.is_live = 1
  AND v.id = chosen.id;

-- ?1 "proj_1"
-- ?2 "anna"
SELECT *
FROM customers
WHERE project_id = +?1
  AND source_id = +?2;

-- ?1 "proj_1"
-- ?2 "proj_1"
-- ?3 "Spring"
-- ?4 "proj_1"
-- ?5 "anna"
SELECT publications
FROM memberships
WHERE project_id = +?1
  AND campaign_id = coalesce(
    (SELECT id FROM campaigns WHERE project_id = +?2 AND id = +?3),
    (
      SELECT id
      FROM campaigns INDEXED BY campaigns_name
      WHERE project_id = +?2
        AND name = +?3
        AND deleted_at IS NULL
    )
  )
  AND customer_id = (SELECT id FROM customers WHERE project_id = +?4 AND source_id = +?5);

-- ?1 "proj_1"
-- ?2 "proj_1"
-- ?3 "Spring"
-- ?4 "proj_1"
-- ?5 "anna"
SELECT p.*
FROM publications p INDEXED BY publications_customer
WHERE p.project_id = +?1
  AND p.campaign_id = coalesce(
    (SELECT id FROM campaigns WHERE project_id = +?2 AND id = +?3),
    (
      SELECT id
      FROM campaigns INDEXED BY campaigns_name
      WHERE project_id = +?2
        AND name = +?3
        AND deleted_at IS NULL
    )
  )
  AND p.customer_id = (SELECT id FROM customers WHERE project_id = +?4 AND source_id = +?5)
  AND p.result = 'SUCCESS'
  AND (
    EXISTS (
      SELECT 1
      FROM json_each(p.voucher_ids) j
      CROSS JOIN vouchers v INDEXED BY vouchers_id
        ON v.project_id = p.project_id
        AND v.id = j.value
      WHERE v.holder_id = p.customer_id
        AND v.is_live = 1
    ) OR NOT EXISTS (
      SELECT 1
      FROM campaigns c
      WHERE c.project_id = p.project_id
        AND c.id = p.campaign_id
        AND c.campaign_type = 'LOYALTY_PROGRAM'
    )
  )
ORDER BY p.id
LIMIT 1;

-- ?1 "proj_1"
-- ?2 "proj_1"
-- ?3 "Spring"
-- ?4 "proj_1"
-- ?5 "anna"
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
WHERE v.is_live IN (0, 1)
  AND (
    v.project_id, v.id
  ) IN (
    SELECT p.project_id, j.value
    FROM (
      SELECT p.project_id, p.voucher_ids
      FROM publications p INDEXED BY publications_customer
      WHERE p.project_id = +?1
        AND p.campaign_id = coalesce(
          (SELECT id FROM campaigns WHERE project_id = +?2 AND id = +?3),
          (
            SELECT id
            FROM campaigns INDEXED BY campaigns_name
            WHERE project_id = +?2
              AND name = +?3
              AND deleted_at IS NULL
          )
        )
        AND p.customer_id = (
          SELECT id
          FROM customers
          WHERE project_id = +?4
            AND source_id = +?5
        )
        AND p.result = 'SUCCESS'
        AND (
          EXISTS (
            SELECT 1
            FROM json_each(p.voucher_ids) j
            CROSS JOIN vouchers v INDEXED BY vouchers_id
              ON v.project_id = p.project_id
              AND v.id = j.value
            WHERE v.holder_id = p.customer_id
              AND v.is_live = 1
          ) OR NOT EXISTS (
            SELECT 1
            FROM campaigns c
            WHERE c.project_id = p.project_id
              AND c.id = p.campaign_id
              AND c.campaign_type = 'LOYALTY_PROGRAM'
          )
        )
      ORDER BY p.id
      LIMIT 1
    ) p,
      json_each(p.voucher_ids) j
  );

-- ?1 "proj_1"
-- ?2 "mail-1"
SELECT p.*
FROM publications p
WHERE p.project_id = +?1
  AND p.source_id = +?2;

-- ?1 "proj_1"
-- ?2 "mail-1"
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
WHERE v.is_live IN (0, 1)
  AND (
    v.project_id, v.id
  ) IN (
    SELECT p.project_id, j.value
    FROM (
      SELECT p.project_id, p.voucher_ids
      FROM publications p
      WHERE p.project_id = +?1
        AND p.source_id = +?2
    ) p,
      json_each(p.voucher_ids) j
  );
