CREATE TABLE `segment_standing` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`segment_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`, `segment_id`)
) STRICT, WITHOUT ROWID;
