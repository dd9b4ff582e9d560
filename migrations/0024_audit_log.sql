CREATE TABLE `audit_log` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` text NOT NULL,
	`request_id` text NOT NULL,
	`family` text NOT NULL,
	`key_id` text NOT NULL,
	`key_name` text,
	`by_token` integer NOT NULL,
	`operation` text NOT NULL,
	`status` integer NOT NULL,
	`object_id` text,
	`fields` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `audit_log_unchanged` BEFORE UPDATE ON `audit_log`
BEGIN
	SELECT RAISE(ABORT, 'audit_log_only_grows');
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_kept` BEFORE DELETE ON `audit_log`
BEGIN
	SELECT RAISE(ABORT, 'audit_log_only_grows');
END;
