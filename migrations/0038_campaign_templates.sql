CREATE TABLE `campaign_templates` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`campaign_type` text NOT NULL,
	`template` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_templates_name` ON `campaign_templates` (`project_id`,`name`);--> statement-breakpoint
ALTER TABLE `tallies` ADD `campaign_templates` integer DEFAULT 0 NOT NULL;