CREATE TABLE `channel_marks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target` text NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_marks_target` ON `channel_marks` (`target`,`name`);
--> statement-breakpoint
CREATE TRIGGER `price_targets_unpublished` AFTER DELETE ON `price_targets` BEGIN
	DELETE FROM `channel_marks` WHERE `target` = 'price' AND `name` = OLD.`url`;
	INSERT INTO `channel_marks` (`target`, `name`) VALUES ('price', OLD.`url`);
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_unpublished` AFTER DELETE ON `monitored_artists` BEGIN
	DELETE FROM `channel_marks` WHERE `target` = 'artist' AND `name` = OLD.`artist_id`;
	INSERT INTO `channel_marks` (`target`, `name`) VALUES ('artist', OLD.`artist_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_checked` AFTER UPDATE OF `checked_at`, `failures` ON `monitored_artists`
	WHEN OLD.`checked_at` IS NOT NEW.`checked_at` OR OLD.`failures` <> NEW.`failures` BEGIN
	DELETE FROM `channel_marks` WHERE `target` = 'artist' AND `name` = NEW.`artist_id`;
	INSERT INTO `channel_marks` (`target`, `name`) VALUES ('artist', NEW.`artist_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `imap_accounts_unpublished` AFTER UPDATE OF `failures`, `failure` ON `imap_accounts`
	WHEN OLD.`failures` <> NEW.`failures` OR OLD.`failure` IS NOT NEW.`failure` BEGIN
	DELETE FROM `channel_marks` WHERE `target` = 'mailboxes';
	INSERT INTO `channel_marks` (`target`, `name`) VALUES ('mailboxes', '');
END;
--> statement-breakpoint
CREATE TRIGGER `queue_statistics_unpublished` AFTER UPDATE OF `published` ON `queue_statistics`
	WHEN OLD.`published` <> NEW.`published` BEGIN
	DELETE FROM `channel_marks` WHERE `target` = 'queues';
	INSERT INTO `channel_marks` (`target`, `name`) VALUES ('queues', '');
END;
