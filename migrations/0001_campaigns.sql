-- Campaigns and what they refer to. `vouchers_pool` takes the place of `vouchers_campaign`: the next
-- free code of a campaign is found by it at once, and lists of a campaign walk both of its halves.
CREATE TABLE `campaign_days` (
	`project_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`day` text NOT NULL,
	`validations_succeeded` integer DEFAULT 0 NOT NULL,
	`validations_failed` integer DEFAULT 0 NOT NULL,
	`redemptions_succeeded` integer DEFAULT 0 NOT NULL,
	`redemptions_failed` integer DEFAULT 0 NOT NULL,
	`rollbacks_succeeded` integer DEFAULT 0 NOT NULL,
	`rollbacks_failed` integer DEFAULT 0 NOT NULL,
	`publications_succeeded` integer DEFAULT 0 NOT NULL,
	`publications_failed` integer DEFAULT 0 NOT NULL,
	`vouchers_created` integer DEFAULT 0 NOT NULL,
	`vouchers_deleted` integer DEFAULT 0 NOT NULL,
	`discounted_amount` integer DEFAULT 0 NOT NULL,
	`rolledback_discounted_amount` integer DEFAULT 0 NOT NULL,
	`orders_amount` integer DEFAULT 0 NOT NULL,
	`orders_rolledback_amount` integer DEFAULT 0 NOT NULL,
	`created_vouchers_amount` integer DEFAULT 0 NOT NULL,
	`amount_added` integer DEFAULT 0 NOT NULL,
	`amount_deleted` integer DEFAULT 0 NOT NULL,
	`amount_redeemed` integer DEFAULT 0 NOT NULL,
	`amount_rolledback` integer DEFAULT 0 NOT NULL,
	`amount_subtracted` integer DEFAULT 0 NOT NULL,
	`referred_customers` integer DEFAULT 0 NOT NULL,
	`created_vouchers_points` integer DEFAULT 0 NOT NULL,
	`points_deleted` integer DEFAULT 0 NOT NULL,
	`points_subtracted` integer DEFAULT 0 NOT NULL,
	`points_added` integer DEFAULT 0 NOT NULL,
	`points_rewarded` integer DEFAULT 0 NOT NULL,
	`points_redeemed` integer DEFAULT 0 NOT NULL,
	`points_rolledback` integer DEFAULT 0 NOT NULL,
	`points_expired` integer DEFAULT 0 NOT NULL,
	`points_transferred_out` integer DEFAULT 0 NOT NULL,
	`points_transferred_in` integer DEFAULT 0 NOT NULL,
	`pending_points_added` integer DEFAULT 0 NOT NULL,
	`pending_points_subtracted` integer DEFAULT 0 NOT NULL,
	`pending_points_activated` integer DEFAULT 0 NOT NULL,
	`pending_points_canceled` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `campaign_id`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`campaign_type` text NOT NULL,
	`type` text NOT NULL,
	`auto_join` integer NOT NULL,
	`join_once` integer NOT NULL,
	`use_voucher_metadata_schema` integer NOT NULL,
	`protected` integer DEFAULT false NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`category` text,
	`category_id` text,
	`voucher` text,
	`referral_program` text,
	`loyalty_tiers_expiration` text,
	`activity_duration_after_publishing` text,
	`start_date` text,
	`expiration_date` text,
	`validity_timeframe` text,
	`validity_day_of_week` text,
	`validity_hours` text,
	`metadata` text NOT NULL,
	`vouchers_count` integer DEFAULT 0 NOT NULL,
	`creation_status` text NOT NULL,
	`vouchers_generation_status` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	`deleted_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_name` ON `campaigns` (`project_id`,`name`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `campaigns_type` ON `campaigns` (`project_id`,`campaign_type`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_updated` ON `campaigns` (`project_id`,`updated_at`,`id`) WHERE updated_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `promotion_tiers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`banner` text,
	`action` text,
	`metadata` text NOT NULL,
	`hierarchy` integer NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`category` text,
	`category_id` text,
	`start_date` text,
	`expiration_date` text,
	`validity_timeframe` text,
	`validity_day_of_week` text,
	`validity_hours` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `promotion_tiers_campaign` ON `promotion_tiers` (`project_id`,`campaign_id`,`hierarchy`,`id`);--> statement-breakpoint
CREATE TABLE `usage_counters` (
	`project_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`subject` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`orders_amount` integer DEFAULT 0 NOT NULL,
	`discounted_amount` integer DEFAULT 0 NOT NULL,
	`day` text NOT NULL,
	`day_count` integer DEFAULT 0 NOT NULL,
	`week` text NOT NULL,
	`week_count` integer DEFAULT 0 NOT NULL,
	`month` text NOT NULL,
	`month_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `owner_id`, `subject`),
	CONSTRAINT "usage_counted" CHECK(count >= 0 AND day_count >= 0 AND week_count >= 0 AND month_count >= 0 AND orders_amount >= 0 AND discounted_amount >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `categories` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`hierarchy` integer NOT NULL,
	`stacking_rules_type` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `product_collection_members` (
	`project_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`object_id` text NOT NULL,
	`object` text NOT NULL,
	`product_id` text,
	PRIMARY KEY(`project_id`, `collection_id`, `object_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `product_collection_members_object` ON `product_collection_members` (`project_id`,`object_id`,`collection_id`);--> statement-breakpoint
CREATE TABLE `product_collections` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`filter` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `products` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`name` text,
	`price` integer,
	`attributes` text,
	`image_url` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `products_source_id` ON `products` (`project_id`,`source_id`) WHERE source_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `products_updated` ON `products` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `segment_members` (
	`project_id` text NOT NULL,
	`segment_id` text NOT NULL,
	`customer_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `segment_id`, `customer_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `segment_members_customer` ON `segment_members` (`project_id`,`customer_id`,`segment_id`);--> statement-breakpoint
CREATE TABLE `segments` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`filter` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `skus` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`product_id` text NOT NULL,
	`source_id` text,
	`sku` text,
	`price` integer,
	`currency` text,
	`attributes` text,
	`image_url` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `skus_source_id` ON `skus` (`project_id`,`source_id`) WHERE source_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `skus_product` ON `skus` (`project_id`,`product_id`,`id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`project_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`publications` integer NOT NULL,
	PRIMARY KEY(`project_id`, `campaign_id`, `customer_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `publications` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`customer_id` text NOT NULL,
	`campaign_id` text,
	`voucher_ids` text NOT NULL,
	`channel` text NOT NULL,
	`metadata` text NOT NULL,
	`result` text NOT NULL,
	`failure_code` text,
	`failure_message` text,
	`tracking_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `publications_source_id` ON `publications` (`project_id`,`source_id`) WHERE source_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `publications_customer` ON `publications` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `publications_campaign` ON `publications` (`project_id`,`campaign_id`,`id`) WHERE campaign_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `publications_failed` ON `publications` (`project_id`,`id`) WHERE result = 'FAILURE';--> statement-breakpoint
CREATE TABLE `redeemable_holders` (
	`project_id` text NOT NULL,
	`redeemable_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`id` text NOT NULL,
	`redeemable_object` text NOT NULL,
	`campaign_id` text,
	`campaign_type` text,
	`voucher_type` text,
	`holder_role` text NOT NULL,
	`publication_id` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `redeemable_id`, `customer_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `redeemable_holders_id` ON `redeemable_holders` (`project_id`,`id`);--> statement-breakpoint
CREATE INDEX `redeemable_holders_customer` ON `redeemable_holders` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `custom_event_schemas` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`schema` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_event_schemas_name` ON `custom_event_schemas` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `metadata_schemas` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`related_object` text NOT NULL,
	`allow_defined_only` integer NOT NULL,
	`properties` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `metadata_schemas_object` ON `metadata_schemas` (`project_id`,`related_object`);--> statement-breakpoint
CREATE TABLE `async_actions` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`related_id` text,
	`status` text NOT NULL,
	`operation_status` text,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`result` text,
	`request_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	CONSTRAINT "action_progress" CHECK(done >= 0 AND done <= total),
	CONSTRAINT "action_cursor" CHECK(cursor >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `async_actions_open` ON `async_actions` (`updated_at`) WHERE status = 'IN_PROGRESS';--> statement-breakpoint
CREATE INDEX `async_actions_related` ON `async_actions` (`project_id`,`related_id`,`id`) WHERE related_id IS NOT NULL AND status = 'IN_PROGRESS';--> statement-breakpoint
CREATE TABLE `exports` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`exported_object` text NOT NULL,
	`parameters` text NOT NULL,
	`status` text NOT NULL,
	`channel` text NOT NULL,
	`user_id` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `vouchers_campaign`;--> statement-breakpoint
CREATE INDEX `vouchers_pool` ON `vouchers` (`project_id`,`campaign_id`,(publish_count = 0 AND active = 1 AND deleted_at IS NULL),`id`) WHERE campaign_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `customer_id` text;--> statement-breakpoint
CREATE INDEX `outbox_customer` ON `outbox` (`project_id`,`customer_id`,`sequence`) WHERE customer_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `campaigns` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `publications` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `products` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `skus` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `product_collections` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `categories` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `segments` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `async_actions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `exports` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `validation_rules` ADD `segments` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `validation_rules` ADD `reads_usage` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_customer` ON `orders` (`project_id`,`customer_id`,`id`) WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_updated` ON `orders` (`project_id`,`updated_at`,`id`) WHERE updated_at IS NOT NULL;