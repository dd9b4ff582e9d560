CREATE TABLE `auto_redeem_cards` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`due_at` text NOT NULL,
	`marks` integer NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `auto_redeem_cards_due` ON `auto_redeem_cards` (`due_at`,`project_id`,`voucher_id`);--> statement-breakpoint
CREATE TABLE `auto_redeem_days` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`),
	CONSTRAINT "auto_redeem_limit" CHECK(count BETWEEN 1 AND 10)
) STRICT, WITHOUT ROWID;
