CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`topic` text NOT NULL,
	`body` text NOT NULL,
	`href` text,
	`dedupe_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`webhook_state` text DEFAULT 'pending' NOT NULL,
	`webhook_attempts` integer DEFAULT 0 NOT NULL,
	`webhook_next_at` integer DEFAULT 0 NOT NULL,
	`webhook_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe_key_unique` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_kind` ON `notifications` (`kind`);--> statement-breakpoint
CREATE INDEX `notifications_unpublished` ON `notifications` (`published_at`);--> statement-breakpoint
CREATE INDEX `notifications_webhook` ON `notifications` (`webhook_state`,`webhook_next_at`);