CREATE TABLE `transit_ends` (
	`project_id` text NOT NULL,
	`owner` text NOT NULL,
	`epoch` integer NOT NULL,
	`ended_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `owner`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `transit_ends_age` ON `transit_ends` (`ended_at`);