CREATE TABLE `code_memory` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`sender` text NOT NULL,
	`sender_name` text NOT NULL,
	`trace` text NOT NULL,
	`verdict` text NOT NULL,
	`operator_id` integer NOT NULL,
	`answered_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `code_memory_code_unique` ON `code_memory` (`code`);--> statement-breakpoint
CREATE INDEX `code_memory_sender` ON `code_memory` (`sender`,`answered_at`);--> statement-breakpoint
CREATE INDEX `code_memory_used` ON `code_memory` (`used_at`);--> statement-breakpoint
ALTER TABLE `presale_watch_codes` ADD `place` text DEFAULT '' NOT NULL;