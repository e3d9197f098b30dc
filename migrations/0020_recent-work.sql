CREATE TABLE `recent_work` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`name` text,
	`title` text NOT NULL,
	`search_text` text NOT NULL,
	`events` integer,
	`rows` integer,
	`body` text NOT NULL,
	`seal_row` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recent_work_seal_row_unique` ON `recent_work` (`seal_row`);--> statement-breakpoint
CREATE INDEX `recent_work_operator` ON `recent_work` (`operator_id`,`deleted_at`,`updated_at`);--> statement-breakpoint
CREATE INDEX `recent_work_deleted` ON `recent_work` (`deleted_at`);