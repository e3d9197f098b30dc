CREATE TABLE `catalogue_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`country` text NOT NULL,
	`event_id` text NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`artists` text NOT NULL,
	`venue` text NOT NULL,
	`city` text NOT NULL,
	`segment` text NOT NULL,
	`genre` text NOT NULL,
	`url` text NOT NULL,
	`status` text NOT NULL,
	`starts_at` integer,
	`day` text NOT NULL,
	`search_text` text NOT NULL,
	`added_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`gone_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `catalogue_events_event` ON `catalogue_events` (`country`,`event_id`);--> statement-breakpoint
CREATE INDEX `catalogue_events_gone` ON `catalogue_events` (`gone_at`) WHERE gone_at is not null;--> statement-breakpoint
CREATE TABLE `catalogue_sales` (
	`event` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer,
	`country` text NOT NULL,
	PRIMARY KEY(`event`, `kind`, `name`, `opens_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `catalogue_sales_opening` ON `catalogue_sales` (`opens_at`);--> statement-breakpoint
CREATE INDEX `catalogue_sales_country` ON `catalogue_sales` (`country`,`opens_at`);--> statement-breakpoint
CREATE TABLE `catalogues` (
	`country` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`next_at` integer NOT NULL,
	`reading` text,
	`reading_until` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`read_at` integer,
	`events` integer DEFAULT 0 NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE VIRTUAL TABLE "catalogue_events_search" USING fts5("search_text", content="catalogue_events", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0);
--> statement-breakpoint
INSERT INTO `catalogue_events_search` (`catalogue_events_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_added` AFTER INSERT ON `catalogue_events` BEGIN
	INSERT INTO `catalogue_events_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_removed` AFTER DELETE ON `catalogue_events` BEGIN
	INSERT INTO `catalogue_events_search` (`catalogue_events_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	DELETE FROM `catalogue_sales` WHERE `event` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_renamed` AFTER UPDATE OF `search_text` ON `catalogue_events` WHEN OLD.`search_text` <> NEW.`search_text` BEGIN
	INSERT INTO `catalogue_events_search` (`catalogue_events_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	INSERT INTO `catalogue_events_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
