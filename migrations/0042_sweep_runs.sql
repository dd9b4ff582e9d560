CREATE TABLE `sweep_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`ran_at` text NOT NULL,
	`milliseconds` integer NOT NULL,
	`cause` text,
	`oldest_at` text
) STRICT, WITHOUT ROWID;
