ALTER TABLE `customers` ADD `gift_balance` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `points_balance` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `loyalty_cards` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_cards` ON `vouchers` (`project_id`,`holder_id`,`id`) WHERE holder_id IS NOT NULL AND type = 'LOYALTY_CARD';--> statement-breakpoint
-- What a customer has on cards follows from the cards: a card that is held and there counts for who holds it.
CREATE TRIGGER `vouchers_wallet_insert` AFTER INSERT ON `vouchers`
WHEN NEW.`balance` IS NOT NULL AND NEW.`holder_id` IS NOT NULL AND NEW.`deleted_at` IS NULL
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` + iif(NEW.`type` = 'GIFT_VOUCHER', NEW.`balance`, 0),
		`points_balance` = `points_balance` + iif(NEW.`type` = 'LOYALTY_CARD', NEW.`balance`, 0),
		`loyalty_cards` = `loyalty_cards` + (NEW.`type` = 'LOYALTY_CARD')
	WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`holder_id`;
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_wallet_update` AFTER UPDATE OF `balance`, `holder_id`, `deleted_at` ON `vouchers`
WHEN NEW.`balance` IS NOT NULL AND (OLD.`holder_id` IS NOT NULL OR NEW.`holder_id` IS NOT NULL)
	AND (OLD.`balance` <> NEW.`balance` OR OLD.`holder_id` IS NOT NEW.`holder_id` OR OLD.`deleted_at` IS NOT NEW.`deleted_at`)
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` + iif(NEW.`type` = 'GIFT_VOUCHER', iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0) - iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0), 0),
		`points_balance` = `points_balance` + iif(NEW.`type` = 'LOYALTY_CARD', iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0) - iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0), 0),
		`loyalty_cards` = `loyalty_cards` + iif(NEW.`type` = 'LOYALTY_CARD', coalesce(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, 0) - coalesce(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, 0), 0)
	WHERE `project_id` = NEW.`project_id` AND `id` IN (OLD.`holder_id`, NEW.`holder_id`);
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_wallet_delete` AFTER DELETE ON `vouchers`
WHEN OLD.`balance` IS NOT NULL AND OLD.`holder_id` IS NOT NULL AND OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `customers` SET
		`gift_balance` = `gift_balance` - iif(OLD.`type` = 'GIFT_VOUCHER', OLD.`balance`, 0),
		`points_balance` = `points_balance` - iif(OLD.`type` = 'LOYALTY_CARD', OLD.`balance`, 0),
		`loyalty_cards` = `loyalty_cards` - (OLD.`type` = 'LOYALTY_CARD')
	WHERE `project_id` = OLD.`project_id` AND `id` = OLD.`holder_id`;
END;--> statement-breakpoint
UPDATE `customers` SET `gift_balance` = w.`gifts`, `points_balance` = w.`points`, `loyalty_cards` = w.`cards`
FROM (SELECT `project_id`, `holder_id`, coalesce(sum(`balance`) FILTER (WHERE `type` = 'GIFT_VOUCHER'), 0) AS `gifts`,
		coalesce(sum(`balance`) FILTER (WHERE `type` = 'LOYALTY_CARD'), 0) AS `points`, count(*) FILTER (WHERE `type` = 'LOYALTY_CARD') AS `cards`
	FROM `vouchers` WHERE `holder_id` IS NOT NULL AND `balance` IS NOT NULL AND `deleted_at` IS NULL GROUP BY `project_id`, `holder_id`) w
WHERE `customers`.`project_id` = w.`project_id` AND `customers`.`id` = w.`holder_id`;
