CREATE TABLE `users` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`login` text NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_project_login` ON `users` (`project_id`,`login`);--> statement-breakpoint
CREATE INDEX `users_id` ON `users` (`id`);--> statement-breakpoint
CREATE INDEX `users_login` ON `users` (`login`);