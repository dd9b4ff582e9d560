CREATE TABLE `referral_rewards` (
	`project_id` text NOT NULL,
	`source_id` text NOT NULL,
	`reason_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `source_id`, `reason_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `referral_tiers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`banner` text,
	`condition` text NOT NULL,
	`reward` text NOT NULL,
	`metadata` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `referral_tiers_campaign` ON `referral_tiers` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`project_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`referee_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`related_object_id` text NOT NULL,
	`related_object_type` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `campaign_id`, `referee_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `referrers` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`referred_customers` integer NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`, `campaign_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `customers` ADD `referred_customers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `referrals` text DEFAULT '[]' NOT NULL;