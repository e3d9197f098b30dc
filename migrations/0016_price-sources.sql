ALTER TABLE `price_points` ADD `source` text;--> statement-breakpoint
ALTER TABLE `price_targets` ADD `source` text;--> statement-breakpoint
ALTER TABLE `price_targets` ADD `read_at` integer;--> statement-breakpoint
UPDATE `price_targets` SET
  `source` = (SELECT iif(value ->> 'text' LIKE '%from the Discovery API.', 'discovery', 'page')
    FROM json_each(`checks`) WHERE value ->> 'outcome' <> 'failed' ORDER BY key LIMIT 1),
  `read_at` = iif(`failures` = 0, `checked_at`, `last_low_at`)
WHERE `changed_at` IS NOT NULL;
