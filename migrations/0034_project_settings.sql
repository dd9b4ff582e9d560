ALTER TABLE `projects` ADD `default_charset` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `kept_settings` text DEFAULT '{}' NOT NULL;