CREATE TABLE `validation_rules_collections` (
	`project_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`rule_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `collection_id`, `rule_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `validation_rules_collections` (`project_id`, `collection_id`, `rule_id`)
SELECT DISTINCT r.`project_id`, j.value, r.`id` FROM `validation_rules` r, json_each(r.`collections`) j;
