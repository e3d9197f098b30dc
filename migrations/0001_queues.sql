CREATE TABLE `queue_account_stats` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`pool` integer NOT NULL,
	`total_queues` integer NOT NULL,
	`ratio_sum` integer NOT NULL,
	`avg_ratio` real NOT NULL,
	`best_ratio` real NOT NULL,
	`worst_ratio` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `queue_account_stats_rank` ON `queue_account_stats` (`pool`,`avg_ratio`);--> statement-breakpoint
CREATE TABLE `queue_accounts` (
	`id` integer PRIMARY KEY NOT NULL,
	`pool` integer NOT NULL,
	`email_key` text NOT NULL,
	`email` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queue_accounts_key` ON `queue_accounts` (`pool`,`email_key`);--> statement-breakpoint
CREATE TABLE `queue_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pool` integer NOT NULL,
	`name_key` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queue_categories_name` ON `queue_categories` (`pool`,`name_key`);--> statement-breakpoint
CREATE TABLE `queue_category_accounts` (
	`category_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`category_id`, `account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `queue_category_accounts_account` ON `queue_category_accounts` (`account_id`);--> statement-breakpoint
CREATE TABLE `queue_positions` (
	`account_id` integer NOT NULL,
	`queue_ref` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`account_id`, `queue_ref`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `queue_positions_queue` ON `queue_positions` (`queue_ref`);--> statement-breakpoint
CREATE TABLE `queue_upload_parts` (
	`upload_id` text NOT NULL,
	`part` integer NOT NULL,
	`positions` text NOT NULL,
	`spellings` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`upload_id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `queue_upload_parts_received` ON `queue_upload_parts` (`received_at`);--> statement-breakpoint
CREATE TABLE `queues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pool` integer NOT NULL,
	`queue_id` text NOT NULL,
	`queue_total` integer NOT NULL,
	`queue_date` text NOT NULL,
	`accounts` integer NOT NULL,
	`position_sum` integer NOT NULL,
	`upload_id` text,
	`uploaded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queues_queue_id` ON `queues` (`pool`,`queue_id`);