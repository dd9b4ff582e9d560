ALTER TABLE `places` ADD `rush_project_id` text;--> statement-breakpoint
ALTER TABLE `places` ADD `rush_per_second` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `places` ADD `rush_at` text;