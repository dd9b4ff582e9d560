DROP INDEX `outbox_customer`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `run` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_customer` ON `outbox` (`project_id`,`customer_id`,`sequence`,`run`) WHERE customer_id IS NOT NULL AND run > 0;