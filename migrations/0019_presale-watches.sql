CREATE TABLE `presale_watch_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`watch_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`mail` text NOT NULL,
	`code` text NOT NULL,
	`confidence` real NOT NULL,
	`evidence` text NOT NULL,
	`account` text NOT NULL,
	`subject` text NOT NULL,
	`sender` text NOT NULL,
	`arrived` text NOT NULL,
	`mail_key` text NOT NULL,
	`found_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `presale_watch_codes_sighting` ON `presale_watch_codes` (`watch_id`,`mailbox_id`,`mail`,`code`);--> statement-breakpoint
CREATE INDEX `presale_watch_codes_found` ON `presale_watch_codes` (`found_at`);--> statement-breakpoint
CREATE TABLE `presale_watches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`is_paused` integer NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `presale_watches_operator` ON `presale_watches` (`operator_id`);--> statement-breakpoint
CREATE TABLE `watched_folders` (
	`mailbox_id` integer NOT NULL,
	`path` text NOT NULL,
	`place` text NOT NULL,
	`validity` text NOT NULL,
	`uid` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`mailbox_id`, `path`)
);
--> statement-breakpoint
CREATE TABLE `watched_mailboxes` (
	`mailbox_id` integer PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`reason` text,
	`seen_at` integer
);
