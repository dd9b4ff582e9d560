CREATE TABLE `distributions` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`event_schema_id` text NOT NULL,
	`event_schema_name` text NOT NULL,
	`active` integer NOT NULL,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `distributions_campaign` ON `distributions` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `distributions_event` ON `distributions` (`project_id`,`event_schema_id`,`id`);