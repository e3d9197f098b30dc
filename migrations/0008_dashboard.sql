CREATE TABLE `activity` (
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`times` integer NOT NULL,
	`amount` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_amount` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`)
);
--> statement-breakpoint
CREATE TABLE `heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `queue_classes` (
	`performance` text PRIMARY KEY NOT NULL,
	`accounts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recent_searches` (
	`operator_id` integer NOT NULL,
	`artist_id` text NOT NULL,
	`artist` text NOT NULL,
	`image` text,
	`searched_at` integer NOT NULL,
	`openings` text NOT NULL,
	PRIMARY KEY(`operator_id`, `artist_id`)
);
