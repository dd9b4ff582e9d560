-- Makes the index of all vouchers anew, which takes its time. What may qualify says of which half it is.
DROP VIEW `qualifiable_objects_v`;--> statement-breakpoint
DROP INDEX `vouchers_id`;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `is_live` integer GENERATED ALWAYS AS (deleted_at IS NULL) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_id` ON `vouchers` (`project_id`,`is_live`,`id`);--> statement-breakpoint
CREATE VIEW `qualifiable_objects_v` AS
	SELECT v.`project_id`, v.`id`, v.`created_at`, v.`campaign_id`, v.`start_date`, v.`expiration_date`, v.`holder_id`,
		-- A card without a campaign tells its own type: browsers are shown discounts alone.
		'voucher:' || coalesce((SELECT c.`campaign_type` FROM `campaigns` c
			WHERE c.`project_id` = v.`project_id` AND c.`id` = v.`campaign_id`),
			iif(v.`type` = 'DISCOUNT_VOUCHER', '', ':' || v.`type`)) AS `kind`
	FROM `vouchers` v INDEXED BY `vouchers_id`
	WHERE v.`active` AND v.`is_live` = 1
		AND (v.`holder_id` IS NOT NULL OR (v.`campaign_id` IS NULL AND v.`publish_count` = 0))
	UNION ALL
	SELECT c.`project_id`, c.`id`, c.`created_at`, NULL, c.`start_date`, c.`expiration_date`, NULL,
		'campaign:' || c.`campaign_type`
	FROM `campaigns` c
	WHERE c.`active` AND c.`deleted_at` IS NULL AND c.`voucher` IS NOT NULL
	UNION ALL
	SELECT p.`project_id`, p.`id`, p.`created_at`, p.`campaign_id`, coalesce(p.`start_date`, c.`start_date`),
		coalesce(p.`expiration_date`, c.`expiration_date`), NULL, 'promotion_tier:' || c.`campaign_type`
	FROM `promotion_tiers` p CROSS JOIN `campaigns` c ON c.`project_id` = p.`project_id` AND c.`id` = p.`campaign_id`
	WHERE p.`active` AND c.`active` AND c.`deleted_at` IS NULL
	UNION ALL
	SELECT k.`project_id`, k.`id`, k.`created_at`, NULL, NULL, NULL, NULL, 'promotion_stack:' || c.`campaign_type`
	FROM `promotion_stacks` k CROSS JOIN `campaigns` c ON c.`project_id` = k.`project_id` AND c.`id` = k.`campaign_id`
	WHERE c.`active` AND c.`deleted_at` IS NULL;
