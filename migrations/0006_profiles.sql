CREATE TABLE `profiles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`profile_name` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`postal` text NOT NULL,
	`country` text NOT NULL,
	`phone` text NOT NULL,
	`card_last4` text NOT NULL,
	`card_brand` text NOT NULL,
	`card_exp_month` text NOT NULL,
	`card_exp_year` text NOT NULL,
	`card_expiry` integer,
	`has_password` integer NOT NULL,
	`secrets` text NOT NULL,
	`seal_row` text NOT NULL,
	`card_print` text NOT NULL,
	`person_key` text NOT NULL,
	`search_text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_seal_row_unique` ON `profiles` (`seal_row`);--> statement-breakpoint
CREATE INDEX `profiles_card` ON `profiles` (`card_print`);--> statement-breakpoint
CREATE INDEX `profiles_person` ON `profiles` (`person_key`);--> statement-breakpoint
CREATE INDEX `profiles_expiry` ON `profiles` (`card_expiry`);