CREATE TABLE `project_moves` (
	`project_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`from_place` text NOT NULL,
	`to_place` text NOT NULL,
	`status` text NOT NULL,
	`phase` text NOT NULL,
	`cursor` text,
	`epoch` integer DEFAULT 1 NOT NULL,
	`leased_until` text,
	`due_at` text,
	`rows_total` integer DEFAULT 0 NOT NULL,
	`rows_copied` integer DEFAULT 0 NOT NULL,
	`stood_still_ms` integer,
	`error` text,
	`started_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "move_rows" CHECK("project_moves"."rows_copied" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `project_moves_open` ON `project_moves` (`id`) WHERE phase <> 'OVER';--> statement-breakpoint
ALTER TABLE `projects` ADD `is_moving` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `opens_at` text;--> statement-breakpoint
CREATE TRIGGER `projects_recounted` AFTER UPDATE OF `place` ON `projects` WHEN NEW.`place` <> OLD.`place`
BEGIN
	UPDATE `places` SET `projects` = `projects` - 1 WHERE `name` = OLD.`place`;
	INSERT INTO `places` (`name`, `projects`) VALUES (NEW.`place`, 1)
	ON CONFLICT (`name`) DO UPDATE SET `projects` = `projects` + 1;
END;