CREATE TABLE `imap_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user` text NOT NULL,
	`user_key` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`is_active` integer NOT NULL,
	`password` text NOT NULL,
	`seal_row` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imap_accounts_seal_row_unique` ON `imap_accounts` (`seal_row`);--> statement-breakpoint
CREATE UNIQUE INDEX `imap_accounts_mailbox` ON `imap_accounts` (`user_key`,`host`);