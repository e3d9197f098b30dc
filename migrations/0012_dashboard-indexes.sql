CREATE INDEX `price_targets_moving` ON `price_targets` (abs(move)) WHERE move <> 0;--> statement-breakpoint
CREATE INDEX `resale_events_country` ON `resale_events` (`country`);