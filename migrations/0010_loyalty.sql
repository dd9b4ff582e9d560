CREATE TABLE `earning_rules` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`event` text NOT NULL,
	`custom_event_schema_id` text,
	`segment_id` text,
	`loyalty_tier_id` text,
	`loyalty` text NOT NULL,
	`pending_points` text,
	`expiration_rules` text,
	`banner` text,
	`active` integer DEFAULT true NOT NULL,
	`start_date` text,
	`expiration_date` text,
	`validity_timeframe` text,
	`validity_day_of_week` text,
	`validity_hours` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `earning_rules_campaign` ON `earning_rules` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `earning_rules_event` ON `earning_rules` (`project_id`,`event`,`id`) WHERE active = 1;--> statement-breakpoint
CREATE TABLE `loyalty_awards` (
	`project_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`event_key` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`customer_id` text,
	`order_id` text,
	`points` integer NOT NULL,
	`transaction_id` text,
	`pending_points_id` text,
	`taken_back` integer,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `rule_id`, `event_key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `loyalty_awards_order` ON `loyalty_awards` (`project_id`,`order_id`,`rule_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `loyalty_members` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`tier_id` text,
	`start_date` text,
	`expiration_date` text,
	`period` text,
	`period_points` integer DEFAULT 0 NOT NULL,
	`due_at` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `customer_id`, `campaign_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `loyalty_members_campaign` ON `loyalty_members` (`project_id`,`campaign_id`,`customer_id`);--> statement-breakpoint
CREATE INDEX `loyalty_members_card` ON `loyalty_members` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `loyalty_members_due` ON `loyalty_members` (`due_at`,`project_id`,`customer_id`,`campaign_id`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `loyalty_pending_points` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`customer_id` text,
	`order_id` text,
	`points` integer NOT NULL,
	`status` text NOT NULL,
	`activates_at` text NOT NULL,
	`due_at` text NOT NULL,
	`expiration_rules` text,
	`details` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	CONSTRAINT "pending_points" CHECK(points >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pending_points_card` ON `loyalty_pending_points` (`project_id`,`voucher_id`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `pending_points_campaign` ON `loyalty_pending_points` (`project_id`,`campaign_id`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `pending_points_due` ON `loyalty_pending_points` (`due_at`,`project_id`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE TABLE `loyalty_points_buckets` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text,
	`points` integer NOT NULL,
	`expired_points` integer DEFAULT 0 NOT NULL,
	`due_at` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `voucher_id`, `expires_at`),
	CONSTRAINT "points_bucket" CHECK(points >= 0 AND expired_points >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `points_buckets_left` ON `loyalty_points_buckets` (`project_id`,`voucher_id`,`expires_at`) WHERE points > 0;--> statement-breakpoint
CREATE INDEX `points_buckets_due` ON `loyalty_points_buckets` (`due_at`,`project_id`,`voucher_id`) WHERE due_at IS NOT NULL AND points > 0;--> statement-breakpoint
CREATE INDEX `points_buckets_campaign` ON `loyalty_points_buckets` (`project_id`,`campaign_id`,`expires_at`,`id`);--> statement-breakpoint
CREATE TABLE `loyalty_points_moves` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`, `transaction_id`, `expires_at`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `loyalty_tiers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`points_from` integer,
	`points_to` integer,
	`earning_rules` text NOT NULL,
	`rewards` text NOT NULL,
	`metadata` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `loyalty_tiers_campaign` ON `loyalty_tiers` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `reward_assignments` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`reward_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`points` integer,
	`auto_redeem` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	CONSTRAINT "reward_points" CHECK(points IS NULL OR points >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `reward_assignments_once` ON `reward_assignments` (`project_id`,`reward_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `reward_assignments_campaign` ON `reward_assignments` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reward_assignments_auto` ON `reward_assignments` (`project_id`,`campaign_id`) WHERE auto_redeem = 1;--> statement-breakpoint
CREATE TABLE `rewards` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`stock` integer,
	`redeemed` integer DEFAULT 0 NOT NULL,
	`attributes` text NOT NULL,
	`metadata` text,
	`parameters` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	CONSTRAINT "reward_stock" CHECK(stock IS NULL OR redeemed <= stock),
	CONSTRAINT "reward_redeemed" CHECK(redeemed >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `tallies` ADD `rewards` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `voucher_transactions` ADD `sequence` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_transactions_sequence` ON `voucher_transactions` (`project_id`,`voucher_id`,`sequence`) WHERE sequence IS NOT NULL;--> statement-breakpoint
CREATE INDEX `voucher_transactions_campaign` ON `voucher_transactions` (`project_id`,`campaign_id`,`id`) WHERE campaign_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `loyalty` text;--> statement-breakpoint
-- Cards that were made before points had days on which they expire: theirs do not.
INSERT INTO `loyalty_points_buckets` (`project_id`, `voucher_id`, `expires_at`, `id`, `campaign_id`, `points`, `created_at`)
SELECT `project_id`, `id`, 'never', 'lopb_' || substr(`id`, 3), `campaign_id`, `balance`, `created_at`
FROM `vouchers` WHERE `type` = 'LOYALTY_CARD' AND `balance` > 0;--> statement-breakpoint
INSERT INTO `loyalty_points_moves` (`project_id`, `voucher_id`, `transaction_id`, `expires_at`, `points`)
SELECT t.`project_id`, t.`voucher_id`, t.`id`, 'never', t.`amount`
FROM `vouchers` v CROSS JOIN `voucher_transactions` t ON t.`project_id` = v.`project_id` AND t.`voucher_id` = v.`id`
WHERE v.`type` = 'LOYALTY_CARD' AND v.`balance` > 0;
