CREATE TABLE `views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`screen` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`address` text NOT NULL,
	`columns` text,
	`is_shared` integer NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `views_name` ON `views` (`operator_id`,`screen`,`name_key`);--> statement-breakpoint
CREATE INDEX `views_shared` ON `views` (`is_shared`,`screen`);