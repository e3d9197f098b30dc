CREATE TABLE `reminder_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sale_event_changes` (
	`event_id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT (random() & 9007199254740991) NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `calendar_events_event` ON `calendar_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `sale_follows_event` ON `sale_follows` (`event_id`);--> statement-breakpoint
CREATE INDEX `sale_reminders_opening` ON `sale_reminders` (`opens_at`);
--> statement-breakpoint
-- From here on by hand: the triggers, and the first sync, which compares all sales.
CREATE TRIGGER `catalogue_events_sales_added` AFTER INSERT ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_sales_changed` AFTER UPDATE OF `status`, `changed_at`, `gone_at` ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_sales_removed` AFTER DELETE ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_events_sales_added` AFTER INSERT ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_events_sales_changed` AFTER UPDATE OF `facts`, `last_sale_at` ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_events_sales_removed` AFTER DELETE ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_events_sales_added` AFTER INSERT ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_events_sales_changed` AFTER UPDATE OF `facts`, `read_at` ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_events_sales_removed` AFTER DELETE ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `sale_follows_sales_added` AFTER INSERT ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `sale_follows_sales_changed` AFTER UPDATE OF `is_followed` ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `sale_follows_sales_removed` AFTER DELETE ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_sales_added` AFTER INSERT ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = NEW.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_sales_changed` AFTER UPDATE OF `start_day`, `end_day` ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = NEW.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_sales_removed` AFTER DELETE ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = OLD.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogues_sales_read` AFTER UPDATE OF `read_at` ON `catalogues` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT DISTINCT `event_id` FROM `calendar_events` WHERE true
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogues_sales_switched` AFTER UPDATE OF `is_on` ON `catalogues` WHEN OLD.`is_on` <> NEW.`is_on` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `watch_rules_sales_added` AFTER INSERT ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `watch_rules_sales_changed` AFTER UPDATE OF `conditions`, `is_active` ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `watch_rules_sales_removed` AFTER DELETE ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `operators_sales_added` AFTER INSERT ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `operators_sales_changed` AFTER UPDATE OF `disabled_at` ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `operators_sales_removed` AFTER DELETE ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
INSERT INTO `sale_event_changes` (`event_id`) VALUES ('');
