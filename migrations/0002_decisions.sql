CREATE TABLE `session_holds` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`session_key` text NOT NULL,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL,
	`ttl` integer NOT NULL,
	`ttl_unit` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`, `session_key`),
	CONSTRAINT "hold_counted" CHECK(quantity >= 0 AND amount >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `session_holds_key` ON `session_holds` (`project_id`,`session_key`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `session_holds_lapsed` ON `session_holds` (`project_id`,`voucher_id`,`expires_at`);--> statement-breakpoint
CREATE TABLE `promotion_stacks` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`tiers` text NOT NULL,
	`category_id` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `promotion_stacks_campaign` ON `promotion_stacks` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `promotion_stacks_updated` ON `promotion_stacks` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `promotion_tiers_updated` ON `promotion_tiers` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `promotion_tiers_active` ON `promotion_tiers` (`project_id`,`id`) WHERE active = 1;--> statement-breakpoint
CREATE TABLE `stacking_rules` (
	`project_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`rules` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `tallies` ADD `promotion_tiers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `promotion_stacks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `redemptions` ADD `promotion_tier_id` text;--> statement-breakpoint
ALTER TABLE `redemptions` ADD `promotion_stack_id` text;--> statement-breakpoint
ALTER TABLE `validation_rules` ADD `collections` text DEFAULT '[]' NOT NULL;