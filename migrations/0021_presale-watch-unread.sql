ALTER TABLE `watched_folders` ADD `unread` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `presale_watch_codes_of_watch` ON `presale_watch_codes` (`watch_id`,`id`);--> statement-breakpoint
CREATE INDEX `presale_watch_codes_last` ON `presale_watch_codes` (`watch_id`,`found_at`);