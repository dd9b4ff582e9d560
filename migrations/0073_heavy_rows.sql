DROP INDEX `vouchers_pool`;--> statement-breakpoint
CREATE INDEX `vouchers_heavy` ON `vouchers` (`project_id`) WHERE coalesce(octet_length(discount), 0) + octet_length(metadata) + coalesce(octet_length(loyalty), 0) + coalesce(octet_length(additional_info), 0) > 40960;--> statement-breakpoint
CREATE INDEX `vouchers_pool` ON `vouchers` (`project_id`,`campaign_id`,(publish_count = 0 AND active = 1 AND deleted_at IS NULL),`id`,`code_key`,`deleted_at`) WHERE campaign_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `campaigns_heavy` ON `campaigns` (`project_id`) WHERE coalesce(octet_length(voucher), 0) + coalesce(octet_length(referral_program), 0) + coalesce(octet_length(description), 0) + octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `promotion_tiers_heavy` ON `promotion_tiers` (`project_id`) WHERE coalesce(octet_length(banner), 0) + coalesce(octet_length(action), 0) + octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `product_collections_heavy` ON `product_collections` (`project_id`) WHERE coalesce(octet_length(filter), 0) > 40960;--> statement-breakpoint
CREATE INDEX `products_heavy` ON `products` (`project_id`) WHERE coalesce(octet_length(attributes), 0) + octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `segments_heavy` ON `segments` (`project_id`) WHERE coalesce(octet_length(filter), 0) > 40960;--> statement-breakpoint
CREATE INDEX `skus_heavy` ON `skus` (`project_id`) WHERE coalesce(octet_length(attributes), 0) + octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `customers_heavy` ON `customers` (`project_id`) WHERE coalesce(octet_length(description), 0) + coalesce(octet_length(address), 0) + octet_length(metadata) + octet_length(consents) > 40960;--> statement-breakpoint
CREATE INDEX `locations_heavy` ON `locations` (`project_id`) WHERE octet_length(shape) > 40960;--> statement-breakpoint
CREATE INDEX `earning_rules_heavy` ON `earning_rules` (`project_id`) WHERE octet_length(loyalty) + octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `loyalty_tiers_heavy` ON `loyalty_tiers` (`project_id`) WHERE octet_length(earning_rules) + octet_length(rewards) + coalesce(octet_length(metadata), 0) > 40960;--> statement-breakpoint
CREATE INDEX `reward_assignments_reward` ON `reward_assignments` (`project_id`,`reward_id`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_heavy` ON `rewards` (`project_id`) WHERE octet_length(attributes) + coalesce(octet_length(metadata), 0) + octet_length(parameters) > 40960;--> statement-breakpoint
CREATE INDEX `publications_heavy` ON `publications` (`project_id`) WHERE octet_length(voucher_ids) + octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `redeemable_holders_heavy` ON `redeemable_holders` (`project_id`) WHERE octet_length(metadata) > 40960;--> statement-breakpoint
CREATE INDEX `order_lines_heavy` ON `order_lines` (`project_id`) WHERE coalesce(octet_length(items), 0) + octet_length(metadata) > 16384;--> statement-breakpoint
CREATE INDEX `orders_heavy` ON `orders` (`project_id`) WHERE coalesce(octet_length(items), 0) + octet_length(metadata) + octet_length(redemptions) > 16384;--> statement-breakpoint
CREATE INDEX `redemptions_heavy` ON `redemptions` (`project_id`) WHERE coalesce(octet_length(metadata), 0) + coalesce(octet_length("order"), 0) + octet_length(effects) > 16384;--> statement-breakpoint
CREATE INDEX `campaign_templates_heavy` ON `campaign_templates` (`project_id`) WHERE octet_length(template) > 40960;--> statement-breakpoint
CREATE INDEX `validation_rules_heavy` ON `validation_rules` (`project_id`) WHERE octet_length(rules) + coalesce(octet_length(bundle_rules), 0) + coalesce(octet_length(error), 0) + octet_length(applicable_to) + coalesce(octet_length(terms), 0) > 40960;--> statement-breakpoint
CREATE INDEX `async_actions_heavy` ON `async_actions` (`project_id`) WHERE octet_length(input) + octet_length(state) + coalesce(octet_length(result), 0) > 40960;--> statement-breakpoint
CREATE INDEX `dead_jobs_heavy` ON `dead_jobs` (`project_id`) WHERE octet_length(body) > 40960;--> statement-breakpoint
CREATE INDEX `exports_heavy` ON `exports` (`project_id`) WHERE octet_length(parameters) + coalesce(octet_length(manifest), 0) > 40960;