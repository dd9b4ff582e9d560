-- Tables are STRICT (no silent type changes) and WITHOUT ROWID (one written row instead of two).
-- Inserting into the view `assert_v` aborts the batch when `ok` is not 1, and names what failed.
CREATE TABLE `api_keys` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`app_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`name` text,
	`blocked_at` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	CONSTRAINT "api_key_kind" CHECK("api_keys"."kind" IN ('server', 'client', 'management'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_app_id` ON `api_keys` (`kind`,`app_id`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`timezone` text NOT NULL,
	`currency` text NOT NULL,
	`week_start` integer NOT NULL,
	`case_sensitive_codes` integer NOT NULL,
	`client_trusted_domains` text NOT NULL,
	`client_redeem_enabled` integer NOT NULL,
	`client_publish_enabled` integer NOT NULL,
	`client_list_vouchers_enabled` integer NOT NULL,
	`client_create_customer_enabled` integer NOT NULL,
	`client_loyalty_events_enabled` integer NOT NULL,
	`client_set_voucher_expiration_date_enabled` integer NOT NULL,
	`is_sandbox` integer NOT NULL,
	`webhook_secret` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `trusted_origins` (
	`origin` text NOT NULL,
	`project_id` text NOT NULL,
	PRIMARY KEY(`origin`, `project_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `customers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`name` text,
	`description` text,
	`email` text,
	`phone` text,
	`birthday` text,
	`birthdate` text,
	`address` text,
	`metadata` text NOT NULL,
	`total_redeemed` integer DEFAULT 0 NOT NULL,
	`total_failed` integer DEFAULT 0 NOT NULL,
	`total_succeeded` integer DEFAULT 0 NOT NULL,
	`total_rolled_back` integer DEFAULT 0 NOT NULL,
	`total_rollback_failed` integer DEFAULT 0 NOT NULL,
	`total_rollback_succeeded` integer DEFAULT 0 NOT NULL,
	`gift_redeemed_amount` integer DEFAULT 0 NOT NULL,
	`orders_amount` integer DEFAULT 0 NOT NULL,
	`orders_count` integer DEFAULT 0 NOT NULL,
	`last_order_amount` integer,
	`last_order_date` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_source_id` ON `customers` (`project_id`,`source_id`) WHERE source_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `customers_email` ON `customers` (`project_id`,`email`,`id`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `customers_updated` ON `customers` (`project_id`,`updated_at`,`id`) WHERE updated_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`project_id` text NOT NULL,
	`family` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`body` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `family`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `misses` (
	`project_id` text NOT NULL,
	`bucket` text NOT NULL,
	`minute` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`project_id`, `bucket`, `minute`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `misses_minute` ON `misses` (`minute`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`project_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`entity_id` text NOT NULL,
	`group_id` text NOT NULL,
	`source` text NOT NULL,
	`data` text NOT NULL,
	`created_at` text NOT NULL,
	`done_at` text,
	PRIMARY KEY(`project_id`, `sequence`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `outbox_pending` ON `outbox` (`project_id`,`sequence`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE TABLE `tallies` (
	`project_id` text PRIMARY KEY NOT NULL,
	`event_sequence` integer DEFAULT 0 NOT NULL,
	`vouchers` integer DEFAULT 0 NOT NULL,
	`validation_rules` integer DEFAULT 0 NOT NULL,
	`validation_rules_assignments` integer DEFAULT 0 NOT NULL,
	`customers` integer DEFAULT 0 NOT NULL,
	`orders` integer DEFAULT 0 NOT NULL,
	`redemptions` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `orders` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`status` text NOT NULL,
	`amount` integer,
	`initial_amount` integer,
	`discount_amount` integer DEFAULT 0 NOT NULL,
	`items_discount_amount` integer DEFAULT 0 NOT NULL,
	`items` text,
	`metadata` text NOT NULL,
	`customer_id` text,
	`referrer_id` text,
	`redemptions` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_source_id` ON `orders` (`project_id`,`source_id`) WHERE source_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `redemptions` (
	`project_id` text NOT NULL,
	`sort_key` text NOT NULL,
	`id` text NOT NULL,
	`object` text NOT NULL,
	`redemption_id` text,
	`parent_id` text,
	`voucher_id` text,
	`customer_id` text,
	`order_id` text,
	`tracking_id` text,
	`metadata` text,
	`amount` integer,
	`result` text NOT NULL,
	`status` text NOT NULL,
	`failure_code` text,
	`failure_message` text,
	`reason` text,
	`order` text,
	`effects` text NOT NULL,
	`channel` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `sort_key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `redemptions_voucher` ON `redemptions` (`project_id`,`voucher_id`,`sort_key`) WHERE voucher_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `redemptions_customer` ON `redemptions` (`project_id`,`customer_id`,`sort_key`) WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `redemptions_parent` ON `redemptions` (`project_id`,`parent_id`,`sort_key`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `redemptions_failed` ON `redemptions` (`project_id`,`sort_key`) WHERE result = 'FAILURE';--> statement-breakpoint
CREATE UNIQUE INDEX `redemptions_rollback_once` ON `redemptions` (`project_id`,`redemption_id`) WHERE object = 'redemption_rollback' AND result = 'SUCCESS';--> statement-breakpoint
CREATE TABLE `validation_rules` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`rules` text NOT NULL,
	`bundle_rules` text,
	`error` text,
	`applicable_to` text NOT NULL,
	`type` text NOT NULL,
	`context_type` text NOT NULL,
	`assignments_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `validation_rules_created` ON `validation_rules` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `validation_rules_updated` ON `validation_rules` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `validation_rules_name` ON `validation_rules` (`project_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `validation_rules_assignments` (
	`project_id` text NOT NULL,
	`related_object_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`id` text NOT NULL,
	`related_object_type` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `related_object_id`, `rule_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `assignments_id` ON `validation_rules_assignments` (`project_id`,`id`);--> statement-breakpoint
CREATE INDEX `assignments_rule` ON `validation_rules_assignments` (`project_id`,`rule_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `assignments_created` ON `validation_rules_assignments` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `voucher_transactions` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text,
	`type` text NOT NULL,
	`amount` integer NOT NULL,
	`total` integer NOT NULL,
	`balance` integer NOT NULL,
	`source_id` text,
	`source` text,
	`reason` text,
	`details` text NOT NULL,
	`related_transaction_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `vouchers` (
	`project_id` text NOT NULL,
	`code_key` text NOT NULL,
	`id` text NOT NULL,
	`code` text NOT NULL,
	`type` text NOT NULL,
	`campaign_id` text,
	`category` text,
	`category_id` text,
	`discount` text,
	`gift_effect` text,
	`amount` integer,
	`balance` integer,
	`subtracted_amount` integer DEFAULT 0 NOT NULL,
	`redeemed_amount` integer DEFAULT 0 NOT NULL,
	`held_amount` integer DEFAULT 0 NOT NULL,
	`redemption_quantity` integer,
	`redeemed_quantity` integer DEFAULT 0 NOT NULL,
	`held_quantity` integer DEFAULT 0 NOT NULL,
	`publish_count` integer DEFAULT 0 NOT NULL,
	`start_date` text,
	`expiration_date` text,
	`validity_timeframe` text,
	`validity_day_of_week` text,
	`validity_hours` text,
	`active` integer DEFAULT true NOT NULL,
	`additional_info` text,
	`metadata` text NOT NULL,
	`is_referral_code` integer DEFAULT false NOT NULL,
	`holder_id` text,
	`referrer_id` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	`deleted_at` text,
	PRIMARY KEY(`project_id`, `code_key`),
	CONSTRAINT "voucher_quantity" CHECK(redemption_quantity IS NULL OR redeemed_quantity + held_quantity <= redemption_quantity),
	CONSTRAINT "voucher_redeemed" CHECK(redeemed_quantity >= 0 AND held_quantity >= 0),
	CONSTRAINT "voucher_balance" CHECK(balance - held_amount >= 0 AND held_amount >= 0),
	CONSTRAINT "voucher_ledger" CHECK(balance = amount - subtracted_amount - redeemed_amount),
	CONSTRAINT "voucher_safe" CHECK(amount <= 9007199254740991)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_id` ON `vouchers` (`project_id`,`id`);--> statement-breakpoint
CREATE INDEX `vouchers_updated` ON `vouchers` (`project_id`,`updated_at`,`id`) WHERE updated_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_campaign` ON `vouchers` (`project_id`,`campaign_id`,`id`) WHERE campaign_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_holder` ON `vouchers` (`project_id`,`holder_id`,`id`) WHERE holder_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_category` ON `vouchers` (`project_id`,`category`,`id`) WHERE category IS NOT NULL;--> statement-breakpoint
CREATE VIEW `assert_v` AS SELECT 1 AS `ok`, '' AS `tag`;--> statement-breakpoint
CREATE TRIGGER `assert_v_insert` INSTEAD OF INSERT ON `assert_v` WHEN NEW.`ok` IS NOT 1
BEGIN
	SELECT RAISE(ABORT, 'assert:' || NEW.`tag`);
END;
