CREATE TABLE `passkey_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`challenge` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_operator` ON `passkeys` (`operator_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`operator_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`operator_id`, `hash`)
);
