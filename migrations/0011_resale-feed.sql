CREATE TABLE `resale_artists` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`score` real NOT NULL,
	`listed_at` integer NOT NULL,
	`countries` text DEFAULT '[]' NOT NULL,
	`category_score` real DEFAULT 0 NOT NULL,
	`fewest_tickets` integer,
	`events_at` integer,
	`events_due_at` integer DEFAULT 0 NOT NULL,
	`article` text,
	`titles_tried` integer DEFAULT 0 NOT NULL,
	`views_last_30_days` integer DEFAULT 0 NOT NULL,
	`views_last_7_days` integer DEFAULT 0 NOT NULL,
	`views_before_28_days` integer DEFAULT 0 NOT NULL,
	`views_due_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resale_artists_name_unique` ON `resale_artists` (`name`);--> statement-breakpoint
CREATE TABLE `resale_events` (
	`artist_id` integer NOT NULL,
	`id` integer NOT NULL,
	`on_sale_at` integer,
	`starts_at` integer,
	`country` text,
	`body` text NOT NULL,
	PRIMARY KEY(`artist_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `resale_events_on_sale` ON `resale_events` (`on_sale_at`);--> statement-breakpoint
CREATE INDEX `resale_events_starts` ON `resale_events` (`starts_at`);--> statement-breakpoint
CREATE TABLE `resale_feed` (
	`source` text PRIMARY KEY NOT NULL,
	`page` integer DEFAULT 0 NOT NULL,
	`pass_at` integer DEFAULT 0 NOT NULL,
	`refreshed_at` integer,
	`problem` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`busy_until` integer DEFAULT 0 NOT NULL
);
