CREATE TABLE `__new_queue_positions` (
	`shard` integer NOT NULL,
	`account_id` integer NOT NULL,
	`queue_ref` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`shard`, `account_id`, `queue_ref`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_queue_positions` (`shard`, `account_id`, `queue_ref`, `position`) SELECT `queue_ref` >> 4, `account_id`, `queue_ref`, `position` FROM `queue_positions` ORDER BY 1, 2, 3;--> statement-breakpoint
DROP TABLE `queue_positions`;--> statement-breakpoint
ALTER TABLE `__new_queue_positions` RENAME TO `queue_positions`;--> statement-breakpoint
ALTER TABLE `queues` ADD `is_counted` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `queues_uncounted` ON `queues` (`id`) WHERE is_counted = 0;
