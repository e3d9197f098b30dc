ALTER TABLE `price_targets` ADD `sale_state` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `price_targets` ADD `opens_at` integer;