CREATE TABLE `artist_check_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL,
	`paid_until` integer NOT NULL
);
