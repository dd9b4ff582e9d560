ALTER TABLE `loyalty_members` ADD `last_points` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `loyalty_members` ADD `counted` integer;