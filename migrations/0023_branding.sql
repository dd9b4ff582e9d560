CREATE TABLE `brandings` (
	`project_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`details` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text
) STRICT, WITHOUT ROWID;
