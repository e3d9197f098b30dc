CREATE VIRTUAL TABLE "profiles_search" USING fts5("search_text", content="profiles", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0);
--> statement-breakpoint
INSERT INTO `profiles_search` (`profiles_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `profiles_search_added` AFTER INSERT ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_search_removed` AFTER DELETE ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`profiles_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_search_changed` AFTER UPDATE OF `search_text` ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`profiles_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	INSERT INTO `profiles_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
