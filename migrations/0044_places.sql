ALTER TABLE `projects` ADD `place` text DEFAULT 'DB' NOT NULL;--> statement-breakpoint
ALTER TABLE `removed_projects` ADD `home` text DEFAULT 'DB' NOT NULL;