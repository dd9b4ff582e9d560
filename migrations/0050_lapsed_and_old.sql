CREATE INDEX `session_holds_age` ON `session_holds` (`expires_at`);--> statement-breakpoint
CREATE INDEX `exports_age` ON `exports` (`created_at`);