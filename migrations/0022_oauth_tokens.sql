CREATE TABLE `oauth_tallies` (
	`project_id` text PRIMARY KEY NOT NULL,
	`tokens` integer NOT NULL,
	CONSTRAINT "oauth_tokens_most" CHECK("oauth_tallies"."tokens" BETWEEN 0 AND 1000)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `oauth_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`key_id` text NOT NULL,
	`client_id` text NOT NULL,
	`scope` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `oauth_tokens_project` ON `oauth_tokens` (`project_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `oauth_tokens_age` ON `oauth_tokens` (`expires_at`);--> statement-breakpoint
CREATE TRIGGER `oauth_tokens_counted` AFTER INSERT ON `oauth_tokens`
BEGIN
	INSERT INTO `oauth_tallies` (`project_id`, `tokens`) VALUES (NEW.`project_id`, 1)
	ON CONFLICT (`project_id`) DO UPDATE SET `tokens` = `tokens` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `oauth_tokens_uncounted` AFTER DELETE ON `oauth_tokens`
BEGIN
	UPDATE `oauth_tallies` SET `tokens` = `tokens` - 1 WHERE `project_id` = OLD.`project_id`;
END;
