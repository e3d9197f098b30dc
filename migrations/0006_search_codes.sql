CREATE TABLE `site_work_events` (
	`work_id` integer NOT NULL,
	`event` text NOT NULL,
	PRIMARY KEY(`work_id`, `event`)
);
--> statement-breakpoint
CREATE INDEX `site_work_events_event` ON `site_work_events` (`event`);--> statement-breakpoint
ALTER TABLE `presale_watch_codes` ADD `keywords` text;--> statement-breakpoint
CREATE TRIGGER `recent_work_site_events_removed` AFTER DELETE ON `recent_work` BEGIN
	DELETE FROM `site_work_events` WHERE `work_id` = OLD.`id`;
END;
