CREATE TABLE `calendar_events` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`facts` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `calendar_events_read` ON `calendar_events` (`read_at`);--> statement-breakpoint
CREATE TABLE `calendar_subscriptions` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_subscriptions_token_hash_unique` ON `calendar_subscriptions` (`token_hash`);