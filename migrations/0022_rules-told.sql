ALTER TABLE `watch_rules` ADD `told_at` integer;--> statement-breakpoint
UPDATE `watch_rules` SET `told_at` = (SELECT max(`created_at`) FROM `notifications`
  WHERE `dedupe_key` > 'watch_rule|' || `watch_rules`.`id` || '|' AND `dedupe_key` < 'watch_rule|' || `watch_rules`.`id` || '}');--> statement-breakpoint
-- The keys of the notifications of a rule begin with watch_rule|id|.
CREATE TRIGGER `watch_rules_told` AFTER INSERT ON `notifications` WHEN new.`dedupe_key` LIKE 'watch_rule|%' BEGIN
  UPDATE `watch_rules` SET `told_at` = new.`created_at` WHERE `id` = CAST(substr(new.`dedupe_key`, 12) AS integer);
END;
