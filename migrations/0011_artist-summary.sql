CREATE TABLE `resale_search_texts` (
	`artist_id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `scarcest_city` text;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `concerts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `on_sales` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `resale_events_artist_on_sale` ON `resale_events` (`artist_id`,`on_sale_at`);--> statement-breakpoint
UPDATE `resale_artists` SET
	`concerts` = (SELECT count(*) FROM `resale_events` WHERE `artist_id` = `resale_artists`.`id`),
	`on_sales` = (SELECT json_group_array(`minute`) FROM (SELECT min(`on_sale_at`) / 60000 AS `minute` FROM `resale_events`
		WHERE `artist_id` = `resale_artists`.`id` AND `on_sale_at` IS NOT NULL GROUP BY `on_sale_at` / 86400000 ORDER BY `minute`));--> statement-breakpoint
INSERT INTO `resale_search_texts` (`artist_id`, `text`) SELECT `resale_artists`.`id`,
	lower(`name` || char(10) || coalesce(group_concat(coalesce(`body` ->> 'venue_name', '') || char(10) || coalesce(`body` ->> 'city_name', ''), char(10)), ''))
	FROM `resale_artists` LEFT JOIN `resale_events` ON `artist_id` = `resale_artists`.`id` GROUP BY `resale_artists`.`id`;
