CREATE TABLE `mailbox_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`session_id` text,
	`provider` text NOT NULL,
	`account_id` integer,
	`tags` text,
	`state` text NOT NULL,
	`reason` text,
	`seal_row` text NOT NULL,
	`secrets` text,
	`state_hash` text,
	`cookie_hash` text,
	`interval_ms` integer DEFAULT 0 NOT NULL,
	`poll_at` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailbox_sign_ins_seal_row_unique` ON `mailbox_sign_ins` (`seal_row`);--> statement-breakpoint
CREATE UNIQUE INDEX `mailbox_sign_ins_state_hash_unique` ON `mailbox_sign_ins` (`state_hash`);--> statement-breakpoint
CREATE INDEX `mailbox_sign_ins_end` ON `mailbox_sign_ins` (`expires_at`);--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `auth` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `refresh_token` text;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `access_token` text;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `access_ends_at` integer;--> statement-breakpoint
ALTER TABLE `imap_accounts` ADD `access_issued_at` integer;