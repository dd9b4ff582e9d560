CREATE TABLE `event_archive_customers` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`, `last`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_archives` (
	`project_id` text NOT NULL,
	`last` integer NOT NULL,
	`first` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`until` text NOT NULL,
	`sealed_at` text,
	PRIMARY KEY(`project_id`, `last`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `event_archives_until` ON `event_archives` (`project_id`,`until`);--> statement-breakpoint
ALTER TABLE `projects` ADD `events_kept_days` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `events_archived` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `archive_at` text;