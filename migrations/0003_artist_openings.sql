CREATE TABLE `artist_openings` (
	`artist_id` text NOT NULL,
	`event_id` text NOT NULL,
	`opens_at` integer NOT NULL,
	PRIMARY KEY(`artist_id`, `event_id`, `opens_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `artist_openings_opening` ON `artist_openings` (`opens_at`,`event_id`);--> statement-breakpoint
CREATE INDEX `artist_openings_event` ON `artist_openings` (`event_id`,`opens_at`);
--> statement-breakpoint
CREATE TRIGGER `artist_openings_added` AFTER INSERT ON `artist_events` WHEN json_valid(NEW.`facts`) BEGIN
	INSERT INTO `artist_openings` (`artist_id`, `event_id`, `opens_at`)
		SELECT * FROM (
			SELECT NEW.`artist_id`, NEW.`event_id`, unixepoch(json_extract(NEW.`facts`, '$.generalSaleStart')) * 1000 AS `at`
			UNION SELECT NEW.`artist_id`, NEW.`event_id`, unixepoch(json_extract(value, '$.opens')) * 1000 FROM json_each(NEW.`facts`, '$.presale_windows')
		) WHERE `at` IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_openings_removed` AFTER DELETE ON `artist_events` BEGIN
	DELETE FROM `artist_openings` WHERE `artist_id` = OLD.`artist_id` AND `event_id` = OLD.`event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_openings_changed` AFTER UPDATE OF `facts` ON `artist_events` WHEN json_valid(NEW.`facts`) BEGIN
	DELETE FROM `artist_openings` WHERE `artist_id` = OLD.`artist_id` AND `event_id` = OLD.`event_id`
		AND `opens_at` NOT IN (
			SELECT `at` FROM (
			SELECT NEW.`artist_id`, NEW.`event_id`, unixepoch(json_extract(NEW.`facts`, '$.generalSaleStart')) * 1000 AS `at`
			UNION SELECT NEW.`artist_id`, NEW.`event_id`, unixepoch(json_extract(value, '$.opens')) * 1000 FROM json_each(NEW.`facts`, '$.presale_windows')
			) WHERE `at` IS NOT NULL
		);
	INSERT INTO `artist_openings` (`artist_id`, `event_id`, `opens_at`)
		SELECT * FROM (
			SELECT NEW.`artist_id`, NEW.`event_id`, unixepoch(json_extract(NEW.`facts`, '$.generalSaleStart')) * 1000 AS `at`
			UNION SELECT NEW.`artist_id`, NEW.`event_id`, unixepoch(json_extract(value, '$.opens')) * 1000 FROM json_each(NEW.`facts`, '$.presale_windows')
		) WHERE `at` IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO `artist_openings` (`artist_id`, `event_id`, `opens_at`)
	SELECT * FROM (
		SELECT `artist_id`, `event_id`, unixepoch(json_extract(`facts`, '$.generalSaleStart')) * 1000 AS `at` FROM `artist_events` WHERE json_valid(`facts`)
		UNION SELECT `artist_id`, `event_id`, unixepoch(json_extract(value, '$.opens')) * 1000
			FROM `artist_events`, json_each(`facts`, '$.presale_windows') WHERE json_valid(`facts`)
	) WHERE `at` IS NOT NULL;
