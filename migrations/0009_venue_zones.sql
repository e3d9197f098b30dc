ALTER TABLE `catalogue_events` ADD `timezone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sale_reminders` ADD `timezone` text DEFAULT '' NOT NULL;