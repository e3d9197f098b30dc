CREATE TABLE `kept_counts` (
	`name` text NOT NULL,
	`day` integer DEFAULT 0 NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`name`, `day`)
);
--> statement-breakpoint
INSERT INTO `kept_counts` (`name`, `amount`) SELECT 'profiles', count(*) FROM `profiles` WHERE `deleted_at` IS NULL;
--> statement-breakpoint
INSERT INTO `kept_counts` (`name`, `amount`) SELECT 'concerts', count(*) FROM `resale_events`;
--> statement-breakpoint
INSERT INTO `kept_counts` SELECT 'concerts by day of sale', `on_sale_at` / 86400000, count(*) FROM `resale_events`
	WHERE `on_sale_at` IS NOT NULL GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `profiles_count_added` AFTER INSERT ON `profiles` WHEN NEW.`deleted_at` IS NULL BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + 1 WHERE `name` = 'profiles' AND `day` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_count_removed` AFTER DELETE ON `profiles` WHEN OLD.`deleted_at` IS NULL BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1 WHERE `name` = 'profiles' AND `day` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_count_changed` AFTER UPDATE OF `deleted_at` ON `profiles` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL) WHERE `name` = 'profiles' AND `day` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `concerts_count_added` AFTER INSERT ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + 1 WHERE `name` = 'concerts' AND `day` = 0;
	INSERT INTO `kept_counts` SELECT 'concerts by day of sale', NEW.`on_sale_at` / 86400000, 1 WHERE NEW.`on_sale_at` IS NOT NULL
		ON CONFLICT (`name`, `day`) DO UPDATE SET `amount` = `amount` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `concerts_count_removed` AFTER DELETE ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1 WHERE `name` = 'concerts' AND `day` = 0;
	UPDATE `kept_counts` SET `amount` = `amount` - 1
		WHERE `name` = 'concerts by day of sale' AND `day` = OLD.`on_sale_at` / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER `concerts_count_changed` AFTER UPDATE OF `on_sale_at` ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1
		WHERE `name` = 'concerts by day of sale' AND `day` = OLD.`on_sale_at` / 86400000;
	INSERT INTO `kept_counts` SELECT 'concerts by day of sale', NEW.`on_sale_at` / 86400000, 1 WHERE NEW.`on_sale_at` IS NOT NULL
		ON CONFLICT (`name`, `day`) DO UPDATE SET `amount` = `amount` + 1;
END;
