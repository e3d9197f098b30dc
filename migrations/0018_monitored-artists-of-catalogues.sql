ALTER TABLE `monitored_artists` ADD `nations` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `monitored_artists` ADD `is_covered` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `monitored_artists` ADD `told_by` text;