DROP INDEX `redeemable_holders_id`;--> statement-breakpoint
DROP INDEX `redeemable_holders_redeemable`;--> statement-breakpoint
CREATE INDEX `redeemable_holders_referees` ON `redeemable_holders` (`project_id`,`redeemable_id`,`id`) WHERE holder_role = 'REFEREE';