CREATE TABLE `reminder_settings` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`leads` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sale_follows` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`is_followed` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `event_id`, `kind`, `name`)
);
--> statement-breakpoint
CREATE TABLE `sale_reminders` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`opens_at` integer NOT NULL,
	`title` text NOT NULL,
	`place` text NOT NULL,
	`told_at` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`operator_id`, `event_id`, `kind`, `name`)
);
--> statement-breakpoint
CREATE INDEX `sale_reminders_due` ON `sale_reminders` (`due_at`);--> statement-breakpoint
CREATE INDEX `sale_reminders_event` ON `sale_reminders` (`event_id`);