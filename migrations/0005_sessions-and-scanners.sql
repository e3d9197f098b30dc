CREATE TABLE `known_addresses` (
	`address` text NOT NULL,
	`operator_id` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`address`, `operator_id`)
);
--> statement-breakpoint
CREATE TABLE `scanners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_admitted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scanners_name_unique` ON `scanners` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `scanners_token_hash_unique` ON `scanners` (`token_hash`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`user_agent` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_operator` ON `sessions` (`operator_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
ALTER TABLE `operators` ADD `must_change_password` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `audit_keeps_rows` BEFORE DELETE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_keeps_facts` BEFORE UPDATE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
