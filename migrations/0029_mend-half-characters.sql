-- Mends half characters in stored texts: SQLite reads one as U+FFFD, and the server cannot read it at all.
UPDATE OR IGNORE `notifications` SET `title` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`title`))
	SELECT group_concat(char(unicode(substr(`title`, place, 1))), '') FROM places
) WHERE `title` GLOB '*' || char(65533) || '*' AND instr(`title`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `notifications` SET `topic` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`topic`))
	SELECT group_concat(char(unicode(substr(`topic`, place, 1))), '') FROM places
) WHERE `topic` GLOB '*' || char(65533) || '*' AND instr(`topic`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `notifications` SET `body` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`body`))
	SELECT group_concat(char(unicode(substr(`body`, place, 1))), '') FROM places
) WHERE `body` GLOB '*' || char(65533) || '*' AND instr(`body`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `notifications` SET `dedupe_key` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`dedupe_key`))
	SELECT group_concat(char(unicode(substr(`dedupe_key`, place, 1))), '') FROM places
) WHERE `dedupe_key` GLOB '*' || char(65533) || '*' AND instr(`dedupe_key`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `price_targets` SET `title` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`title`))
	SELECT group_concat(char(unicode(substr(`title`, place, 1))), '') FROM places
) WHERE `title` GLOB '*' || char(65533) || '*' AND instr(`title`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `price_targets` SET `search_text` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`search_text`))
	SELECT group_concat(char(unicode(substr(`search_text`, place, 1))), '') FROM places
) WHERE `search_text` GLOB '*' || char(65533) || '*' AND instr(`search_text`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `resale_artists` SET `name` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`name`))
	SELECT group_concat(char(unicode(substr(`name`, place, 1))), '') FROM places
) WHERE `name` GLOB '*' || char(65533) || '*' AND instr(`name`, char(0)) = 0;--> statement-breakpoint
UPDATE OR IGNORE `resale_events` SET `body` = (
	WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < length(`body`))
	SELECT group_concat(char(unicode(substr(`body`, place, 1))), '') FROM places
) WHERE `body` GLOB '*' || char(65533) || '*' AND instr(`body`, char(0)) = 0;
