CREATE TABLE `trash_bin` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`resource_id` text NOT NULL,
	`resource_type` text NOT NULL,
	`resource_name` text NOT NULL,
	`resource_parent_id` text,
	`action_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `trash_bin_resource` ON `trash_bin` (`project_id`,`resource_id`);--> statement-breakpoint
CREATE TABLE `trash_bin_parts` (
	`project_id` text NOT NULL,
	`object_id` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`content` text NOT NULL,
	PRIMARY KEY(`project_id`, `object_id`, `kind`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trash_bin_parts_customer` ON `trash_bin_parts` (`project_id`,`customer_id`,`object_id`,`kind`,`id`) WHERE customer_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `trash_bin` integer DEFAULT 0 NOT NULL;