ALTER TABLE `tallies` ADD `day` text;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_validations_succeeded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_validations_failed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_redemptions_succeeded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_redemptions_failed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_rollbacks_succeeded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_rollbacks_failed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_publications_succeeded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_publications_failed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_discounted_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_rolledback_discounted_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_orders_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_orders_rolledback_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_orders_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_orders_rolledback_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_amount_redeemed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_amount_rolledback` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_points_rewarded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_points_added` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_pending_points_activated` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_points_redeemed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_points_rolledback` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `day_points_expired` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What is counted on the last day stands in `tallies`: the first count of another day puts it among
-- the days, and leaves what was counted with it.
CREATE TRIGGER `tallies_day` AFTER UPDATE OF `day` ON `tallies`
WHEN OLD.`day` IS NOT NULL AND NEW.`day` IS NOT OLD.`day`
BEGIN
  INSERT INTO `project_days` (`project_id`, `day`,
    `validations_succeeded`, `validations_failed`, `redemptions_succeeded`,
    `redemptions_failed`, `rollbacks_succeeded`, `rollbacks_failed`, `publications_succeeded`,
    `publications_failed`, `discounted_amount`, `rolledback_discounted_amount`, `orders_count`,
    `orders_rolledback_count`, `orders_amount`, `orders_rolledback_amount`, `amount_redeemed`,
    `amount_rolledback`, `points_rewarded`, `points_added`, `pending_points_activated`,
    `points_redeemed`, `points_rolledback`, `points_expired`)
  VALUES (OLD.`project_id`, OLD.`day`,
    OLD.`day_validations_succeeded`, OLD.`day_validations_failed`,
    OLD.`day_redemptions_succeeded`, OLD.`day_redemptions_failed`,
    OLD.`day_rollbacks_succeeded`, OLD.`day_rollbacks_failed`, OLD.`day_publications_succeeded`,
    OLD.`day_publications_failed`, OLD.`day_discounted_amount`,
    OLD.`day_rolledback_discounted_amount`, OLD.`day_orders_count`,
    OLD.`day_orders_rolledback_count`, OLD.`day_orders_amount`,
    OLD.`day_orders_rolledback_amount`, OLD.`day_amount_redeemed`, OLD.`day_amount_rolledback`,
    OLD.`day_points_rewarded`, OLD.`day_points_added`, OLD.`day_pending_points_activated`,
    OLD.`day_points_redeemed`, OLD.`day_points_rolledback`, OLD.`day_points_expired`)
  ON CONFLICT (`project_id`, `day`) DO UPDATE SET
    `validations_succeeded` = `validations_succeeded` + excluded.`validations_succeeded`,
    `validations_failed` = `validations_failed` + excluded.`validations_failed`,
    `redemptions_succeeded` = `redemptions_succeeded` + excluded.`redemptions_succeeded`,
    `redemptions_failed` = `redemptions_failed` + excluded.`redemptions_failed`,
    `rollbacks_succeeded` = `rollbacks_succeeded` + excluded.`rollbacks_succeeded`,
    `rollbacks_failed` = `rollbacks_failed` + excluded.`rollbacks_failed`,
    `publications_succeeded` = `publications_succeeded` + excluded.`publications_succeeded`,
    `publications_failed` = `publications_failed` + excluded.`publications_failed`,
    `discounted_amount` = `discounted_amount` + excluded.`discounted_amount`,
    `rolledback_discounted_amount` = `rolledback_discounted_amount` + excluded.`rolledback_discounted_amount`,
    `orders_count` = `orders_count` + excluded.`orders_count`,
    `orders_rolledback_count` = `orders_rolledback_count` + excluded.`orders_rolledback_count`,
    `orders_amount` = `orders_amount` + excluded.`orders_amount`,
    `orders_rolledback_amount` = `orders_rolledback_amount` + excluded.`orders_rolledback_amount`,
    `amount_redeemed` = `amount_redeemed` + excluded.`amount_redeemed`,
    `amount_rolledback` = `amount_rolledback` + excluded.`amount_rolledback`,
    `points_rewarded` = `points_rewarded` + excluded.`points_rewarded`,
    `points_added` = `points_added` + excluded.`points_added`,
    `pending_points_activated` = `pending_points_activated` + excluded.`pending_points_activated`,
    `points_redeemed` = `points_redeemed` + excluded.`points_redeemed`,
    `points_rolledback` = `points_rolledback` + excluded.`points_rolledback`,
    `points_expired` = `points_expired` + excluded.`points_expired`;
  UPDATE `tallies` SET
    `day_validations_succeeded` = NEW.`day_validations_succeeded` - OLD.`day_validations_succeeded`,
    `day_validations_failed` = NEW.`day_validations_failed` - OLD.`day_validations_failed`,
    `day_redemptions_succeeded` = NEW.`day_redemptions_succeeded` - OLD.`day_redemptions_succeeded`,
    `day_redemptions_failed` = NEW.`day_redemptions_failed` - OLD.`day_redemptions_failed`,
    `day_rollbacks_succeeded` = NEW.`day_rollbacks_succeeded` - OLD.`day_rollbacks_succeeded`,
    `day_rollbacks_failed` = NEW.`day_rollbacks_failed` - OLD.`day_rollbacks_failed`,
    `day_publications_succeeded` = NEW.`day_publications_succeeded` - OLD.`day_publications_succeeded`,
    `day_publications_failed` = NEW.`day_publications_failed` - OLD.`day_publications_failed`,
    `day_discounted_amount` = NEW.`day_discounted_amount` - OLD.`day_discounted_amount`,
    `day_rolledback_discounted_amount` = NEW.`day_rolledback_discounted_amount` - OLD.`day_rolledback_discounted_amount`,
    `day_orders_count` = NEW.`day_orders_count` - OLD.`day_orders_count`,
    `day_orders_rolledback_count` = NEW.`day_orders_rolledback_count` - OLD.`day_orders_rolledback_count`,
    `day_orders_amount` = NEW.`day_orders_amount` - OLD.`day_orders_amount`,
    `day_orders_rolledback_amount` = NEW.`day_orders_rolledback_amount` - OLD.`day_orders_rolledback_amount`,
    `day_amount_redeemed` = NEW.`day_amount_redeemed` - OLD.`day_amount_redeemed`,
    `day_amount_rolledback` = NEW.`day_amount_rolledback` - OLD.`day_amount_rolledback`,
    `day_points_rewarded` = NEW.`day_points_rewarded` - OLD.`day_points_rewarded`,
    `day_points_added` = NEW.`day_points_added` - OLD.`day_points_added`,
    `day_pending_points_activated` = NEW.`day_pending_points_activated` - OLD.`day_pending_points_activated`,
    `day_points_redeemed` = NEW.`day_points_redeemed` - OLD.`day_points_redeemed`,
    `day_points_rolledback` = NEW.`day_points_rolledback` - OLD.`day_points_rolledback`,
    `day_points_expired` = NEW.`day_points_expired` - OLD.`day_points_expired`
  WHERE `project_id` = NEW.`project_id`;
END;--> statement-breakpoint
-- Every day of a project; the last one may stand in both.
CREATE VIEW `days_v` AS
SELECT `project_id`, `day`,
  `validations_succeeded`, `validations_failed`, `redemptions_succeeded`, `redemptions_failed`,
  `rollbacks_succeeded`, `rollbacks_failed`, `publications_succeeded`, `publications_failed`,
  `discounted_amount`, `rolledback_discounted_amount`, `orders_count`,
  `orders_rolledback_count`, `orders_amount`, `orders_rolledback_amount`, `amount_redeemed`,
  `amount_rolledback`, `points_rewarded`, `points_added`, `pending_points_activated`,
  `points_redeemed`, `points_rolledback`, `points_expired`
FROM `project_days`
UNION ALL SELECT `project_id`, `day`,
  `day_validations_succeeded`, `day_validations_failed`, `day_redemptions_succeeded`,
  `day_redemptions_failed`, `day_rollbacks_succeeded`, `day_rollbacks_failed`,
  `day_publications_succeeded`, `day_publications_failed`, `day_discounted_amount`,
  `day_rolledback_discounted_amount`, `day_orders_count`, `day_orders_rolledback_count`,
  `day_orders_amount`, `day_orders_rolledback_amount`, `day_amount_redeemed`,
  `day_amount_rolledback`, `day_points_rewarded`, `day_points_added`,
  `day_pending_points_activated`, `day_points_redeemed`, `day_points_rolledback`,
  `day_points_expired`
FROM `tallies` WHERE `day` IS NOT NULL;
