CREATE TABLE `price_alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` real,
	`is_armed` integer NOT NULL,
	`peak` real,
	`empty_checks` integer NOT NULL,
	`firings` integer NOT NULL,
	`fired_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `price_alerts_target` ON `price_alerts` (`target_id`);--> statement-breakpoint
CREATE TABLE `price_points` (
	`target_id` integer NOT NULL,
	`at` integer NOT NULL,
	`low` real,
	`median` real,
	`high` real,
	`available` integer NOT NULL,
	`is_raw` integer NOT NULL,
	PRIMARY KEY(`target_id`, `at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `price_points_raw` ON `price_points` (`at`) WHERE is_raw = 1;--> statement-breakpoint
CREATE TABLE `price_targets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`host` text NOT NULL,
	`title` text,
	`venue` text,
	`city` text,
	`country` text,
	`date` text,
	`image` text,
	`prices` text NOT NULL,
	`currency` text,
	`low` real,
	`available` integer NOT NULL,
	`last_low` real,
	`last_low_at` integer,
	`move` real NOT NULL,
	`recent` text NOT NULL,
	`checks` text NOT NULL,
	`tags` text NOT NULL,
	`search_text` text NOT NULL,
	`provider_id` text,
	`is_paused` integer NOT NULL,
	`paused_by` text,
	`added_at` integer NOT NULL,
	`checked_at` integer,
	`changed_at` integer,
	`next_check_at` integer NOT NULL,
	`failure` text,
	`failures` integer NOT NULL,
	`version` integer NOT NULL,
	`unsent` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_targets_url_unique` ON `price_targets` (`url`);--> statement-breakpoint
CREATE INDEX `price_targets_due` ON `price_targets` (`is_paused`,`next_check_at`);--> statement-breakpoint
CREATE INDEX `price_targets_host` ON `price_targets` (`host`);--> statement-breakpoint
CREATE INDEX `price_targets_unsent` ON `price_targets` (`unsent`) WHERE unsent <> 'nothing';