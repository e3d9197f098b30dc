ALTER TABLE `notifications` ADD `webhook_post` text;--> statement-breakpoint
ALTER TABLE `resale_feed` DROP COLUMN `busy_until`;