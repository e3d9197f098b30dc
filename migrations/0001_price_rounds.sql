CREATE TABLE `price_rounds` (
	`id` integer PRIMARY KEY NOT NULL,
	`begun` text NOT NULL
);
