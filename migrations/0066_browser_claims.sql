ALTER TABLE `projects` ADD `client_orders_trusted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `client_metadata_keys` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `made_by_browser` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `session_holds` ADD `customer_id` text;