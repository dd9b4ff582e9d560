DROP TRIGGER `validation_rules_reposted`;--> statement-breakpoint
DROP INDEX `vouchers_updated`;--> statement-breakpoint
CREATE INDEX `vouchers_updated` ON `vouchers` (`project_id`,`updated_at`,`id`) WHERE updated_at IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `customers_never_updated` ON `customers` (`project_id`,`id`) WHERE updated_at IS NULL;--> statement-breakpoint
CREATE INDEX `orders_never_updated` ON `orders` (`project_id`,`id`) WHERE updated_at IS NULL;
