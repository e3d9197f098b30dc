CREATE TABLE `sale_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`operator_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer
);
--> statement-breakpoint
CREATE INDEX `sale_notes_event` ON `sale_notes` (`event_id`);--> statement-breakpoint
ALTER TABLE `presale_watches` ADD `event_id` text;--> statement-breakpoint
CREATE INDEX `notifications_href` ON `notifications` (`href`);--> statement-breakpoint
CREATE INDEX `price_targets_provider` ON `price_targets` (`provider_id`);