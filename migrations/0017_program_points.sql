ALTER TABLE `customers` ADD `program_points` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Points of a program are those of the loyalty cards of its campaign that a customer holds.
CREATE TRIGGER `vouchers_points_insert` AFTER INSERT ON `vouchers`
WHEN NEW.`type` = 'LOYALTY_CARD' AND NEW.`campaign_id` IS NOT NULL AND NEW.`holder_id` IS NOT NULL AND NEW.`deleted_at` IS NULL
BEGIN
	UPDATE `customers` SET `program_points` = json_set(`program_points`, '$.' || NEW.`campaign_id`,
		coalesce(`program_points`->>('$.' || NEW.`campaign_id`), 0) + NEW.`balance`)
	WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`holder_id`;
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_points_update` AFTER UPDATE OF `balance`, `holder_id`, `deleted_at` ON `vouchers`
WHEN NEW.`type` = 'LOYALTY_CARD' AND NEW.`campaign_id` IS NOT NULL AND (OLD.`holder_id` IS NOT NULL OR NEW.`holder_id` IS NOT NULL)
	AND (OLD.`balance` <> NEW.`balance` OR OLD.`holder_id` IS NOT NEW.`holder_id` OR OLD.`deleted_at` IS NOT NEW.`deleted_at`)
BEGIN
	UPDATE `customers` SET `program_points` = json_set(`program_points`, '$.' || NEW.`campaign_id`,
		coalesce(`program_points`->>('$.' || NEW.`campaign_id`), 0)
		+ iif(NEW.`deleted_at` IS NULL AND NEW.`holder_id` = `id`, NEW.`balance`, 0)
		- iif(OLD.`deleted_at` IS NULL AND OLD.`holder_id` = `id`, OLD.`balance`, 0))
	WHERE `project_id` = NEW.`project_id` AND `id` IN (OLD.`holder_id`, NEW.`holder_id`);
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_points_delete` AFTER DELETE ON `vouchers`
WHEN OLD.`type` = 'LOYALTY_CARD' AND OLD.`campaign_id` IS NOT NULL AND OLD.`holder_id` IS NOT NULL AND OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `customers` SET `program_points` = json_set(`program_points`, '$.' || OLD.`campaign_id`,
		coalesce(`program_points`->>('$.' || OLD.`campaign_id`), 0) - OLD.`balance`)
	WHERE `project_id` = OLD.`project_id` AND `id` = OLD.`holder_id`;
END;--> statement-breakpoint
UPDATE `customers` SET `program_points` = w.`points`
FROM (SELECT `project_id`, `holder_id`, json_group_object(`campaign_id`, `points`) AS `points` FROM (
		SELECT `project_id`, `holder_id`, `campaign_id`, sum(`balance`) AS `points` FROM `vouchers`
		WHERE `type` = 'LOYALTY_CARD' AND `holder_id` IS NOT NULL AND `campaign_id` IS NOT NULL AND `deleted_at` IS NULL
		GROUP BY `project_id`, `holder_id`, `campaign_id`)
	GROUP BY `project_id`, `holder_id`) w
WHERE `customers`.`project_id` = w.`project_id` AND `customers`.`id` = w.`holder_id`;
