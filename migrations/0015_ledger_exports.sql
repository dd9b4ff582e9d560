ALTER TABLE `exports` ADD `manifest` text;--> statement-breakpoint
CREATE INDEX `points_buckets_day` ON `loyalty_points_buckets` (`project_id`,`expires_at`,`id`) WHERE expires_at <> 'never';--> statement-breakpoint
CREATE INDEX `voucher_transactions_time` ON `voucher_transactions` (`project_id`,`id`) WHERE type <> 'OPENING';