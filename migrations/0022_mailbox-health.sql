ALTER TABLE `imap_accounts` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `worked_at` integer;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `checked_at` integer;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `failing_since` integer;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `check_due_at` integer DEFAULT 0 NOT NULL;