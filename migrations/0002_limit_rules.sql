CREATE TABLE `limit_rules` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`accounts_per_event` integer
);
