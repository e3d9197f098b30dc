CREATE TABLE `channel_deliveries` (
	`channel_id` integer NOT NULL,
	`notification_id` integer NOT NULL,
	`post` text,
	PRIMARY KEY(`channel_id`, `notification_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `notification_channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`shown_address` text NOT NULL,
	`seal_row` text NOT NULL,
	`secrets` text NOT NULL,
	`kinds` text NOT NULL,
	`quiet` text,
	`is_paused` integer DEFAULT false NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`reason` text,
	`next_at` integer DEFAULT 0 NOT NULL,
	`is_holding` integer DEFAULT false NOT NULL,
	`lease` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_channels_seal_row_unique` ON `notification_channels` (`seal_row`);--> statement-breakpoint
CREATE INDEX `notification_channels_operator` ON `notification_channels` (`operator_id`);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`seal_row` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_keys_seal_row_unique` ON `push_keys` (`seal_row`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `operator_id` integer;
--> statement-breakpoint
-- A notification and its deliveries are written together, whichever statement stores it.
CREATE TRIGGER `channel_deliveries_added` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `channel_deliveries` (`channel_id`, `notification_id`)
	SELECT `notification_channels`.`id`, NEW.`id` FROM `notification_channels`
	WHERE `notification_channels`.`is_paused` = 0
		AND (NEW.`operator_id` IS NULL OR NEW.`operator_id` = `notification_channels`.`operator_id`)
		AND EXISTS (SELECT 1 FROM json_each(`notification_channels`.`kinds`) WHERE value = NEW.`kind`)
		AND EXISTS (SELECT 1 FROM `operators` WHERE `operators`.`id` = `notification_channels`.`operator_id` AND `operators`.`disabled_at` IS NULL);
END;
