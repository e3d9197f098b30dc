CREATE TABLE `activity` (
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`times` integer NOT NULL,
	`amount` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_amount` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`)
);
--> statement-breakpoint
CREATE TABLE `heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`last_at` integer NOT NULL,
	`disk` text
);
--> statement-breakpoint
CREATE TABLE `kept_counts` (
	`name` text NOT NULL,
	`day` integer DEFAULT 0 NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`name`, `day`)
);
--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_secret_hash_unique` ON `api_tokens` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_operator` ON `api_tokens` (`operator_id`);--> statement-breakpoint
CREATE TABLE `artist_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`artist_id` text NOT NULL,
	`at` integer NOT NULL,
	`change` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `artist_changes_artist` ON `artist_changes` (`artist_id`,`id`);--> statement-breakpoint
CREATE TABLE `artist_check_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL,
	`paid_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `artist_events` (
	`artist_id` text NOT NULL,
	`event_id` text NOT NULL,
	`facts` text NOT NULL,
	`last_sale_at` integer NOT NULL,
	PRIMARY KEY(`artist_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `artist_events_sale` ON `artist_events` (`last_sale_at`);--> statement-breakpoint
CREATE INDEX `artist_events_event` ON `artist_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `monitored_artists` (
	`artist_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`image` text NOT NULL,
	`start_day` text,
	`end_day` text,
	`created_at` integer NOT NULL,
	`next_check_at` integer NOT NULL,
	`queued_until` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`calls` integer DEFAULT 1 NOT NULL,
	`event_count` integer DEFAULT 0 NOT NULL,
	`last_event_day` text,
	`next_sale_at` integer,
	`nations` text DEFAULT '[]' NOT NULL,
	`is_covered` integer DEFAULT false NOT NULL,
	`told_by` text
);
--> statement-breakpoint
CREATE INDEX `monitored_artists_due` ON `monitored_artists` (`next_check_at`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`operator_id` integer,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`request_id` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit` (`subject`);--> statement-breakpoint
CREATE TABLE `calendar_events` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`facts` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `calendar_events_read` ON `calendar_events` (`read_at`);--> statement-breakpoint
CREATE INDEX `calendar_events_event` ON `calendar_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `calendar_subscriptions` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_subscriptions_token_hash_unique` ON `calendar_subscriptions` (`token_hash`);--> statement-breakpoint
CREATE TABLE `catalogue_artists` (
	`key` text NOT NULL,
	`event` integer NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`key`, `event`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `catalogue_artists_event` ON `catalogue_artists` (`event`);--> statement-breakpoint
CREATE TABLE `catalogue_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`country` text NOT NULL,
	`event_id` text NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`artists` text NOT NULL,
	`venue` text NOT NULL,
	`city` text NOT NULL,
	`segment` text NOT NULL,
	`genre` text NOT NULL,
	`url` text NOT NULL,
	`status` text NOT NULL,
	`starts_at` integer,
	`day` text NOT NULL,
	`search_text` text NOT NULL,
	`added_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`gone_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `catalogue_events_event` ON `catalogue_events` (`country`,`event_id`);--> statement-breakpoint
CREATE INDEX `catalogue_events_gone` ON `catalogue_events` (`gone_at`) WHERE gone_at is not null;--> statement-breakpoint
CREATE TABLE `catalogue_sales` (
	`event` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer,
	`country` text NOT NULL,
	PRIMARY KEY(`event`, `kind`, `name`, `opens_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `catalogue_sales_opening` ON `catalogue_sales` (`opens_at`);--> statement-breakpoint
CREATE INDEX `catalogue_sales_country` ON `catalogue_sales` (`country`,`opens_at`);--> statement-breakpoint
CREATE TABLE `catalogues` (
	`country` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`next_at` integer NOT NULL,
	`reading` text,
	`reading_until` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`read_at` integer,
	`events` integer DEFAULT 0 NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event_sections` (
	`event_id` text PRIMARY KEY NOT NULL,
	`sections` text NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `imap_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user` text NOT NULL,
	`user_key` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`is_active` integer NOT NULL,
	`auth` text DEFAULT 'password' NOT NULL,
	`password` text NOT NULL,
	`refresh_token` text,
	`access_token` text,
	`access_ends_at` integer,
	`access_issued_at` integer,
	`seal_row` text NOT NULL,
	`created_at` integer NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`folders` text,
	`worked_at` integer,
	`checked_at` integer,
	`failing_since` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`check_due_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imap_accounts_seal_row_unique` ON `imap_accounts` (`seal_row`);--> statement-breakpoint
CREATE UNIQUE INDEX `imap_accounts_mailbox` ON `imap_accounts` (`user_key`,`host`);--> statement-breakpoint
CREATE TABLE `mailbox_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`session_id` text,
	`provider` text NOT NULL,
	`account_id` integer,
	`tags` text,
	`state` text NOT NULL,
	`reason` text,
	`seal_row` text NOT NULL,
	`secrets` text,
	`state_hash` text,
	`cookie_hash` text,
	`interval_ms` integer DEFAULT 0 NOT NULL,
	`poll_at` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailbox_sign_ins_seal_row_unique` ON `mailbox_sign_ins` (`seal_row`);--> statement-breakpoint
CREATE UNIQUE INDEX `mailbox_sign_ins_state_hash_unique` ON `mailbox_sign_ins` (`state_hash`);--> statement-breakpoint
CREATE INDEX `mailbox_sign_ins_end` ON `mailbox_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `channel_deliveries` (
	`channel_id` integer NOT NULL,
	`notification_id` integer NOT NULL,
	`post` text,
	PRIMARY KEY(`channel_id`, `notification_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `notification_channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`shown_address` text NOT NULL,
	`seal_row` text NOT NULL,
	`secrets` text NOT NULL,
	`kinds` text NOT NULL,
	`quiet` text,
	`is_paused` integer DEFAULT false NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`reason` text,
	`next_at` integer DEFAULT 0 NOT NULL,
	`is_holding` integer DEFAULT false NOT NULL,
	`lease` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_channels_seal_row_unique` ON `notification_channels` (`seal_row`);--> statement-breakpoint
CREATE INDEX `notification_channels_operator` ON `notification_channels` (`operator_id`);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`seal_row` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_keys_seal_row_unique` ON `push_keys` (`seal_row`);--> statement-breakpoint
CREATE TABLE `notification_reads` (
	`operator_id` integer NOT NULL,
	`notification_id` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `notification_id`)
);
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`read_up_to` integer DEFAULT 0 NOT NULL,
	`muted` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`topic` text NOT NULL,
	`body` text NOT NULL,
	`href` text,
	`dedupe_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`operator_id` integer,
	`published_at` integer,
	`webhook_state` text DEFAULT 'pending' NOT NULL,
	`webhook_attempts` integer DEFAULT 0 NOT NULL,
	`webhook_next_at` integer DEFAULT 0 NOT NULL,
	`webhook_error` text,
	`webhook_post` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe_key_unique` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_kind` ON `notifications` (`kind`);--> statement-breakpoint
CREATE INDEX `notifications_href` ON `notifications` (`href`);--> statement-breakpoint
CREATE INDEX `notifications_unpublished` ON `notifications` (`published_at`);--> statement-breakpoint
CREATE INDEX `notifications_webhook` ON `notifications` (`webhook_state`,`webhook_next_at`);--> statement-breakpoint
CREATE TABLE `known_addresses` (
	`address` text NOT NULL,
	`operator_id` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`address`, `operator_id`)
);
--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`subject` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_attempts_window` ON `login_attempts` (`window_started_at`);--> statement-breakpoint
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL,
	`must_change_password` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_email_unique` ON `operators` (`email`);--> statement-breakpoint
CREATE TABLE `scanners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_admitted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scanners_name_unique` ON `scanners` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `scanners_token_hash_unique` ON `scanners` (`token_hash`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`confirmed_at` integer,
	`user_agent` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_operator` ON `sessions` (`operator_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `presale_watch_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`watch_id` integer NOT NULL,
	`mailbox_id` integer NOT NULL,
	`mail` text NOT NULL,
	`code` text NOT NULL,
	`confidence` real NOT NULL,
	`evidence` text NOT NULL,
	`account` text NOT NULL,
	`subject` text NOT NULL,
	`sender` text NOT NULL,
	`arrived` text NOT NULL,
	`mail_key` text NOT NULL,
	`found_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `presale_watch_codes_sighting` ON `presale_watch_codes` (`watch_id`,`mailbox_id`,`mail`,`code`);--> statement-breakpoint
CREATE INDEX `presale_watch_codes_found` ON `presale_watch_codes` (`found_at`);--> statement-breakpoint
CREATE INDEX `presale_watch_codes_of_watch` ON `presale_watch_codes` (`watch_id`,`id`);--> statement-breakpoint
CREATE INDEX `presale_watch_codes_last` ON `presale_watch_codes` (`watch_id`,`found_at`);--> statement-breakpoint
CREATE TABLE `presale_watches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`event_id` text,
	`is_paused` integer NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `presale_watches_operator` ON `presale_watches` (`operator_id`);--> statement-breakpoint
CREATE TABLE `watched_folders` (
	`mailbox_id` integer NOT NULL,
	`path` text NOT NULL,
	`place` text NOT NULL,
	`validity` text NOT NULL,
	`uid` integer NOT NULL,
	`read_at` integer NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`mailbox_id`, `path`)
);
--> statement-breakpoint
CREATE TABLE `watched_mailboxes` (
	`mailbox_id` integer PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`reason` text,
	`seen_at` integer
);
--> statement-breakpoint
CREATE TABLE `price_alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_id` integer NOT NULL,
	`tag` text,
	`currency` text,
	`members` text,
	`kind` text NOT NULL,
	`value` real,
	`is_armed` integer NOT NULL,
	`peak` real,
	`empty_checks` integer NOT NULL,
	`firings` integer NOT NULL,
	`fired_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `price_alerts_target` ON `price_alerts` (`target_id`);--> statement-breakpoint
CREATE INDEX `price_alerts_tag` ON `price_alerts` (`tag`) WHERE tag is not null;--> statement-breakpoint
CREATE TABLE `price_points` (
	`target_id` integer NOT NULL,
	`at` integer NOT NULL,
	`low` real,
	`median` real,
	`high` real,
	`available` integer NOT NULL,
	`is_raw` integer NOT NULL,
	`source` text,
	PRIMARY KEY(`target_id`, `at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `price_points_raw` ON `price_points` (`at`) WHERE is_raw = 1;--> statement-breakpoint
CREATE INDEX `price_points_hourly` ON `price_points` (`at`) WHERE is_raw = 0;--> statement-breakpoint
CREATE TABLE `price_targets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`host` text NOT NULL,
	`title` text,
	`venue` text,
	`city` text,
	`country` text,
	`date` text,
	`image` text,
	`prices` text NOT NULL,
	`currency` text,
	`low` real,
	`available` integer NOT NULL,
	`tickets_left` integer,
	`stated_facts` integer DEFAULT 0 NOT NULL,
	`sale_state` text DEFAULT 'unknown' NOT NULL,
	`opens_at` integer,
	`source` text,
	`read_at` integer,
	`last_low` real,
	`last_low_at` integer,
	`move` real NOT NULL,
	`recent` text NOT NULL,
	`checks` text NOT NULL,
	`tags` text NOT NULL,
	`search_text` text NOT NULL,
	`provider_id` text,
	`reads_page` integer DEFAULT false NOT NULL,
	`is_paused` integer NOT NULL,
	`paused_by` text,
	`added_at` integer NOT NULL,
	`checked_at` integer,
	`changed_at` integer,
	`next_check_at` integer NOT NULL,
	`failure` text,
	`failures` integer NOT NULL,
	`version` integer NOT NULL,
	`unsent` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_targets_url_unique` ON `price_targets` (`url`);--> statement-breakpoint
CREATE INDEX `price_targets_due` ON `price_targets` (`is_paused`,`next_check_at`);--> statement-breakpoint
CREATE INDEX `price_targets_host` ON `price_targets` (`host`);--> statement-breakpoint
CREATE INDEX `price_targets_provider` ON `price_targets` (`provider_id`);--> statement-breakpoint
CREATE INDEX `price_targets_moving` ON `price_targets` (abs(move)) WHERE move <> 0;--> statement-breakpoint
CREATE INDEX `price_targets_unsent` ON `price_targets` (`unsent`) WHERE unsent <> 'nothing';--> statement-breakpoint
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
	`split` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_seal_row_unique` ON `profiles` (`seal_row`);--> statement-breakpoint
CREATE INDEX `profiles_card` ON `profiles` (`card_print`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_split` ON `profiles` (`person_key`) WHERE split is not null;--> statement-breakpoint
CREATE INDEX `profiles_person` ON `profiles` (`person_key`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_expiry` ON `profiles` (`card_expiry`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_country` ON `profiles` (`country`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_name` ON `profiles` (`profile_name`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `profiles_deleted` ON `profiles` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `queue_account_stats` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`pool` integer NOT NULL,
	`total_queues` integer NOT NULL,
	`ratio_sum` integer NOT NULL,
	`avg_ratio` real NOT NULL,
	`best_ratio` real NOT NULL,
	`worst_ratio` real NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`old_total_queues` integer DEFAULT 0 NOT NULL,
	`old_avg_ratio` real DEFAULT 0 NOT NULL,
	`old_best_ratio` real DEFAULT 0 NOT NULL,
	`old_worst_ratio` real DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `queue_accounts` (
	`id` integer PRIMARY KEY NOT NULL,
	`pool` integer NOT NULL,
	`email_key` text NOT NULL,
	`email` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queue_accounts_key` ON `queue_accounts` (`pool`,`email_key`);--> statement-breakpoint
CREATE TABLE `queue_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pool` integer NOT NULL,
	`name_key` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`accounts` integer DEFAULT 0 NOT NULL,
	`tested_accounts` integer DEFAULT 0 NOT NULL,
	`next_tested_accounts` integer DEFAULT 0 NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queue_categories_key` ON `queue_categories` (`pool`,`name_key`) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `queue_categories_deleted` ON `queue_categories` (`id`) WHERE is_deleted = 1;--> statement-breakpoint
CREATE TABLE `queue_category_accounts` (
	`category_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`category_id`, `account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `queue_category_accounts_account` ON `queue_category_accounts` (`account_id`);--> statement-breakpoint
CREATE TABLE `queue_label_counts` (
	`generation` integer NOT NULL,
	`pool` integer NOT NULL,
	`performance` text NOT NULL,
	`accounts` integer NOT NULL,
	PRIMARY KEY(`generation`, `pool`, `performance`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `queue_positions` (
	`shard` integer NOT NULL,
	`account_id` integer NOT NULL,
	`queue_ref` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`shard`, `account_id`, `queue_ref`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `queue_ranks` (
	`generation` integer NOT NULL,
	`pool` integer NOT NULL,
	`avg_ratio` real NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`generation`, `pool`, `avg_ratio`, `account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `queue_statistics` (
	`id` integer PRIMARY KEY NOT NULL,
	`published` integer NOT NULL,
	`ranked` integer NOT NULL,
	`phase` text,
	`place` integer NOT NULL,
	`stretches` text NOT NULL,
	`done` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `queue_upload_sheets` (
	`upload_id` text NOT NULL,
	`part` integer NOT NULL,
	`sheet` integer NOT NULL,
	`positions` text NOT NULL,
	PRIMARY KEY(`upload_id`, `part`, `sheet`)
);
--> statement-breakpoint
CREATE TABLE `queue_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer,
	`pool` integer NOT NULL,
	`queue_id` text NOT NULL,
	`queue_total` integer NOT NULL,
	`queue_date` text NOT NULL,
	`parts` integer NOT NULL,
	`started_at` integer NOT NULL,
	`queue_ref` integer,
	`applied_at` integer,
	`active_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `queue_uploads_started` ON `queue_uploads` (`started_at`);--> statement-breakpoint
CREATE TABLE `queues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pool` integer NOT NULL,
	`queue_id` text NOT NULL,
	`queue_total` integer NOT NULL,
	`queue_date` text NOT NULL,
	`accounts` integer NOT NULL,
	`position_sum` integer NOT NULL,
	`uploaded_at` integer NOT NULL,
	`is_counted` integer DEFAULT true NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`counted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queues_name` ON `queues` (`pool`,`queue_id`) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `queues_uncounted` ON `queues` (`id`) WHERE is_counted = is_deleted;--> statement-breakpoint
CREATE INDEX `queues_counted_by` ON `queues` (`counted_by`) WHERE counted_by is not null;--> statement-breakpoint
CREATE INDEX `queues_deleted` ON `queues` (`id`) WHERE is_deleted = 1;--> statement-breakpoint
CREATE TABLE `recent_searches` (
	`operator_id` integer NOT NULL,
	`artist_id` text NOT NULL,
	`artist` text NOT NULL,
	`image` text,
	`searched_at` integer NOT NULL,
	`openings` text NOT NULL,
	PRIMARY KEY(`operator_id`, `artist_id`)
);
--> statement-breakpoint
CREATE TABLE `recent_work` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`name` text,
	`title` text NOT NULL,
	`search_text` text NOT NULL,
	`events` integer,
	`rows` integer,
	`body` text NOT NULL,
	`seal_row` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recent_work_seal_row_unique` ON `recent_work` (`seal_row`);--> statement-breakpoint
CREATE INDEX `recent_work_operator` ON `recent_work` (`operator_id`,`deleted_at`,`updated_at`);--> statement-breakpoint
CREATE INDEX `recent_work_deleted` ON `recent_work` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `work_events` (
	`work_id` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`work_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `work_events_event` ON `work_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `followed_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`facts` text,
	`read_at` integer NOT NULL,
	`next_at` integer
);
--> statement-breakpoint
CREATE INDEX `followed_events_next` ON `followed_events` (`next_at`);--> statement-breakpoint
CREATE TABLE `reminder_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reminder_settings` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`leads` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sale_event_changes` (
	`event_id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT (random() & 9007199254740991) NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sale_follows` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`is_followed` integer NOT NULL,
	`opens_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`operator_id`, `event_id`, `kind`, `name`)
);
--> statement-breakpoint
CREATE INDEX `sale_follows_event` ON `sale_follows` (`event_id`);--> statement-breakpoint
CREATE TABLE `sale_reminders` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`opens_at` integer NOT NULL,
	`title` text NOT NULL,
	`place` text NOT NULL,
	`added_at` integer DEFAULT 0 NOT NULL,
	`told_at` integer NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`operator_id`, `event_id`, `kind`, `name`, `opens_at`)
);
--> statement-breakpoint
CREATE INDEX `sale_reminders_due` ON `sale_reminders` (`due_at`);--> statement-breakpoint
CREATE INDEX `sale_reminders_event` ON `sale_reminders` (`event_id`);--> statement-breakpoint
CREATE INDEX `sale_reminders_opening` ON `sale_reminders` (`opens_at`);--> statement-breakpoint
CREATE TABLE `resale_artists` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`score` real NOT NULL,
	`listed_at` integer NOT NULL,
	`countries` text DEFAULT '[]' NOT NULL,
	`category_score` real,
	`fewest_tickets` integer,
	`scarcest_city` text,
	`concerts` integer DEFAULT 0 NOT NULL,
	`on_sales` text DEFAULT '[]' NOT NULL,
	`events_at` integer,
	`events_due_at` integer DEFAULT 0 NOT NULL,
	`article` text,
	`titles_tried` integer DEFAULT 0 NOT NULL,
	`views_last_30_days` integer DEFAULT 0 NOT NULL,
	`views_last_7_days` integer DEFAULT 0 NOT NULL,
	`views_before_28_days` integer DEFAULT 0 NOT NULL,
	`views_at` integer,
	`views_due_at` integer DEFAULT 0 NOT NULL,
	`mbid` text,
	`mbid_due_at` integer DEFAULT 0 NOT NULL,
	`listeners` integer,
	`listeners_at` integer,
	`listeners_due_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resale_artists_name_unique` ON `resale_artists` (`name`);--> statement-breakpoint
CREATE TABLE `resale_events` (
	`artist_id` integer NOT NULL,
	`id` integer NOT NULL,
	`on_sale_at` integer,
	`starts_at` integer,
	`country` text,
	`body` text NOT NULL,
	PRIMARY KEY(`artist_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `resale_events_on_sale` ON `resale_events` (`on_sale_at`);--> statement-breakpoint
CREATE INDEX `resale_events_artist_on_sale` ON `resale_events` (`artist_id`,`on_sale_at`);--> statement-breakpoint
CREATE INDEX `resale_events_starts` ON `resale_events` (`starts_at`);--> statement-breakpoint
CREATE INDEX `resale_events_country` ON `resale_events` (`country`);--> statement-breakpoint
CREATE TABLE `resale_feed` (
	`source` text PRIMARY KEY NOT NULL,
	`page` integer DEFAULT 0 NOT NULL,
	`pass_at` integer DEFAULT 0 NOT NULL,
	`refreshed_at` integer,
	`problem` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `resale_search_texts` (
	`artist_id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sale_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`operator_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer
);
--> statement-breakpoint
CREATE INDEX `sale_notes_event` ON `sale_notes` (`event_id`);--> statement-breakpoint
CREATE TABLE `sample_data` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`load_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`operator_email` text NOT NULL,
	`done` integer NOT NULL,
	`failure` text,
	`kept` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `watch_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`conditions` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`told_at` integer
);--> statement-breakpoint
-- What follows is written by hand, as WITHOUT ROWID above is: the indexes of trigrams, the triggers, and the rows that
-- the product expects.
CREATE VIRTUAL TABLE "profiles_search" USING fts5("search_text", content="profiles", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0);
--> statement-breakpoint
INSERT INTO `profiles_search` (`profiles_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE VIRTUAL TABLE "catalogue_events_search" USING fts5("search_text", content="catalogue_events", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0);
--> statement-breakpoint
INSERT INTO `catalogue_events_search` (`catalogue_events_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE VIRTUAL TABLE "notifications_search" USING fts5("title", "topic", "body", content="notifications", content_rowid="id", tokenize="trigram", columnsize=0);
--> statement-breakpoint
INSERT INTO `notifications_search` (`notifications_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `audit_keeps_rows` BEFORE DELETE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_keeps_facts` BEFORE UPDATE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_count_added` AFTER INSERT ON `profiles` WHEN NEW.`deleted_at` IS NULL BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + 1 WHERE `name` = 'profiles' AND `day` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_count_removed` AFTER DELETE ON `profiles` WHEN OLD.`deleted_at` IS NULL BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1 WHERE `name` = 'profiles' AND `day` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_count_changed` AFTER UPDATE OF `deleted_at` ON `profiles` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL) WHERE `name` = 'profiles' AND `day` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `concerts_count_added` AFTER INSERT ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + 1 WHERE `name` = 'concerts' AND `day` = 0;
	INSERT INTO `kept_counts` SELECT 'concerts by day of sale', NEW.`on_sale_at` / 86400000, 1 WHERE NEW.`on_sale_at` IS NOT NULL
		ON CONFLICT (`name`, `day`) DO UPDATE SET `amount` = `amount` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `concerts_count_removed` AFTER DELETE ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1 WHERE `name` = 'concerts' AND `day` = 0;
	UPDATE `kept_counts` SET `amount` = `amount` - 1
		WHERE `name` = 'concerts by day of sale' AND `day` = OLD.`on_sale_at` / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER `concerts_count_changed` AFTER UPDATE OF `on_sale_at` ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1
		WHERE `name` = 'concerts by day of sale' AND `day` = OLD.`on_sale_at` / 86400000;
	INSERT INTO `kept_counts` SELECT 'concerts by day of sale', NEW.`on_sale_at` / 86400000, 1 WHERE NEW.`on_sale_at` IS NOT NULL
		ON CONFLICT (`name`, `day`) DO UPDATE SET `amount` = `amount` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_keeps_ids` BEFORE INSERT ON `audit` WHEN EXISTS (SELECT 1 FROM `audit` WHERE `id` = NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
--> statement-breakpoint
CREATE TRIGGER `queue_categories_count_added` AFTER INSERT ON `queue_category_accounts` BEGIN
	UPDATE `queue_categories` SET `accounts` = `accounts` + 1 WHERE `id` = NEW.`category_id`;
	UPDATE `queue_categories` SET
		`tested_accounts` = `tested_accounts` + (iif(stats.`generation` <= (SELECT `published` FROM `queue_statistics`), stats.`total_queues`, stats.`old_total_queues`) > 0),
		`next_tested_accounts` = `next_tested_accounts` + (stats.`total_queues` > 0)
		FROM `queue_account_stats` AS stats WHERE stats.`account_id` = NEW.`account_id` AND `id` = NEW.`category_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `queue_categories_count_removed` AFTER DELETE ON `queue_category_accounts` BEGIN
	UPDATE `queue_categories` SET `accounts` = `accounts` - 1 WHERE `id` = OLD.`category_id`;
	UPDATE `queue_categories` SET
		`tested_accounts` = `tested_accounts` - (iif(stats.`generation` <= (SELECT `published` FROM `queue_statistics`), stats.`total_queues`, stats.`old_total_queues`) > 0),
		`next_tested_accounts` = `next_tested_accounts` - (stats.`total_queues` > 0)
		FROM `queue_account_stats` AS stats WHERE stats.`account_id` = OLD.`account_id` AND `id` = OLD.`category_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_search_added` AFTER INSERT ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_search_removed` AFTER DELETE ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`profiles_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_search_changed` AFTER UPDATE OF `search_text` ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`profiles_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	INSERT INTO `profiles_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_added` AFTER INSERT ON `catalogue_events` BEGIN
	INSERT INTO `catalogue_events_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_removed` AFTER DELETE ON `catalogue_events` BEGIN
	INSERT INTO `catalogue_events_search` (`catalogue_events_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	DELETE FROM `catalogue_sales` WHERE `event` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_renamed` AFTER UPDATE OF `search_text` ON `catalogue_events` WHEN OLD.`search_text` <> NEW.`search_text` BEGIN
	INSERT INTO `catalogue_events_search` (`catalogue_events_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	INSERT INTO `catalogue_events_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_search_added` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`rowid`, `title`, `topic`, `body`) VALUES (NEW.`id`, NEW.`title`, NEW.`topic`, NEW.`body`);
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_search_removed` AFTER DELETE ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`notifications_search`, `rowid`, `title`, `topic`, `body`) VALUES ('delete', OLD.`id`, OLD.`title`, OLD.`topic`, OLD.`body`);
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_search_changed` AFTER UPDATE OF `title`, `topic`, `body` ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`notifications_search`, `rowid`, `title`, `topic`, `body`) VALUES ('delete', OLD.`id`, OLD.`title`, OLD.`topic`, OLD.`body`);
	INSERT INTO `notifications_search` (`rowid`, `title`, `topic`, `body`) VALUES (NEW.`id`, NEW.`title`, NEW.`topic`, NEW.`body`);
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_artists_removed` AFTER DELETE ON `catalogue_events` BEGIN
	DELETE FROM `catalogue_artists` WHERE `event` = OLD.`id`;
END;
--> statement-breakpoint
-- A notification and its deliveries are written together, whichever statement stores it.
CREATE TRIGGER `channel_deliveries_added` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `channel_deliveries` (`channel_id`, `notification_id`)
	SELECT `notification_channels`.`id`, NEW.`id` FROM `notification_channels`
	WHERE `notification_channels`.`is_paused` = 0
		AND (NEW.`operator_id` IS NULL OR NEW.`operator_id` = `notification_channels`.`operator_id`)
		AND EXISTS (SELECT 1 FROM json_each(`notification_channels`.`kinds`) WHERE value = NEW.`kind`)
		AND EXISTS (SELECT 1 FROM `operators` WHERE `operators`.`id` = `notification_channels`.`operator_id` AND `operators`.`disabled_at` IS NULL);
END;
--> statement-breakpoint
-- The keys of the notifications of a rule begin with watch_rule|id|.
CREATE TRIGGER `watch_rules_told` AFTER INSERT ON `notifications` WHEN new.`dedupe_key` LIKE 'watch_rule|%' BEGIN
	UPDATE `watch_rules` SET `told_at` = new.`created_at` WHERE `id` = CAST(substr(new.`dedupe_key`, 12) AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_sales_added` AFTER INSERT ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_sales_changed` AFTER UPDATE OF `status`, `changed_at`, `gone_at` ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogue_events_sales_removed` AFTER DELETE ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_events_sales_added` AFTER INSERT ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_events_sales_changed` AFTER UPDATE OF `facts`, `last_sale_at` ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `artist_events_sales_removed` AFTER DELETE ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_events_sales_added` AFTER INSERT ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_events_sales_changed` AFTER UPDATE OF `facts`, `read_at` ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_events_sales_removed` AFTER DELETE ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `sale_follows_sales_added` AFTER INSERT ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `sale_follows_sales_changed` AFTER UPDATE OF `is_followed` ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `sale_follows_sales_removed` AFTER DELETE ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_sales_added` AFTER INSERT ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = NEW.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_sales_changed` AFTER UPDATE OF `start_day`, `end_day` ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = NEW.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `monitored_artists_sales_removed` AFTER DELETE ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = OLD.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogues_sales_read` AFTER UPDATE OF `read_at` ON `catalogues` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT DISTINCT `event_id` FROM `calendar_events` WHERE true
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `catalogues_sales_switched` AFTER UPDATE OF `is_on` ON `catalogues` WHEN OLD.`is_on` <> NEW.`is_on` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `watch_rules_sales_added` AFTER INSERT ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `watch_rules_sales_changed` AFTER UPDATE OF `conditions`, `is_active` ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `watch_rules_sales_removed` AFTER DELETE ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `operators_sales_added` AFTER INSERT ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `operators_sales_changed` AFTER UPDATE OF `disabled_at` ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `operators_sales_removed` AFTER DELETE ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `recent_work_events_added` AFTER INSERT ON `recent_work` BEGIN
	INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT NEW.`id`, NEW.`operator_id`, trim(`value`) FROM json_each(iif(json_valid('["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE NEW.`kind` = 'encore' AND NEW.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `recent_work_events_changed` AFTER UPDATE OF `key`, `deleted_at` ON `recent_work` WHEN OLD.`key` <> NEW.`key` OR OLD.`deleted_at` IS NOT NEW.`deleted_at` BEGIN
	DELETE FROM `work_events` WHERE `work_id` = NEW.`id`;
	INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT NEW.`id`, NEW.`operator_id`, trim(`value`) FROM json_each(iif(json_valid('["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE NEW.`kind` = 'encore' AND NEW.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `recent_work_events_removed` AFTER DELETE ON `recent_work` BEGIN
	DELETE FROM `work_events` WHERE `work_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `work_events_sales_added` AFTER INSERT ON `work_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `work_events_sales_removed` AFTER DELETE ON `work_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `followed_events_sales_added` AFTER INSERT ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `followed_events_sales_changed` AFTER UPDATE OF `facts`, `read_at` ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER `followed_events_sales_removed` AFTER DELETE ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
--> statement-breakpoint
INSERT INTO `kept_counts` (`name`, `amount`) VALUES ('profiles', 0), ('concerts', 0);
--> statement-breakpoint
INSERT INTO `queue_statistics` (`id`, `published`, `ranked`, `phase`, `place`, `stretches`, `done`) VALUES (1, 0, 0, NULL, 0, '[]', 0);
--> statement-breakpoint
-- The first sync of reminders compares all sales.
INSERT INTO `sale_event_changes` (`event_id`) VALUES ('');
