CREATE TABLE `__new_sale_reminders` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`opens_at` integer NOT NULL,
	`title` text NOT NULL,
	`place` text NOT NULL,
	`added_at` integer DEFAULT 0 NOT NULL,
	`told_at` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`operator_id`, `event_id`, `kind`, `name`, `opens_at`)
);
--> statement-breakpoint
INSERT INTO `__new_sale_reminders`("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") SELECT "operator_id", "event_id", "kind", "name", "opens_at", "title", "place", 0, "told_at", "due_at" FROM `sale_reminders`;--> statement-breakpoint
DROP TABLE `sale_reminders`;--> statement-breakpoint
ALTER TABLE `__new_sale_reminders` RENAME TO `sale_reminders`;--> statement-breakpoint
CREATE INDEX `sale_reminders_due` ON `sale_reminders` (`due_at`);--> statement-breakpoint
CREATE INDEX `sale_reminders_event` ON `sale_reminders` (`event_id`);--> statement-breakpoint
ALTER TABLE `sale_follows` ADD `opens_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `artist_events_event` ON `artist_events` (`event_id`);