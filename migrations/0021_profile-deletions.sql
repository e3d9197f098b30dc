DROP INDEX `profiles_deleted`;--> statement-breakpoint
CREATE INDEX `profiles_deleted` ON `profiles` (`deleted_at`) WHERE deleted_at is not null;