ALTER TABLE `profiles` ADD `split` text;--> statement-breakpoint
CREATE INDEX `profiles_split` ON `profiles` (`person_key`) WHERE split is not null;