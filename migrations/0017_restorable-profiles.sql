DROP INDEX `profiles_card`;--> statement-breakpoint
DROP INDEX `profiles_person`;--> statement-breakpoint
DROP INDEX `profiles_expiry`;--> statement-breakpoint
ALTER TABLE `profiles` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `profiles_deleted` ON `profiles` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_card` ON `profiles` (`card_print`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_person` ON `profiles` (`person_key`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_expiry` ON `profiles` (`card_expiry`,`deleted_at`);