CREATE TABLE `qualifiables` (
	`project_id` text NOT NULL,
	`is_open` integer NOT NULL,
	`term` text NOT NULL,
	`sort_key` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	PRIMARY KEY(`project_id`, `is_open`, `term`, `sort_key`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `qualifiables_object` ON `qualifiables` (`id`,`project_id`);--> statement-breakpoint
CREATE INDEX `qualifiables_kind` ON `qualifiables` (`project_id`,`kind`,`is_open`,`term`,`sort_key`);--> statement-breakpoint
CREATE INDEX `qualifiables_due` ON `qualifiables` (`project_id`,`opens_at`) WHERE is_open = 0;--> statement-breakpoint
CREATE INDEX `qualifiables_opening` ON `qualifiables` (`opens_at`) WHERE is_open = 0;--> statement-breakpoint
CREATE INDEX `qualifiables_closing` ON `qualifiables` (`closes_at`) WHERE is_open = 1 AND closes_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `validation_rules` ADD `terms` text;--> statement-breakpoint
CREATE VIEW `repost_v` AS SELECT '' AS `project_id`, '' AS `id`;--> statement-breakpoint
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
				WHERE c.`project_id` = v.`project_id` AND c.`id` = v.`campaign_id`), '') AS `kind`
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
CREATE TRIGGER `vouchers_posted` AFTER INSERT ON `vouchers`
WHEN NEW.`campaign_id` IS NULL OR NEW.`holder_id` IS NOT NULL
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_reposted` AFTER UPDATE OF `active`, `deleted_at`, `holder_id`, `start_date`, `expiration_date` ON `vouchers`
WHEN (NEW.`campaign_id` IS NULL OR NEW.`holder_id` IS NOT NULL OR OLD.`holder_id` IS NOT NULL)
	AND (NEW.`active` IS NOT OLD.`active` OR NEW.`deleted_at` IS NOT OLD.`deleted_at` OR NEW.`holder_id` IS NOT OLD.`holder_id` OR NEW.`start_date` IS NOT OLD.`start_date` OR NEW.`expiration_date` IS NOT OLD.`expiration_date`)
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_taken_off` AFTER DELETE ON `vouchers`
WHEN OLD.`campaign_id` IS NULL OR OLD.`holder_id` IS NOT NULL
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (OLD.`project_id`, OLD.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `campaigns_posted` AFTER INSERT ON `campaigns`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `campaigns_reposted` AFTER UPDATE OF `active`, `deleted_at`, `start_date`, `expiration_date`, `campaign_type`, `voucher` ON `campaigns`
WHEN (NEW.`active` IS NOT OLD.`active` OR NEW.`deleted_at` IS NOT OLD.`deleted_at` OR NEW.`start_date` IS NOT OLD.`start_date` OR NEW.`expiration_date` IS NOT OLD.`expiration_date` OR NEW.`campaign_type` IS NOT OLD.`campaign_type`)
	OR (NEW.`voucher` IS NULL) <> (OLD.`voucher` IS NULL)
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT `project_id`, `id` FROM `promotion_tiers` INDEXED BY `promotion_tiers_campaign` WHERE `project_id` = NEW.`project_id` AND `campaign_id` = NEW.`id`;
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT `project_id`, `id` FROM `promotion_stacks` INDEXED BY `promotion_stacks_campaign` WHERE `project_id` = NEW.`project_id` AND `campaign_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `campaigns_taken_off` AFTER DELETE ON `campaigns`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (OLD.`project_id`, OLD.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `promotion_tiers_posted` AFTER INSERT ON `promotion_tiers`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `promotion_tiers_reposted` AFTER UPDATE OF `active`, `start_date`, `expiration_date` ON `promotion_tiers`
WHEN (NEW.`active` IS NOT OLD.`active` OR NEW.`start_date` IS NOT OLD.`start_date` OR NEW.`expiration_date` IS NOT OLD.`expiration_date`)
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `promotion_tiers_taken_off` AFTER DELETE ON `promotion_tiers`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (OLD.`project_id`, OLD.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `promotion_stacks_posted` AFTER INSERT ON `promotion_stacks`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (NEW.`project_id`, NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `promotion_stacks_taken_off` AFTER DELETE ON `promotion_stacks`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`) VALUES (OLD.`project_id`, OLD.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `assignments_reposted` AFTER INSERT ON `validation_rules_assignments`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT NEW.`project_id`, NEW.`related_object_id` WHERE EXISTS (
		SELECT 1 FROM `qualifiables` INDEXED BY `qualifiables_object` WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`related_object_id`);
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT `project_id`, `id` FROM `promotion_tiers` INDEXED BY `promotion_tiers_campaign` WHERE `project_id` = NEW.`project_id` AND `campaign_id` = NEW.`related_object_id`;
END;--> statement-breakpoint
CREATE TRIGGER `unassigned_reposted` AFTER DELETE ON `validation_rules_assignments`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT OLD.`project_id`, OLD.`related_object_id` WHERE EXISTS (
		SELECT 1 FROM `qualifiables` INDEXED BY `qualifiables_object` WHERE `project_id` = OLD.`project_id` AND `id` = OLD.`related_object_id`);
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT `project_id`, `id` FROM `promotion_tiers` INDEXED BY `promotion_tiers_campaign` WHERE `project_id` = OLD.`project_id` AND `campaign_id` = OLD.`related_object_id`;
END;--> statement-breakpoint
CREATE TRIGGER `validation_rules_reposted` AFTER UPDATE OF `terms` ON `validation_rules`
WHEN NEW.`terms` IS NOT OLD.`terms`
BEGIN
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT a.`project_id`, a.`related_object_id` FROM `validation_rules_assignments` a INDEXED BY `assignments_rule`
	WHERE a.`project_id` = NEW.`project_id` AND a.`rule_id` = NEW.`id` AND EXISTS (
		SELECT 1 FROM `qualifiables` q INDEXED BY `qualifiables_object` WHERE q.`project_id` = a.`project_id` AND q.`id` = a.`related_object_id`);
	INSERT INTO `repost_v` (`project_id`, `id`)
	SELECT p.`project_id`, p.`id` FROM `validation_rules_assignments` a INDEXED BY `assignments_rule`
	CROSS JOIN `promotion_tiers` p INDEXED BY `promotion_tiers_campaign` ON p.`project_id` = a.`project_id` AND p.`campaign_id` = a.`related_object_id`
	WHERE a.`project_id` = NEW.`project_id` AND a.`rule_id` = NEW.`id`;
END;--> statement-breakpoint
INSERT INTO `repost_v` (`project_id`, `id`) SELECT `project_id`, `id` FROM `campaigns`;--> statement-breakpoint
INSERT INTO `repost_v` (`project_id`, `id`) SELECT `project_id`, `id` FROM `promotion_tiers`;--> statement-breakpoint
INSERT INTO `repost_v` (`project_id`, `id`) SELECT `project_id`, `id` FROM `promotion_stacks`;--> statement-breakpoint
INSERT INTO `repost_v` (`project_id`, `id`) SELECT `project_id`, `id` FROM `vouchers` WHERE `campaign_id` IS NULL OR `holder_id` IS NOT NULL;
