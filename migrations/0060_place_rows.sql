ALTER TABLE `places` ADD `rows` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `places` ADD `events` integer;--> statement-breakpoint
ALTER TABLE `places` ADD `events_per_minute` real DEFAULT 0 NOT NULL;