ALTER TABLE `resale_artists` ALTER COLUMN "category_score" TO "category_score" real;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `views_at` integer;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `mbid` text;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `mbid_due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `listeners` integer;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `listeners_at` integer;--> statement-breakpoint
ALTER TABLE `resale_artists` ADD `listeners_due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `resale_artists` SET `views_at` = max(0, `views_due_at` - 86400000) WHERE `article` IS NOT NULL;
