ALTER TABLE `queue_statistics` ADD `version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `queue_statistics` SET `version` = abs(random() % 4503599627370496);
