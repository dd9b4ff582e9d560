DROP INDEX `webhook_deliveries_age`;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_over` ON `webhook_deliveries` (`created_at`) WHERE due_at IS NULL;