CREATE TABLE `backup_parts` (
	`backup_id` text NOT NULL,
	`part` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	PRIMARY KEY(`backup_id`, `part`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`project` text NOT NULL,
	`status` text NOT NULL,
	`state` text NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`counts` text,
	`taken_at` text,
	`error` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "backup_cursor" CHECK("backups"."cursor" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `backups_project` ON `backups` (`project_id`,`id`) WHERE status <> 'REMOVED';--> statement-breakpoint
CREATE INDEX `backups_open` ON `backups` (`updated_at`) WHERE status IN ('IN_PROGRESS', 'REMOVED');--> statement-breakpoint
CREATE TABLE `restores` (
	`id` text PRIMARY KEY NOT NULL,
	`backup_id` text NOT NULL,
	`project_id` text NOT NULL,
	`project` text NOT NULL,
	`status` text NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "restore_cursor" CHECK("restores"."cursor" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `restores_open` ON `restores` (`updated_at`) WHERE status = 'IN_PROGRESS';--> statement-breakpoint
CREATE INDEX `restores_backup` ON `restores` (`backup_id`);