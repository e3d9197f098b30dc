DROP INDEX `profiles_name`;--> statement-breakpoint
CREATE INDEX `profiles_name` ON `profiles` (`profile_name`,`deleted_at`);