CREATE TABLE `dead_jobs` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer NOT NULL,
	`cause` text,
	`died_at` text NOT NULL,
	`due_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `dead_jobs_newest` ON `dead_jobs` (`project_id`,`died_at`,`id`);--> statement-breakpoint
CREATE INDEX `dead_jobs_due` ON `dead_jobs` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `dead_jobs_age` ON `dead_jobs` (`died_at`);--> statement-breakpoint
CREATE TABLE `listener_cursors` (
	`project_id` text NOT NULL,
	`listener` text NOT NULL,
	`taken` integer NOT NULL,
	PRIMARY KEY(`project_id`, `listener`)
) STRICT, WITHOUT ROWID;
