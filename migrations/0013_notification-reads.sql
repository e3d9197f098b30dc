CREATE TABLE `notification_reads` (
	`operator_id` integer NOT NULL,
	`notification_id` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `notification_id`)
);
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`read_up_to` integer DEFAULT 0 NOT NULL,
	`muted` text DEFAULT '[]' NOT NULL
);
