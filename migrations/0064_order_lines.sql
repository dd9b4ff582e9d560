-- Entries of the ledger are stored without the lines of their order from now on.
CREATE TABLE `order_lines` (
	`project_id` text NOT NULL,
	`order_id` text NOT NULL,
	`version` integer NOT NULL,
	`items` text,
	`metadata` text NOT NULL,
	PRIMARY KEY(`project_id`, `order_id`, `version`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `orders` ADD `lines_version` integer DEFAULT 0 NOT NULL;