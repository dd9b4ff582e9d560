CREATE TABLE `places` (
	`name` text PRIMARY KEY NOT NULL,
	`projects` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`milliseconds` integer DEFAULT 0 NOT NULL,
	`seen_at` text,
	CONSTRAINT "place_projects" CHECK("places"."projects" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `places` (`name`, `projects`) SELECT `place`, count(*) FROM `projects` GROUP BY `place`;
--> statement-breakpoint
CREATE TRIGGER `projects_counted` AFTER INSERT ON `projects`
BEGIN
	INSERT INTO `places` (`name`, `projects`) VALUES (NEW.`place`, 1)
	ON CONFLICT (`name`) DO UPDATE SET `projects` = `projects` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `projects_uncounted` AFTER DELETE ON `projects`
BEGIN
	UPDATE `places` SET `projects` = `projects` - 1 WHERE `name` = OLD.`place`;
END;
