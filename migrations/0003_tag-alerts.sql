ALTER TABLE `price_alerts` ADD `tag` text;--> statement-breakpoint
ALTER TABLE `price_alerts` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `price_alerts` ADD `members` text;--> statement-breakpoint
CREATE INDEX `price_alerts_tag` ON `price_alerts` (`tag`) WHERE tag is not null;--> statement-breakpoint
ALTER TABLE `price_targets` ADD `tickets_left` integer;