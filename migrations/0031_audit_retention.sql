CREATE TABLE `rounds` (
	`name` text PRIMARY KEY NOT NULL,
	`after` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP TRIGGER `audit_log_kept`;--> statement-breakpoint
-- Entries end after 400 days; clocks may differ by less than the day between.
CREATE TRIGGER `audit_log_kept` BEFORE DELETE ON `audit_log`
WHEN OLD.`created_at` >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-399 days')
BEGIN
	SELECT RAISE(ABORT, 'audit_log_only_grows');
END;
