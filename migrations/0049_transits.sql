CREATE TABLE `changed_rows` (
	`project_id` text NOT NULL,
	`tab` text NOT NULL,
	`key` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`project_id`, `tab`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `transits` (
	`project_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`owner` text NOT NULL,
	`epoch` integer NOT NULL,
	CONSTRAINT "transit_state" CHECK("transits"."state" IN ('WATCHED', 'FROZEN', 'ASIDE', 'READY'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- What is copied brings along what triggers would make of it.
DROP TRIGGER `repost_v_insert`;--> statement-breakpoint
CREATE TRIGGER `repost_v_insert` INSTEAD OF INSERT ON `repost_v`
WHEN NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
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
END;--> statement-breakpoint
DROP TRIGGER `vouchers_wallet_insert`;--> statement-breakpoint
CREATE TRIGGER `vouchers_wallet_insert` AFTER INSERT ON `vouchers`
WHEN NEW.`balance` IS NOT NULL AND NEW.`holder_id` IS NOT NULL AND NEW.`deleted_at` IS NULL
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` + iif(NEW.`type` = 'GIFT_VOUCHER', NEW.`balance`, 0),
		`points_balance` = `points_balance` + iif(NEW.`type` = 'LOYALTY_CARD', NEW.`balance`, 0),
		`loyalty_cards` = `loyalty_cards` + (NEW.`type` = 'LOYALTY_CARD')
	WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`holder_id`;
END;--> statement-breakpoint
DROP TRIGGER `vouchers_wallet_update`;--> statement-breakpoint
CREATE TRIGGER `vouchers_wallet_update` AFTER UPDATE OF `balance`, `holder_id`, `deleted_at` ON `vouchers`
WHEN NEW.`balance` IS NOT NULL AND (OLD.`holder_id` IS NOT NULL OR NEW.`holder_id` IS NOT NULL)
	AND (OLD.`balance` <> NEW.`balance` OR OLD.`holder_id` IS NOT NEW.`holder_id` OR OLD.`deleted_at` IS NOT NEW.`deleted_at`)
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` + iif(NEW.`type` = 'GIFT_VOUCHER', iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0) - iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0), 0),
		`points_balance` = `points_balance` + iif(NEW.`type` = 'LOYALTY_CARD', iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0) - iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0), 0),
		`loyalty_cards` = `loyalty_cards` + iif(NEW.`type` = 'LOYALTY_CARD', coalesce(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, 0) - coalesce(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, 0), 0)
	WHERE `project_id` = NEW.`project_id` AND `id` IN (OLD.`holder_id`, NEW.`holder_id`);
END;--> statement-breakpoint
DROP TRIGGER `vouchers_wallet_delete`;--> statement-breakpoint
CREATE TRIGGER `vouchers_wallet_delete` AFTER DELETE ON `vouchers`
WHEN OLD.`balance` IS NOT NULL AND OLD.`holder_id` IS NOT NULL AND OLD.`deleted_at` IS NULL
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = OLD.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` - iif(OLD.`type` = 'GIFT_VOUCHER', OLD.`balance`, 0),
		`points_balance` = `points_balance` - iif(OLD.`type` = 'LOYALTY_CARD', OLD.`balance`, 0),
		`loyalty_cards` = `loyalty_cards` - (OLD.`type` = 'LOYALTY_CARD')
	WHERE `project_id` = OLD.`project_id` AND `id` = OLD.`holder_id`;
END;--> statement-breakpoint
DROP TRIGGER `vouchers_points_insert`;--> statement-breakpoint
CREATE TRIGGER `vouchers_points_insert` AFTER INSERT ON `vouchers`
WHEN NEW.`type` = 'LOYALTY_CARD' AND NEW.`campaign_id` IS NOT NULL AND NEW.`holder_id` IS NOT NULL AND NEW.`deleted_at` IS NULL
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET `program_points` = json_set(`program_points`, '$.' || NEW.`campaign_id`,
		coalesce(`program_points`->>('$.' || NEW.`campaign_id`), 0) + NEW.`balance`)
	WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`holder_id`;
END;--> statement-breakpoint
DROP TRIGGER `vouchers_points_update`;--> statement-breakpoint
CREATE TRIGGER `vouchers_points_update` AFTER UPDATE OF `balance`, `holder_id`, `deleted_at` ON `vouchers`
WHEN NEW.`type` = 'LOYALTY_CARD' AND NEW.`campaign_id` IS NOT NULL AND (OLD.`holder_id` IS NOT NULL OR NEW.`holder_id` IS NOT NULL)
	AND (OLD.`balance` <> NEW.`balance` OR OLD.`holder_id` IS NOT NEW.`holder_id` OR OLD.`deleted_at` IS NOT NEW.`deleted_at`)
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET `program_points` = json_set(`program_points`, '$.' || NEW.`campaign_id`,
		coalesce(`program_points`->>('$.' || NEW.`campaign_id`), 0)
		+ iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0)
		- iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0))
	WHERE `project_id` = NEW.`project_id` AND `id` IN (OLD.`holder_id`, NEW.`holder_id`);
END;--> statement-breakpoint
DROP TRIGGER `vouchers_points_delete`;--> statement-breakpoint
CREATE TRIGGER `vouchers_points_delete` AFTER DELETE ON `vouchers`
WHEN OLD.`type` = 'LOYALTY_CARD' AND OLD.`campaign_id` IS NOT NULL AND OLD.`holder_id` IS NOT NULL AND OLD.`deleted_at` IS NULL
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = OLD.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET `program_points` = json_set(`program_points`, '$.' || OLD.`campaign_id`,
		coalesce(`program_points`->>('$.' || OLD.`campaign_id`), 0) - OLD.`balance`)
	WHERE `project_id` = OLD.`project_id` AND `id` = OLD.`holder_id`;
END;