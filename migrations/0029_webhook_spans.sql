CREATE TABLE `webhook_spans` (
	`project_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`until` integer NOT NULL,
	`after` integer NOT NULL,
	`kinds` text NOT NULL,
	PRIMARY KEY(`project_id`, `webhook_id`, `until`),
	CONSTRAINT "webhook_span_ends" CHECK(after <= until)
) STRICT, WITHOUT ROWID;
