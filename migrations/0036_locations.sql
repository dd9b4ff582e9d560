CREATE TABLE `location_uses` (
	`project_id` text NOT NULL,
	`location_id` text NOT NULL,
	`object_id` text NOT NULL,
	`object` text NOT NULL,
	PRIMARY KEY(`project_id`, `location_id`, `object_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `location_uses_object` ON `location_uses` (`project_id`,`object_id`);--> statement-breakpoint
CREATE TABLE `locations` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`shape` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `locations_updated` ON `locations` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
ALTER TABLE `tallies` ADD `locations` integer DEFAULT 0 NOT NULL;