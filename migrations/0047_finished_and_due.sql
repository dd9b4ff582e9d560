CREATE INDEX `tallies_archive` ON `tallies` (`archive_at`);--> statement-breakpoint
CREATE INDEX `async_actions_over` ON `async_actions` (`updated_at`,`project_id`,`id`) WHERE status = 'DONE';