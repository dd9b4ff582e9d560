-- What may qualify, one part for each kind: a new kind is a new text of this view, and the trigger
-- below stays as it is. D1 takes at most five parts of a union, so a sixth wants a view of its own.
-- `campaign_id` is that of a campaign whose rules count, too; who holds a voucher finds it by that alone.
CREATE VIEW `qualifiable_objects_v` AS
	SELECT v.`project_id`, v.`id`, v.`created_at`, v.`campaign_id`, v.`start_date`, v.`expiration_date`, v.`holder_id`,
		-- A card without a campaign tells its own type: browsers are shown discounts alone.
		'voucher:' || coalesce((SELECT c.`campaign_type` FROM `campaigns` c
			WHERE c.`project_id` = v.`project_id` AND c.`id` = v.`campaign_id`),
			iif(v.`type` = 'DISCOUNT_VOUCHER', '', ':' || v.`type`)) AS `kind`
	FROM `vouchers` v INDEXED BY `vouchers_id`
	WHERE v.`active` AND v.`deleted_at` IS NULL
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
	WHERE c.`active` AND c.`deleted_at` IS NULL;--> statement-breakpoint
DROP TRIGGER `repost_v_insert`;--> statement-breakpoint
CREATE TRIGGER `repost_v_insert` INSTEAD OF INSERT ON `repost_v`
BEGIN
	-- The plus keeps SQLite from walking the project by the primary key.
	DELETE FROM `qualifiables` WHERE +`project_id` = NEW.`project_id` AND `id` = NEW.`id`;
	INSERT OR IGNORE INTO `qualifiables` (`project_id`, `is_open`, `term`, `sort_key`, `id`, `kind`, `opens_at`, `closes_at`)
	SELECT o.`project_id`,
		iif(o.`closes_at` <= o.`now`, 2, iif(o.`opens_at` > o.`now`, 0, 1)),
		-- Who is in a dynamic segment, or which goods in a dynamic collection, is not known beforehand.
		iif(substr(t.`value`, 1, 8) = 'segment:' AND NOT EXISTS (SELECT 1 FROM `segments` s
				WHERE s.`project_id` = o.`project_id` AND s.`id` = substr(t.`value`, 9) AND s.`type` = 'static'), 'any',
			iif(substr(t.`value`, 1, 11) = 'collection:' AND NOT EXISTS (SELECT 1 FROM `product_collections` k
				WHERE k.`project_id` = o.`project_id` AND k.`id` = substr(t.`value`, 12) AND k.`type` = 'STATIC'), 'any',
			t.`value`)),
		-- Creation time and, for what was created at once, two digits for each of the last five characters of the id.
		substr(o.`created_at`, 1, 23) || printf('%02d%02d%02d%02d%02d',
			unicode(substr(o.`id`, -5, 1)) - 40, unicode(substr(o.`id`, -4, 1)) - 40, unicode(substr(o.`id`, -3, 1)) - 40,
			unicode(substr(o.`id`, -2, 1)) - 40, unicode(substr(o.`id`, -1, 1)) - 40),
		o.`id`, o.`kind`, o.`opens_at`, o.`closes_at`
	FROM (
		SELECT *, CAST(round(unixepoch(`start_date`, 'subsec') * 1000) AS INTEGER) AS `opens_at`,
			CAST(round(unixepoch(`expiration_date`, 'subsec') * 1000) AS INTEGER) AS `closes_at`,
			CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER) AS `now`
		FROM `qualifiable_objects_v` WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`id`
	) o, json_each(iif(o.`holder_id` IS NULL, coalesce((
		SELECT r.`terms` FROM `validation_rules_assignments` a
		CROSS JOIN `validation_rules` r ON r.`project_id` = a.`project_id` AND r.`id` = a.`rule_id`
		WHERE a.`project_id` = o.`project_id` AND a.`related_object_id` IN (o.`id`, o.`campaign_id`) AND r.`terms` IS NOT NULL
		ORDER BY r.`id` LIMIT 1), '["any"]'), json_array('holder:' || o.`holder_id`))) t;
	-- Scenarios that do not judge the audience, or the goods, find by these what wants one of them.
	INSERT OR IGNORE INTO `qualifiables` (`project_id`, `is_open`, `term`, `sort_key`, `id`, `kind`, `opens_at`, `closes_at`)
	SELECT q.`project_id`, q.`is_open`,
		iif(substr(q.`term`, 1, 8) = 'segment:' OR substr(q.`term`, 1, 9) = 'customer:', 'without:audience', 'without:goods'),
		q.`sort_key`, q.`id`, q.`kind`, q.`opens_at`, q.`closes_at`
	FROM `qualifiables` q WHERE +q.`project_id` = NEW.`project_id` AND q.`id` = NEW.`id`
		AND q.`term` <> 'any' AND substr(q.`term`, 1, 7) <> 'holder:';
END;
