CREATE TABLE `work_events` (
	`work_id` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`work_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `work_events_event` ON `work_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `followed_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`facts` text,
	`read_at` integer NOT NULL,
	`next_at` integer
);
--> statement-breakpoint
CREATE INDEX `followed_events_next` ON `followed_events` (`next_at`);
--> statement-breakpoint
-- From here on by hand: the triggers, and the events of the works that are there.
CREATE TRIGGER `recent_work_events_added` AFTER INSERT ON `recent_work` BEGIN
	INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT NEW.`id`, NEW.`operator_id`, trim(`value`) FROM json_each(iif(json_valid('["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE NEW.`kind` = 'encore' AND NEW.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `recent_work_events_changed` AFTER UPDATE OF `key`, `deleted_at` ON `recent_work` WHEN OLD.`key` <> NEW.`key` OR OLD.`deleted_at` IS NOT NEW.`deleted_at` BEGIN
	DELETE FROM `work_events` WHERE `work_id` = NEW.`id`;
	INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT NEW.`id`, NEW.`operator_id`, trim(`value`) FROM json_each(iif(json_valid('["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE NEW.`kind` = 'encore' AND NEW.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `recent_work_events_removed` AFTER DELETE ON `recent_work` BEGIN
	DELETE FROM `work_events` WHERE `work_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `work_events_sales_added` AFTER INSERT ON `work_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `work_events_sales_removed` AFTER DELETE ON `work_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `followed_events_sales_added` AFTER INSERT ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `followed_events_sales_changed` AFTER UPDATE OF `facts`, `read_at` ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `followed_events_sales_removed` AFTER DELETE ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT `recent_work`.`id`, `recent_work`.`operator_id`, trim(`value`) FROM `recent_work`, json_each(iif(json_valid('["' || replace(replace(replace(`recent_work`.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(`recent_work`.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE `recent_work`.`kind` = 'encore' AND `recent_work`.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
