CREATE TABLE `queue_label_counts` (
	`generation` integer NOT NULL,
	`pool` integer NOT NULL,
	`performance` text NOT NULL,
	`accounts` integer NOT NULL,
	PRIMARY KEY(`generation`, `pool`, `performance`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `queue_ranks` (
	`generation` integer NOT NULL,
	`pool` integer NOT NULL,
	`avg_ratio` real NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`generation`, `pool`, `avg_ratio`, `account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `queue_statistics` (
	`id` integer PRIMARY KEY NOT NULL,
	`published` integer NOT NULL,
	`ranked` integer NOT NULL,
	`phase` text,
	`place` integer NOT NULL,
	`stretches` text NOT NULL,
	`done` integer NOT NULL
);
--> statement-breakpoint
DROP TABLE `queue_classes`;--> statement-breakpoint
DROP INDEX `queue_account_stats_rank`;--> statement-breakpoint
ALTER TABLE `queue_account_stats` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_account_stats` ADD `old_total_queues` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_account_stats` ADD `old_avg_ratio` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_account_stats` ADD `old_best_ratio` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_account_stats` ADD `old_worst_ratio` real DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX `queue_categories_name`;--> statement-breakpoint
ALTER TABLE `queue_categories` ADD `accounts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_categories` ADD `tested_accounts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_categories` ADD `next_tested_accounts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `queue_categories` ADD `is_deleted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `queue_categories_key` ON `queue_categories` (`pool`,`name_key`) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `queue_categories_deleted` ON `queue_categories` (`id`) WHERE is_deleted = 1;--> statement-breakpoint
DROP INDEX `queues_queue_id`;--> statement-breakpoint
DROP INDEX `queues_uncounted`;--> statement-breakpoint
ALTER TABLE `queues` ADD `is_deleted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `queues` ADD `counted_by` text;--> statement-breakpoint
CREATE UNIQUE INDEX `queues_name` ON `queues` (`pool`,`queue_id`) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `queues_counted_by` ON `queues` (`counted_by`) WHERE counted_by is not null;--> statement-breakpoint
CREATE INDEX `queues_deleted` ON `queues` (`id`) WHERE is_deleted = 1;--> statement-breakpoint
CREATE INDEX `queues_uncounted` ON `queues` (`id`) WHERE is_counted = is_deleted;
--> statement-breakpoint
INSERT INTO `queue_statistics` VALUES (1, 0, 0, NULL, 0, '[]', 0);
--> statement-breakpoint
INSERT INTO `queue_ranks` SELECT 0, `pool`, `avg_ratio`, `account_id` FROM `queue_account_stats` ORDER BY 2, 3, 4;
--> statement-breakpoint
INSERT INTO `queue_label_counts` SELECT 0, `pool`,
	CASE WHEN `avg_ratio` <= 0.03 THEN 'Excellent' WHEN `avg_ratio` <= 0.1 THEN 'Good' WHEN `avg_ratio` <= 0.2 THEN 'Average' ELSE 'Poor' END, count(*)
	FROM `queue_account_stats` GROUP BY 2, 3;
--> statement-breakpoint
UPDATE `queue_categories` SET `accounts` = members.total, `tested_accounts` = members.tested, `next_tested_accounts` = members.tested
	FROM (SELECT held.`category_id`, count(*) AS total, count(stats.`account_id`) AS tested FROM `queue_category_accounts` AS held
		LEFT JOIN `queue_account_stats` AS stats ON stats.`account_id` = held.`account_id` GROUP BY held.`category_id`) AS members
	WHERE members.`category_id` = `queue_categories`.`id`;
--> statement-breakpoint
CREATE TRIGGER `queue_categories_count_added` AFTER INSERT ON `queue_category_accounts` BEGIN
	UPDATE `queue_categories` SET `accounts` = `accounts` + 1 WHERE `id` = NEW.`category_id`;
	UPDATE `queue_categories` SET
		`tested_accounts` = `tested_accounts` + (iif(stats.`generation` <= (SELECT `published` FROM `queue_statistics`), stats.`total_queues`, stats.`old_total_queues`) > 0),
		`next_tested_accounts` = `next_tested_accounts` + (stats.`total_queues` > 0)
		FROM `queue_account_stats` AS stats WHERE stats.`account_id` = NEW.`account_id` AND `id` = NEW.`category_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `queue_categories_count_removed` AFTER DELETE ON `queue_category_accounts` BEGIN
	UPDATE `queue_categories` SET `accounts` = `accounts` - 1 WHERE `id` = OLD.`category_id`;
	UPDATE `queue_categories` SET
		`tested_accounts` = `tested_accounts` - (iif(stats.`generation` <= (SELECT `published` FROM `queue_statistics`), stats.`total_queues`, stats.`old_total_queues`) > 0),
		`next_tested_accounts` = `next_tested_accounts` - (stats.`total_queues` > 0)
		FROM `queue_account_stats` AS stats WHERE stats.`account_id` = OLD.`account_id` AND `id` = OLD.`category_id`;
END;
