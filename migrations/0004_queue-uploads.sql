CREATE TABLE `queue_upload_sheets` (
	`upload_id` text NOT NULL,
	`part` integer NOT NULL,
	`sheet` integer NOT NULL,
	`positions` text NOT NULL,
	PRIMARY KEY(`upload_id`, `part`, `sheet`)
);
--> statement-breakpoint
CREATE TABLE `queue_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer,
	`pool` integer NOT NULL,
	`queue_id` text NOT NULL,
	`queue_total` integer NOT NULL,
	`queue_date` text NOT NULL,
	`parts` integer NOT NULL,
	`started_at` integer NOT NULL,
	`applied_at` integer
);
--> statement-breakpoint
CREATE INDEX `queue_uploads_started` ON `queue_uploads` (`started_at`);--> statement-breakpoint
DROP TABLE `queue_upload_parts`;--> statement-breakpoint
ALTER TABLE `queues` DROP COLUMN `upload_id`;