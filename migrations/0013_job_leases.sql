CREATE TABLE `job_leases` (
	`name` text PRIMARY KEY NOT NULL,
	`until` text NOT NULL
) STRICT, WITHOUT ROWID;
