CREATE TABLE `departures` (
	`project_id` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;