ALTER TABLE `publications` ADD `audit` text;--> statement-breakpoint
CREATE TRIGGER `publications_audit_unchanged`
BEFORE UPDATE OF `audit`, `id`, `result`, `created_at` ON `publications`
WHEN iif(OLD.`created_at` < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-399 days') AND NEW.`audit` IS NULL, 0,
	OLD.`audit` IS NOT NEW.`audit` OR (OLD.`audit` IS NOT NULL AND
		(OLD.`id`, OLD.`result`, OLD.`created_at`) IS NOT (NEW.`id`, NEW.`result`, NEW.`created_at`)))
BEGIN
	SELECT RAISE(ABORT, 'audit_log_only_grows');
END;--> statement-breakpoint
CREATE TRIGGER `publications_audit_kept` BEFORE DELETE ON `publications`
WHEN OLD.`audit` IS NOT NULL AND OLD.`created_at` >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-400 days')
BEGIN
	INSERT INTO `audit_log` (`project_id`, `id`, `created_at`, `request_id`, `family`, `key_id`, `key_name`,
		`by_token`, `operation`, `status`, `object_id`, `fields`)
	VALUES (OLD.`project_id`, 'aud_' || substr(OLD.`id`, 5), OLD.`created_at`, OLD.`audit`->>'$.request_id',
		coalesce(OLD.`audit`->>'$.family', 'server'), OLD.`audit`->>'$.key_id',
		OLD.`audit`->>'$.key_name', coalesce(OLD.`audit`->>'$.by_token', 0),
		coalesce(OLD.`audit`->>'$.operation', 'POST /v1/publications'),
		coalesce(OLD.`audit`->>'$.status', iif(OLD.`result` = 'SUCCESS', 200, 400)),
		coalesce(OLD.`audit`->>'$.object_id', OLD.`id`), OLD.`audit`->'$.fields')
	ON CONFLICT (`project_id`, `id`) DO NOTHING;
END;
