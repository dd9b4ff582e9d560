CREATE TABLE `webhook_deliveries` (
	`project_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`lane` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`replays` integer DEFAULT 0 NOT NULL,
	`first_at` text,
	`due_at` text,
	`last_at` text,
	`last_status` integer,
	`last_cause` text,
	`last_ms` integer,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `webhook_id`, `sequence`),
	CONSTRAINT "webhook_delivery_due" CHECK((due_at IS NULL) = (status IN ('SUCCEEDED', 'DEAD')))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`project_id`,`webhook_id`,`lane`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`project_id`,`webhook_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_status` ON `webhook_deliveries` (`project_id`,`webhook_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_lanes` (
	`project_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`lane` integer NOT NULL,
	`is_slow` integer DEFAULT false NOT NULL,
	`due_at` text,
	`lease` text,
	`leased_until` text,
	`called_for` text,
	PRIMARY KEY(`project_id`, `webhook_id`, `lane`),
	CONSTRAINT "webhook_lane_leased" CHECK((lease IS NULL) = (leased_until IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_lanes_due` ON `webhook_lanes` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`target_url` text NOT NULL,
	`events` text NOT NULL,
	`kinds` text NOT NULL,
	`header_names` text NOT NULL,
	`custom_headers` text,
	`active` integer NOT NULL,
	`inactive_because` text,
	`base_url` text NOT NULL,
	`mark` text NOT NULL,
	`taken` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	CONSTRAINT "webhook_active" CHECK((active = 1) = (inactive_because IS NULL)),
	CONSTRAINT "webhook_taken" CHECK(taken >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `projects` ADD `previous_webhook_secret` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `previous_webhook_secret_until` text;