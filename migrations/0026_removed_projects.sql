CREATE TABLE `removed_projects` (
	`project_id` text PRIMARY KEY NOT NULL,
	`removed_at` text NOT NULL,
	`place` integer NOT NULL
) STRICT, WITHOUT ROWID;
