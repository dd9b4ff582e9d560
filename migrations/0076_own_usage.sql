ALTER TABLE `customers` ADD `usage` text;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `usage` text;--> statement-breakpoint
-- All counters of usage, wherever they stand: what a voucher or a customer has itself is right.
CREATE VIEW `usage_v` AS
SELECT v.`project_id`, v.`id` AS `owner_id`, j.`key` AS `subject`,
  j.`value` ->> 0 AS `count`, j.`value` ->> 1 AS `orders_amount`, j.`value` ->> 2 AS `discounted_amount`,
  j.`value` ->> 3 AS `day`, j.`value` ->> 4 AS `day_count`, j.`value` ->> 5 AS `week`,
  j.`value` ->> 6 AS `week_count`, j.`value` ->> 7 AS `month`, j.`value` ->> 8 AS `month_count`
FROM `vouchers` v, json_each(v.`usage`) j
UNION ALL SELECT c.`project_id`, j.`key`, c.`id`,
  j.`value` ->> 0, j.`value` ->> 1, j.`value` ->> 2,
  j.`value` ->> 3, j.`value` ->> 4, j.`value` ->> 5,
  j.`value` ->> 6, j.`value` ->> 7, j.`value` ->> 8
FROM `customers` c, json_each(c.`usage`) j
UNION ALL SELECT u.`project_id`, u.`owner_id`, u.`subject`, u.`count`, u.`orders_amount`,
  u.`discounted_amount`, u.`day`, u.`day_count`, u.`week`, u.`week_count`, u.`month`, u.`month_count`
FROM `usage_counters` u
WHERE NOT EXISTS (SELECT 1 FROM `vouchers` v INDEXED BY `vouchers_id`
    WHERE v.`project_id` = u.`project_id` AND v.`is_live` IN (0, 1) AND v.`id` = u.`owner_id`
      AND v.`usage` -> ('$."' || u.`subject` || '"') IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM `customers` c
    WHERE c.`project_id` = u.`project_id` AND c.`id` = u.`subject`
      AND c.`usage` -> ('$."' || u.`owner_id` || '"') IS NOT NULL);
