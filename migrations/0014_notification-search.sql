CREATE VIRTUAL TABLE "notifications_search" USING fts5("title", "topic", "body", content="notifications", content_rowid="id", tokenize="trigram", columnsize=0);
--> statement-breakpoint
INSERT INTO `notifications_search` (`notifications_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `notifications_search_added` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`rowid`, `title`, `topic`, `body`) VALUES (NEW.`id`, NEW.`title`, NEW.`topic`, NEW.`body`);
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_search_removed` AFTER DELETE ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`notifications_search`, `rowid`, `title`, `topic`, `body`) VALUES ('delete', OLD.`id`, OLD.`title`, OLD.`topic`, OLD.`body`);
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_search_changed` AFTER UPDATE OF `title`, `topic`, `body` ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`notifications_search`, `rowid`, `title`, `topic`, `body`) VALUES ('delete', OLD.`id`, OLD.`title`, OLD.`topic`, OLD.`body`);
	INSERT INTO `notifications_search` (`rowid`, `title`, `topic`, `body`) VALUES (NEW.`id`, NEW.`title`, NEW.`topic`, NEW.`body`);
END;
