CREATE TABLE `erased_customers` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`erased_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `backups_held` ON `backups` (`project_id`,`taken_at`) WHERE status IN ('DONE', 'IN_PROGRESS');