ALTER TABLE `projects` ADD `client_wallet_enabled` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `client_visible_metadata` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `client_hold_max_minutes` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `session_holds` ADD `address_block` text;--> statement-breakpoint
CREATE INDEX `session_holds_block` ON `session_holds` (`project_id`,`address_block`,`expires_at`) WHERE address_block IS NOT NULL;--> statement-breakpoint
-- A card without a campaign is of a kind of its own: browsers are shown discounts alone.
DROP TRIGGER `repost_v_insert`;--> statement-breakpoint
CREATE TRIGGER `repost_v_insert` INSTEAD OF INSERT ON `repost_v`
BEGIN
	-- The plus keeps SQLite from walking the project by the primary key.
	DELETE FROM `qualifiables` WHERE +`project_id` = NEW.`project_id` AND `id` = NEW.`id`;
	INSERT OR IGNORE INTO `qualifiables` (`project_id`, `is_open`, `term`, `sort_key`, `id`, `kind`, `opens_at`, `closes_at`)
	SELECT o.`project_id`,
		iif(CAST(round(unixepoch(o.`expiration_date`, 'subsec') * 1000) AS INTEGER) <= CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER), 2,
			iif(CAST(round(unixepoch(o.`start_date`, 'subsec') * 1000) AS INTEGER) > CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER), 0, 1)),
		iif(substr(t.`value`, 1, 8) = 'segment:' AND NOT EXISTS (SELECT 1 FROM `segments` s
				WHERE s.`project_id` = o.`project_id` AND s.`id` = substr(t.`value`, 9) AND s.`type` = 'static'), 'any',
			iif(substr(t.`value`, 1, 11) = 'collection:' AND NOT EXISTS (SELECT 1 FROM `product_collections` k
				WHERE k.`project_id` = o.`project_id` AND k.`id` = substr(t.`value`, 12) AND k.`type` = 'STATIC'), 'any',
			t.`value`)),
		substr(o.`created_at`, 1, 23) || printf('%010d', abs(((((unicode(substr(o.`id`, -5, 1)) - 48) * 75 + unicode(substr(o.`id`, -4, 1)) - 48) * 75 + unicode(substr(o.`id`, -3, 1)) - 48) * 75 + unicode(substr(o.`id`, -2, 1)) - 48) * 75 + unicode(substr(o.`id`, -1, 1)) - 48)),
		o.`id`, o.`kind`, CAST(round(unixepoch(o.`start_date`, 'subsec') * 1000) AS INTEGER), CAST(round(unixepoch(o.`expiration_date`, 'subsec') * 1000) AS INTEGER)
	FROM (
		SELECT v.`project_id`, v.`id`, v.`campaign_id`, v.`created_at`, v.`start_date`, v.`expiration_date`, v.`holder_id`,
			'voucher:' || coalesce((SELECT c.`campaign_type` FROM `campaigns` c
				WHERE c.`project_id` = v.`project_id` AND c.`id` = v.`campaign_id`),
				iif(v.`type` = 'DISCOUNT_VOUCHER', '', ':' || v.`type`)) AS `kind`
		FROM `vouchers` v INDEXED BY `vouchers_id` WHERE v.`project_id` = NEW.`project_id` AND v.`id` = NEW.`id` AND v.`active` AND v.`deleted_at` IS NULL
			AND (v.`holder_id` IS NOT NULL OR (v.`campaign_id` IS NULL AND v.`publish_count` = 0))
		UNION ALL SELECT c.`project_id`, c.`id`, NULL, c.`created_at`, c.`start_date`, c.`expiration_date`, NULL, 'campaign:' || c.`campaign_type`
		FROM `campaigns` c WHERE c.`project_id` = NEW.`project_id` AND c.`id` = NEW.`id` AND c.`active` AND c.`deleted_at` IS NULL
			AND c.`campaign_type` <> 'PROMOTION' AND c.`voucher` IS NOT NULL
		UNION ALL SELECT p.`project_id`, p.`id`, p.`campaign_id`, p.`created_at`, coalesce(p.`start_date`, c.`start_date`),
			coalesce(p.`expiration_date`, c.`expiration_date`), NULL, 'promotion_tier:PROMOTION'
		FROM `promotion_tiers` p CROSS JOIN `campaigns` c ON c.`project_id` = p.`project_id` AND c.`id` = p.`campaign_id`
		WHERE p.`project_id` = NEW.`project_id` AND p.`id` = NEW.`id` AND p.`active` AND c.`active` AND c.`deleted_at` IS NULL
		UNION ALL SELECT k.`project_id`, k.`id`, NULL, k.`created_at`, NULL, NULL, NULL, 'promotion_stack:PROMOTION'
		FROM `promotion_stacks` k CROSS JOIN `campaigns` c ON c.`project_id` = k.`project_id` AND c.`id` = k.`campaign_id`
		WHERE k.`project_id` = NEW.`project_id` AND k.`id` = NEW.`id` AND c.`active` AND c.`deleted_at` IS NULL
	) o, json_each(iif(o.`holder_id` IS NULL, coalesce((
		SELECT r.`terms` FROM `validation_rules_assignments` a
		CROSS JOIN `validation_rules` r ON r.`project_id` = a.`project_id` AND r.`id` = a.`rule_id`
		WHERE a.`project_id` = o.`project_id` AND a.`related_object_id` IN (o.`id`, o.`campaign_id`) AND r.`terms` IS NOT NULL
		ORDER BY r.`id` LIMIT 1), '["any"]'), json_array('holder:' || o.`holder_id`))) t;
	INSERT OR IGNORE INTO `qualifiables` (`project_id`, `is_open`, `term`, `sort_key`, `id`, `kind`, `opens_at`, `closes_at`)
	SELECT q.`project_id`, q.`is_open`,
		iif(substr(q.`term`, 1, 8) = 'segment:' OR substr(q.`term`, 1, 9) = 'customer:', 'without:audience', 'without:goods'),
		q.`sort_key`, q.`id`, q.`kind`, q.`opens_at`, q.`closes_at`
	FROM `qualifiables` q WHERE +q.`project_id` = NEW.`project_id` AND q.`id` = NEW.`id`
		AND q.`term` <> 'any' AND substr(q.`term`, 1, 7) <> 'holder:';
END;--> statement-breakpoint
INSERT INTO `repost_v` (`project_id`, `id`) SELECT `project_id`, `id` FROM `vouchers` WHERE `campaign_id` IS NULL AND `type` <> 'DISCOUNT_VOUCHER';
