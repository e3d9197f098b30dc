CREATE TABLE `sample_data` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`load_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`operator_email` text NOT NULL,
	`done` integer NOT NULL,
	`owned` text NOT NULL,
	`failure` text,
	`kept` text NOT NULL
);
