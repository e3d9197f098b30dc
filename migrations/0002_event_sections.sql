CREATE TABLE `event_sections` (
	`event_id` text PRIMARY KEY NOT NULL,
	`sections` text NOT NULL,
	`read_at` integer NOT NULL
);
