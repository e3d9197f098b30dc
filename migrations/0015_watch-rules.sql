CREATE TABLE `catalogue_artists` (
	`key` text NOT NULL,
	`event` integer NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`key`, `event`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `catalogue_artists_event` ON `catalogue_artists` (`event`);--> statement-breakpoint
CREATE TABLE `watch_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`conditions` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `catalogue_artists_removed` AFTER DELETE ON `catalogue_events` BEGIN
	DELETE FROM `catalogue_artists` WHERE `event` = OLD.`id`;
END;
--> statement-breakpoint
-- The next reading of each catalogue sends all of its events again, with their artists.
UPDATE `catalogue_events` SET `hash` = '';
