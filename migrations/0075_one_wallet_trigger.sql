-- What is on a customer's cards and what of that is points of a program move in one row: two triggers each wrote it.
DROP TRIGGER `vouchers_points_insert`;--> statement-breakpoint
DROP TRIGGER `vouchers_points_update`;--> statement-breakpoint
DROP TRIGGER `vouchers_points_delete`;--> statement-breakpoint
DROP TRIGGER `vouchers_wallet_insert`;--> statement-breakpoint
CREATE TRIGGER `vouchers_wallet_insert` AFTER INSERT ON `vouchers`
WHEN NEW.`balance` IS NOT NULL AND NEW.`holder_id` IS NOT NULL AND NEW.`deleted_at` IS NULL
	AND NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` + iif(NEW.`type` = 'GIFT_VOUCHER', NEW.`balance`, 0),
		`points_balance` = `points_balance` + iif(NEW.`type` = 'LOYALTY_CARD', NEW.`balance`, 0),
		`loyalty_cards` = `loyalty_cards` + (NEW.`type` = 'LOYALTY_CARD'),
		`program_points` = iif(NEW.`type` = 'LOYALTY_CARD' AND NEW.`campaign_id` IS NOT NULL, json_set(`program_points`, '$.' || NEW.`campaign_id`,
			coalesce(`program_points`->>('$.' || NEW.`campaign_id`), 0) + NEW.`balance`), `program_points`)
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
		`loyalty_cards` = `loyalty_cards` + iif(NEW.`type` = 'LOYALTY_CARD', coalesce(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, 0) - coalesce(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, 0), 0),
		`program_points` = iif(NEW.`type` = 'LOYALTY_CARD' AND NEW.`campaign_id` IS NOT NULL, json_set(`program_points`, '$.' || NEW.`campaign_id`,
			coalesce(`program_points`->>('$.' || NEW.`campaign_id`), 0)
			+ iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0)
			- iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0)), `program_points`)
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
		`loyalty_cards` = `loyalty_cards` - (OLD.`type` = 'LOYALTY_CARD'),
		`program_points` = iif(OLD.`type` = 'LOYALTY_CARD' AND OLD.`campaign_id` IS NOT NULL, json_set(`program_points`, '$.' || OLD.`campaign_id`,
			coalesce(`program_points`->>('$.' || OLD.`campaign_id`), 0) - OLD.`balance`), `program_points`)
	WHERE `project_id` = OLD.`project_id` AND `id` = OLD.`holder_id`;
END;
