ALTER TABLE `customers` ADD `last_order_id` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `prior_order_amount` integer;--> statement-breakpoint
ALTER TABLE `customers` ADD `prior_order_date` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `segments_told` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `as_left` text;