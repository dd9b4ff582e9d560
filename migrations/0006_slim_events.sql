ALTER TABLE `tallies` ADD `events_taken` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `tallies` SET `events_taken` = coalesce(
	(SELECT min(`sequence`) - 1 FROM `outbox` INDEXED BY `outbox_pending` WHERE `outbox`.`project_id` = `tallies`.`project_id` AND `done_at` IS NULL),
	`event_sequence`);--> statement-breakpoint
DROP INDEX `outbox_pending`;
