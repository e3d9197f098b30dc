CREATE TABLE `artist_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`artist_id` text NOT NULL,
	`at` integer NOT NULL,
	`change` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `artist_changes_artist` ON `artist_changes` (`artist_id`,`id`);--> statement-breakpoint
CREATE TABLE `artist_events` (
	`artist_id` text NOT NULL,
	`event_id` text NOT NULL,
	`facts` text NOT NULL,
	`last_sale_at` integer NOT NULL,
	PRIMARY KEY(`artist_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `artist_events_sale` ON `artist_events` (`last_sale_at`);--> statement-breakpoint
CREATE TABLE `monitored_artists` (
	`artist_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`image` text NOT NULL,
	`start_day` text,
	`end_day` text,
	`created_at` integer NOT NULL,
	`next_check_at` integer NOT NULL,
	`queued_until` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`calls` integer DEFAULT 1 NOT NULL,
	`event_count` integer DEFAULT 0 NOT NULL,
	`last_event_day` text,
	`next_sale_at` integer
);
--> statement-breakpoint
CREATE INDEX `monitored_artists_due` ON `monitored_artists` (`next_check_at`);