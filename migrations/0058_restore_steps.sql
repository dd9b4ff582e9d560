ALTER TABLE `backups` ADD `unpacked` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `restores` ADD `state` text DEFAULT '{"phase":"PARTS","line":0,"after":null,"table":0,"counted":0}' NOT NULL;--> statement-breakpoint
CREATE INDEX `restores_over` ON `restores` (`updated_at`) WHERE status <> 'IN_PROGRESS';