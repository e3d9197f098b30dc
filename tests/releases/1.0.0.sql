-- The data of 1.0.0 (tests/releases/write.ts). Never change it.
CREATE TABLE applied_migrations (name text primary key not null, hash text not null, applied_at integer not null);
CREATE TABLE `activity` (
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`times` integer NOT NULL,
	`amount` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_amount` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`)
);
CREATE TABLE `heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`last_at` integer NOT NULL,
	`disk` text
);
CREATE TABLE `kept_counts` (
	`name` text NOT NULL,
	`day` integer DEFAULT 0 NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`name`, `day`)
);
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
CREATE TABLE `artist_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`artist_id` text NOT NULL,
	`at` integer NOT NULL,
	`change` text NOT NULL
);
CREATE TABLE `artist_check_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL,
	`paid_until` integer NOT NULL
);
CREATE TABLE `artist_events` (
	`artist_id` text NOT NULL,
	`event_id` text NOT NULL,
	`facts` text NOT NULL,
	`last_sale_at` integer NOT NULL,
	PRIMARY KEY(`artist_id`, `event_id`)
);
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
CREATE TABLE `calendar_events` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`facts` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `event_id`)
);
CREATE TABLE `calendar_subscriptions` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer
);
CREATE TABLE `catalogue_artists` (
	`key` text NOT NULL,
	`event` integer NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`key`, `event`)
) WITHOUT ROWID;
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
CREATE TABLE `catalogue_sales` (
	`event` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer,
	`country` text NOT NULL,
	PRIMARY KEY(`event`, `kind`, `name`, `opens_at`)
) WITHOUT ROWID;
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
CREATE TABLE `event_sections` (
	`event_id` text PRIMARY KEY NOT NULL,
	`sections` text NOT NULL,
	`read_at` integer NOT NULL
);
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
);
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
CREATE TABLE `channel_deliveries` (
	`channel_id` integer NOT NULL,
	`notification_id` integer NOT NULL,
	`post` text,
	PRIMARY KEY(`channel_id`, `notification_id`)
) WITHOUT ROWID;
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
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`seal_row` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL
);
CREATE TABLE `notification_reads` (
	`operator_id` integer NOT NULL,
	`notification_id` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `notification_id`)
);
CREATE TABLE `notification_settings` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`read_up_to` integer DEFAULT 0 NOT NULL,
	`muted` text DEFAULT '[]' NOT NULL
);
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
CREATE TABLE `known_addresses` (
	`address` text NOT NULL,
	`operator_id` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`address`, `operator_id`)
);
CREATE TABLE `login_attempts` (
	`subject` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`count` integer NOT NULL
);
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL,
	`must_change_password` integer DEFAULT false NOT NULL
);
CREATE TABLE `scanners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_admitted_at` integer
);
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
CREATE TABLE `passkey_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`challenge` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL
);
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
CREATE TABLE `recovery_codes` (
	`operator_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`operator_id`, `hash`)
);
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
CREATE TABLE `watched_mailboxes` (
	`mailbox_id` integer PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`reason` text,
	`seen_at` integer
);
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
CREATE TABLE `queue_accounts` (
	`id` integer PRIMARY KEY NOT NULL,
	`pool` integer NOT NULL,
	`email_key` text NOT NULL,
	`email` text NOT NULL
);
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
CREATE TABLE `queue_category_accounts` (
	`category_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`category_id`, `account_id`)
) WITHOUT ROWID;
CREATE TABLE `queue_label_counts` (
	`generation` integer NOT NULL,
	`pool` integer NOT NULL,
	`performance` text NOT NULL,
	`accounts` integer NOT NULL,
	PRIMARY KEY(`generation`, `pool`, `performance`)
) WITHOUT ROWID;
CREATE TABLE `queue_positions` (
	`shard` integer NOT NULL,
	`account_id` integer NOT NULL,
	`queue_ref` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`shard`, `account_id`, `queue_ref`)
) WITHOUT ROWID;
CREATE TABLE `queue_ranks` (
	`generation` integer NOT NULL,
	`pool` integer NOT NULL,
	`avg_ratio` real NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`generation`, `pool`, `avg_ratio`, `account_id`)
) WITHOUT ROWID;
CREATE TABLE `queue_statistics` (
	`id` integer PRIMARY KEY NOT NULL,
	`published` integer NOT NULL,
	`ranked` integer NOT NULL,
	`phase` text,
	`place` integer NOT NULL,
	`stretches` text NOT NULL,
	`done` integer NOT NULL
);
CREATE TABLE `queue_upload_sheets` (
	`upload_id` text NOT NULL,
	`part` integer NOT NULL,
	`sheet` integer NOT NULL,
	`positions` text NOT NULL,
	PRIMARY KEY(`upload_id`, `part`, `sheet`)
);
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
CREATE TABLE `recent_searches` (
	`operator_id` integer NOT NULL,
	`artist_id` text NOT NULL,
	`artist` text NOT NULL,
	`image` text,
	`searched_at` integer NOT NULL,
	`openings` text NOT NULL,
	PRIMARY KEY(`operator_id`, `artist_id`)
);
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
CREATE TABLE `work_events` (
	`work_id` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`work_id`, `event_id`)
);
CREATE TABLE `followed_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`facts` text,
	`read_at` integer NOT NULL,
	`next_at` integer
);
CREATE TABLE `reminder_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules_until` integer NOT NULL
);
CREATE TABLE `reminder_settings` (
	`operator_id` integer PRIMARY KEY NOT NULL,
	`leads` text NOT NULL
);
CREATE TABLE `sale_event_changes` (
	`event_id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT (random() & 9007199254740991) NOT NULL
) WITHOUT ROWID;
CREATE TABLE `sale_follows` (
	`operator_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`is_followed` integer NOT NULL,
	`opens_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`operator_id`, `event_id`, `kind`, `name`)
);
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
CREATE TABLE `resale_events` (
	`artist_id` integer NOT NULL,
	`id` integer NOT NULL,
	`on_sale_at` integer,
	`starts_at` integer,
	`country` text,
	`body` text NOT NULL,
	PRIMARY KEY(`artist_id`, `id`)
);
CREATE TABLE `resale_feed` (
	`source` text PRIMARY KEY NOT NULL,
	`page` integer DEFAULT 0 NOT NULL,
	`pass_at` integer DEFAULT 0 NOT NULL,
	`refreshed_at` integer,
	`problem` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL
);
CREATE TABLE `resale_search_texts` (
	`artist_id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
CREATE TABLE `sale_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`operator_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer
);
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
CREATE TABLE `watch_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`conditions` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`told_at` integer
);
INSERT INTO "applied_migrations" ("name", "hash", "applied_at") VALUES ('0000_first', '45f6bb87db443256baa924afe236c86b39d3ddc45df28c231738a062ae3a5e72', 1795836734250);
INSERT INTO "activity" ("kind", "day", "times", "amount", "last_at", "last_amount") VALUES ('profiles.add', '2026-11-28', 1, 2, 1795836765908, 2);
INSERT INTO "activity" ("kind", "day", "times", "amount", "last_at", "last_amount") VALUES ('ticketing.search', '2026-11-28', 1, 37, 1795836775273, 37);
INSERT INTO "heartbeat" ("id", "since", "last_at", "disk") VALUES (1, 1795836762716, 1795836780070, '{"data_bytes":921600,"write_ahead_log_bytes":585072,"replication_log_bytes":2657464,"snapshot_bytes":0,"other_bytes":20339386}');
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('profiles', 0, 2);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts', 0, 12);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20804, 2);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20790, 3);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20807, 2);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20788, 3);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20797, 2);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20663, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20808, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20727, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20685, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20611, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20626, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20779, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20681, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20703, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20595, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20754, 0);
INSERT INTO "kept_counts" ("name", "day", "amount") VALUES ('concerts by day of sale', 20671, 0);
INSERT INTO "api_tokens" ("id", "operator_id", "name", "scopes", "secret_hash", "created_at", "last_used_at", "expires_at") VALUES (1, 1, 'Night export', 'read', '8e576e5c667a1693a633339140fdf4ccaf88d0f6be771880f82cca6ef99bae42', 1795836767261, NULL, NULL);
INSERT INTO "artist_changes" ("id", "artist_id", "at", "change") VALUES (1, 'K8vZ9170000', 1795836777578, '{"kind":"started","event_id":"","from":null,"to":"37","place":{"venue":"","location":"","nation":"","timezone":"","eventLink":""}}');
INSERT INTO "artist_check_calls" ("id", "day", "calls", "paid_until") VALUES (1, '2026-11-28', 2, 1795829633969);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG10000018y03', '{"id":"vvG10000018y03","artist":"Northern Lanterns","date":"2026-12-04 15:00","timezone":"America/New_York","venue":"Lakeside Center","location":"Chicago, IL","nation":"US","status":"onsale","sale_note":null,"presale_windows":[{"name":"Artist Presale","opens":"2026-11-05T10:00:00Z","closes":"2026-11-08T09:00:00Z"}],"generalSaleStart":"2026-11-08T10:00:00Z","eventLink":"https://www.ticketmaster.com/northern-lanterns-chicago-12-04-2026/event/0A0000008E2F8591"}', 1794132000000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG10000118o0h', '{"id":"vvG10000118o0h","artist":"Northern Lanterns","date":"2026-12-09 20:00","timezone":"Europe/Berlin","venue":"Große Elbbühne","location":"Hamburg","nation":"DE","status":"presale","sale_note":null,"presale_windows":[{"name":"Artist Presale","opens":"2026-11-27T00:00:00Z","closes":"2026-12-01T09:00:00Z"}],"generalSaleStart":"2026-12-01T10:00:00Z","eventLink":"https://www.ticketmaster.de/northern-lanterns-hamburg-12-09-2026/event/0A0000018D2F83FE"}', 1796119200000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG10000219hza', '{"id":"vvG10000219hza","artist":"Northern Lanterns","date":"2026-12-14 12:30","timezone":"America/New_York","venue":"Lakeside Center","location":"Chicago, IL","nation":"US","status":"offsale","sale_note":null,"presale_windows":[{"name":"Artist Presale","opens":"2026-12-03T10:00:00Z","closes":"2026-12-06T09:00:00Z"}],"generalSaleStart":"2026-12-06T10:00:00Z","eventLink":"https://www.ticketmaster.com/northern-lanterns-chicago-12-14-2026/event/0A0000028C2F826B"}', 1796551200000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG100003197zo', '{"id":"vvG100003197zo","artist":"Northern Lanterns","date":"2026-12-19 20:30","timezone":"Europe/Berlin","venue":"Große Elbbühne","location":"Hamburg","nation":"DE","status":"onsale","sale_note":null,"presale_windows":[],"generalSaleStart":"2026-11-05T10:00:00Z","eventLink":"https://www.ticketmaster.de/northern-lanterns-hamburg-12-19-2026/event/0A0000038B2F80D8"}', 1793872800000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG10000417u1o', '{"id":"vvG10000417u1o","artist":"Northern Lanterns","date":"2026-12-24 12:30","timezone":"America/New_York","venue":"Harbor Garden","location":"New York, NY","nation":"US","status":"offsale","sale_note":"Cancelled","presale_windows":[],"generalSaleStart":"2026-11-04T10:00:00Z","eventLink":"https://www.ticketmaster.com/northern-lanterns-new-york-12-24-2026/event/0A000004922F8BDD"}', 1793786400000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG10000517k22', '{"id":"vvG10000517k22","artist":"Northern Lanterns","date":"2026-12-29 17:30","timezone":"Europe/London","venue":"Canal Street Arena","location":"Manchester","nation":"GB","status":"presale","sale_note":null,"presale_windows":[{"name":"American Express® Card Member Presale","opens":"2026-11-26T00:00:00Z","closes":"2026-11-30T09:00:00Z"},{"name":"Venue; Radio & \"Friends\" Presale","opens":"2026-11-27T00:00:00Z","closes":"2026-11-30T09:00:00Z"},{"name":"Fan Club: Early Access","opens":"2026-11-29T00:00:00Z","closes":"2026-11-30T09:00:00Z"}],"generalSaleStart":"2026-11-30T10:00:00Z","eventLink":"https://www.ticketmaster.co.uk/northern-lanterns-manchester-12-29-2026/event/0A000005912F8A4A"}', 1796032800000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG10000618e0v', '{"id":"vvG10000618e0v","artist":"Northern Lanterns","date":"2027-01-03 19:00","timezone":"Europe/Madrid","venue":"Palau de Mar","location":"Barcelona","nation":"ES","status":"onsale","sale_note":"Rescheduled from 2026-10-05","presale_windows":[{"name":"Artist Presale","opens":"2026-10-30T10:00:00Z","closes":"2026-11-02T09:00:00Z"}],"generalSaleStart":"2026-11-02T10:00:00Z","eventLink":"https://www.ticketmaster.es/northern-lanterns-barcelona-01-03-2027/event/0A000006902F88B7"}', 1793613600000);
INSERT INTO "artist_events" ("artist_id", "event_id", "facts", "last_sale_at") VALUES ('K8vZ9170000', 'vvG1000071841a', '{"id":"vvG1000071841a","artist":"Northern Lanterns","date":"2027-01-08 20:00","timezone":"Europe/London","venue":"Thames Dome","location":"London","nation":"GB","status":"onsale","sale_note":null,"presale_windows":[],"generalSaleStart":"2026-11-01T10:00:00Z","eventLink":"https://www.ticketmaster.co.uk/northern-lanterns-london-01-08-2027/event/0A0000078F2F8724"}', 1793527200000);
INSERT INTO "monitored_artists" ("artist_id", "name", "image", "start_day", "end_day", "created_at", "next_check_at", "queued_until", "checked_at", "failures", "failure", "calls", "event_count", "last_event_day", "next_sale_at", "nations", "is_covered", "told_by") VALUES ('K8vZ9170000', 'Northern Lanterns', '', NULL, NULL, 1795836776313, 1795837677267, 0, 1795836777267, 0, NULL, 1, 37, '2027-06-04', 1795910400000, '["DE","ES","FR","GB","N/A","NL","US"]', 0, NULL);
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (1, 1795836736414, NULL, 'command line', 'auth.add_operator', 'operator:mara@desk.test', 'command-line', '{}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (2, 1795836758699, NULL, 'command line', 'scanners.renew', 'scanner:vm:31296', 'command-line', '{}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (3, 1795836765411, 1, 'mara@desk.test', 'auth.sign_in', 'operator:mara@desk.test', '61816372-7a07-4f85-a5f0-88e682e8b67e', '{}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (4, 1795836765625, 1, 'mara@desk.test', 'queues.upload', 'queue:verified_fan:tour-1', 'ddc15e7f-e2b4-4dac-a535-1fc1ddecf9e4', '{"queue_total":60000,"queue_date":"2026-11-20"}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (5, 1795836765765, 1, 'mara@desk.test', 'queues.category.add', 'queue_category:verified_fan:elite', '346c60b2-a335-4653-8687-3fefbb973c7c', '{"accounts":3}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (6, 1795836765909, 1, 'mara@desk.test', 'profiles.add', 'profiles', 'd245f695-5ee6-41a0-b562-10cb50985b47', '{"added":2,"refused":0}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (7, 1795836766015, 1, 'mara@desk.test', 'profiles.split', 'profile:2', '0447c2d6-277b-4e71-99d6-ff63ed4c0f84', '{"parts":["street"]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (8, 1795836766236, 1, 'mara@desk.test', 'imap-accounts.add', 'imap_account:1', '31546972-4157-4899-8373-edbb82bb2298', '{"user":"mara@desk.test","host":"imap.simulator.test","port":143,"isActive":true,"tags":"night"}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (9, 1795836766560, 1, 'mara@desk.test', 'recent-work.add', 'recent_work:1', '978870fb-5ecf-4ef4-8386-51bfd831f9ed', '{"kind":"encore","name":null,"title":"Northern Lanterns, Friday","events":1,"rows":1}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (10, 1795836766795, 1, 'mara@desk.test', 'notification-channels.add', 'notification_channel:1', 'b6ec02d3-e084-4c14-a94e-fa080b32f5ec', '{"name":"Night shift","kind":"slack","address":"https://hooks.slack.com/…mple","kinds":["presale_code"]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (11, 1795836766929, 1, 'mara@desk.test', 'notification-channels.change', 'notification_channel:1', '668918d8-10f3-468e-a2af-2d851a903c51', '{"isPaused":true,"was":{"name":"Night shift","isPaused":false}}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (12, 1795836768456, 1, 'mara@desk.test', 'api-tokens.add', 'api_token:1', '93013809-90c6-4926-84f2-58aececc0261', '{"name":"Night export","scopes":"read","expires_at":null}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (13, 1795836768612, 1, 'mara@desk.test', 'reminders.change', 'operator:1', '5b5d762e-4b16-43e3-9b51-91f90c8c438e', '{"leads":[1440,60,10]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (14, 1795836768701, 1, 'mara@desk.test', 'notifications.mute', 'operator:1', 'cb9975fa-fdee-498e-a060-a4deea013589', '{"kinds":["system"]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (15, 1795836768830, 1, 'mara@desk.test', 'calendar.subscribe', 'operator:1', '4ed9304d-a77b-44f9-a829-98169ebcc21f', '{}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (16, 1795836768919, 1, 'mara@desk.test', 'imap-accounts.sign-in-start', 'imap_account:new', '51c68cdb-e766-4544-abea-bb9c3bf76069', '{"provider":"microsoft"}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (17, 1795836774648, 1, 'mara@desk.test', 'imap-accounts.sign-in', 'imap_account:2', '8c361608-8647-478e-86e7-a71d1fb238c8', '{"user":"ines@outlook.test","host":"imap.simulator.test","port":143,"auth":"microsoft","isNew":true}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (18, 1795836774713, 1, 'mara@desk.test', 'imap-accounts.sign-in-start', 'imap_account:new', '8796c31f-d4e5-4d01-9d25-ff6d85aa6faa', '{"provider":"microsoft"}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (19, 1795836775444, 1, 'mara@desk.test', 'calendar.add', 'operator:1', 'cf888c00-95cd-48c2-881e-9fe44d5d48d6', '{"events":1}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (20, 1795836776241, 1, 'mara@desk.test', 'catalogues.choose', 'catalogues', '990d44cf-10f6-41e7-9da6-f9088f44d5a6', '{"countries":["DE"]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (21, 1795836776313, 1, 'mara@desk.test', 'artist-monitor.add', 'artist:K8vZ9170000', 'e201c54d-75e8-4636-a83b-79eed1286798', '{"name":"Northern Lanterns","image":"","startDay":null,"endDay":null}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (22, 1795836776554, 1, 'mara@desk.test', 'artist-monitor.check', 'artist:K8vZ9170000', 'af7cd1e0-17ed-4fcc-b6eb-c4b96a07be7c', '{}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (23, 1795836776948, 1, 'mara@desk.test', 'price-monitor.add', 'price_targets', '230b4a9e-864c-4f75-a3c3-f61888c02a52', '{"count":1,"urls":["https://www.axs.com/events/60000/northern-lanterns"]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (24, 1795836777386, 1, 'mara@desk.test', 'price-monitor.add-alert', 'price_target:1', '74c1ea0f-43b6-45aa-8679-d74dd2c59a66', '{"kind":"below","value":100000}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (25, 1795836777673, 1, 'mara@desk.test', 'price-monitor.add-alert', 'price_targets', '5704ea03-7fce-4876-96bd-d5b1e05bbb21', '{"tag":"Berlin","kind":"below","value":40}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (26, 1795836777942, 1, 'mara@desk.test', 'presale-watches.add', 'presale_watch:1', 'd1cc4a2d-0e86-48cc-b629-38aff957f3a3', '{"name":"Lanterns at night","mailboxes":[1]}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (27, 1795836778363, 1, 'mara@desk.test', 'watch-rules.add', 'watch_rule:1', 'd38e8d32-15ed-43f0-8172-70d4caabbbd7', '{"name":"Lanterns in Germany","isActive":true,"artists":1,"countries":["DE"],"cities":[],"venues":[],"segments":[],"hours":336}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (28, 1795836798087, 1, 'mara@desk.test', 'reminders.follow', 'sale:G5DE001f1t', 'e0f55678-34b4-4733-bb8d-d1949a798839', '{"kind":"presale","name":"Artist Presale"}');
INSERT INTO "audit" ("id", "at", "operator_id", "actor", "action", "subject", "request_id", "detail") VALUES (29, 1795836798313, 1, 'mara@desk.test', 'sales.add-note', 'sale_note:1', '801ac180-bd4d-4537-a484-377edf576ac9', '{"event":"G5DE001f1t"}');
INSERT INTO "calendar_events" ("operator_id", "event_id", "facts", "read_at") VALUES (1, 'vvG10000018y03', '{"id":"vvG10000018y03","artist":"Northern Lanterns","date":"2026-12-04 15:00","timezone":"America/New_York","venue":"Lakeside Center","location":"Chicago, IL","nation":"US","status":"onsale","sale_note":null,"presale_windows":[{"name":"Artist Presale","opens":"2026-11-05T10:00:00Z","closes":"2026-11-08T09:00:00Z"}],"generalSaleStart":"2026-11-08T10:00:00Z","eventLink":"https://www.ticketmaster.com/northern-lanterns-chicago-12-04-2026/event/0A0000008E2F8591"}', 1795836775444);
INSERT INTO "calendar_subscriptions" ("operator_id", "token_hash", "created_at", "last_read_at") VALUES (1, '066b3e1eafae1d7df35559089add419715a539f96fe853ba124b0a29c8cd467f', 1795836768830, NULL);
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('motleygrosseandsohne', 8, 'Mötley Größe & Söhne');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('motleygrosseandsohne', 9, 'Mötley Größe & Söhne');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('motleygrosseandsohne', 10, 'Mötley Größe & Söhne');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 1, 'Northern Lanterns');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 2, 'Northern Lanterns');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 3, 'Northern Lanterns');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 4, 'Northern Lanterns');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 5, 'Northern Lanterns');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 6, 'Northern Lanterns');
INSERT INTO "catalogue_artists" ("key", "event", "name") VALUES ('northernlanterns', 7, 'Northern Lanterns');
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (1, 'DE', 'vvG10000118o0h', 'y-pMMopgTh4i', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Große Elbbühne', 'Hamburg', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-hamburg-12-09-2026/event/0A0000018D2F83FE', 'offsale', 1796842800000, '2026-12-09', 'northern lanterns
northern lanterns
große elbbuhne
hamburg', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (2, 'DE', 'vvG100003197zo', 'VfmGE0B1yY_a', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Große Elbbühne', 'Hamburg', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-hamburg-12-19-2026/event/0A0000038B2F80D8', 'onsale', 1797708600000, '2026-12-19', 'northern lanterns
northern lanterns
große elbbuhne
hamburg', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (3, 'DE', 'vvG10000c1vf3w', 'YepVXIDCT5gF', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Rheinhalle', 'Köln', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-koln-02-02-2027/event/0A00000C0DCC7A24', 'offsale', 1801593000000, '2027-02-02', 'northern lanterns
northern lanterns
rheinhalle
koln', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (4, 'DE', 'vvG10000e1tr6a', 'v8ObT6AQ9Yan', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Große Elbbühne', 'Hamburg', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-hamburg-02-13-2027/event/0A00000E0BCC76FE', 'onsale', NULL, '2027-02-13', 'northern lanterns
northern lanterns
große elbbuhne
hamburg', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (5, 'DE', 'vvG10000g1ub5h', 'RkyBItNBOgMY', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Spreehalle', 'Berlin', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-berlin-02-23-2027/event/0A00001009CC73D8', 'onsale', 1803405600000, '2027-02-23', 'northern lanterns
northern lanterns
spreehalle
berlin', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (6, 'DE', 'vvG10000t1plc8', 'ClW0-v35zjg2', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Rheinhalle', 'Köln', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-koln-04-30-2027/event/0A00001D00CA2716', 'postponed', NULL, '', 'northern lanterns
northern lanterns
rheinhalle
koln', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (7, 'DE', 'vvG10000v1q5bg', 'yl_a2Kmun80N', 'Northern Lanterns', '[{"id":"K8vZ9170000","name":"Northern Lanterns"}]', 'Große Elbbühne', 'Hamburg', 'Music', 'Rock', 'https://www.ticketmaster.de/northern-lanterns-hamburg-05-10-2027/event/0A00001F04C7EECB', 'offsale', 1809979200000, '2027-05-10', 'northern lanterns
northern lanterns
große elbbuhne
hamburg', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (8, 'DE', 'vvG1080001fnsn', 'y1qYGAaut0Ka', 'Mötley Größe & Söhne', '[{"id":"K8vZ9170008","name":"Mötley Größe & Söhne"}]', 'Rheinhalle', 'Köln', 'Music', 'Metal', 'https://www.ticketmaster.de/motley-gro-e-sohne-koln-12-04-2026/event/0A08000064C71CC9', 'onsale', 1796416200000, '2026-12-04', 'motley große & sohne
motley große & sohne
rheinhalle
koln', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (9, 'DE', 'vvG1080021g7ru', 'X2bnHuEvzJAo', 'Mötley Größe & Söhne', '[{"id":"K8vZ9170008","name":"Mötley Größe & Söhne"}]', 'Spreehalle', 'Berlin', 'Music', 'Metal', 'https://www.ticketmaster.de/motley-gro-e-sohne-berlin-12-20-2026/event/0A08000262C719A3', 'offsale', 1797796800000, '2026-12-20', 'motley große & sohne
motley große & sohne
spreehalle
berlin', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_events" ("id", "country", "event_id", "hash", "name", "artists", "venue", "city", "segment", "genre", "url", "status", "starts_at", "day", "search_text", "added_at", "changed_at", "gone_at") VALUES (10, 'DE', 'vvG1080031fxs9', 'do0T6jBGPHxN', 'Mötley Größe & Söhne', '[{"id":"K8vZ9170008","name":"Mötley Größe & Söhne"}]', 'Große Elbbühne', 'Hamburg', 'Music', 'Metal', 'https://www.ticketmaster.de/motley-gro-e-sohne-hamburg-12-29-2026/event/0A08000361C71810', 'onsale', 1798570800000, '2026-12-29', 'motley große & sohne
motley große & sohne
große elbbuhne
hamburg', 1795836783475, 1795836783475, NULL);
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (1, 'general', '', 1796119200000, 1796839200000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (1, 'presale', 'Artist Presale', 1795737600000, 1796115600000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (2, 'general', '', 1793872800000, 1797705000000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (3, 'general', '', 1796205600000, 1801589400000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (3, 'presale', 'Artist Presale', 1795737600000, 1796202000000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (4, 'general', '', 1792922400000, 1802543400000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (5, 'general', '', 1792749600000, 1803402000000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (6, 'general', '', 1791626400000, 1809108000000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (7, 'general', '', 1791453600000, 1795737600000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (8, 'general', '', 1794132000000, 1796412600000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (8, 'presale', 'Artist Presale', 1793872800000, 1794128400000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (9, 'general', '', 1796551200000, 1797793200000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (9, 'presale', 'Artist Presale', 1796292000000, 1796547600000, 'DE');
INSERT INTO "catalogue_sales" ("event", "kind", "name", "opens_at", "closes_at", "country") VALUES (10, 'general', '', 1793872800000, 1798567200000, 'DE');
INSERT INTO "catalogues" ("country", "is_on", "next_at", "reading", "reading_until", "attempts", "reason", "read_at", "events", "changes") VALUES ('DE', 1, 1795923197612, NULL, 1795836857425, 0, NULL, 1795836797612, 18000, 18000);
INSERT INTO "event_sections" ("event_id", "sections", "read_at") VALUES ('vvG10000018y03', '["FLOOR","LOWER BOWL"]', 1795836776212);
INSERT INTO "leases" ("name", "holder", "until") VALUES ('release data', 'nobody', 0);
INSERT INTO "imap_accounts" ("id", "user", "user_key", "host", "port", "is_active", "auth", "password", "refresh_token", "access_token", "access_ends_at", "access_issued_at", "seal_row", "created_at", "tags", "folders", "worked_at", "checked_at", "failing_since", "failures", "failure", "check_due_at") VALUES (1, 'mara@desk.test', 'mara@desk.test', 'imap.simulator.test', 143, 1, 'password', 'v2.releases.eL7RUsBOTPO-RMGs.rj5uRUwTgcP3sn5ilrI0E1nP0reuF5pi2A', NULL, NULL, NULL, NULL, '4819eb10-6a4c-47ab-bcd2-890fffbbcb00', 1795836766236, '["night"]', NULL, 1795836772228, 1795836772228, NULL, 0, NULL, 1795923172228);
INSERT INTO "imap_accounts" ("id", "user", "user_key", "host", "port", "is_active", "auth", "password", "refresh_token", "access_token", "access_ends_at", "access_issued_at", "seal_row", "created_at", "tags", "folders", "worked_at", "checked_at", "failing_since", "failures", "failure", "check_due_at") VALUES (2, 'ines@outlook.test', 'ines@outlook.test', 'imap.simulator.test', 143, 1, 'microsoft', 'v2.releases.X4w5QcmTvpXMKmEQ.P9lAVMLyyWEm1BGDUMXaog', 'v2.releases.lWhjGdF-_EI2Rnrr.QYfo6UyqXHBBhItrabyJ3q7KvR--XzfwIaTd99BfLgKBKdjjsQwpFL3tsMUmrpCEyU3vSI5k7IpgqSFm6cNBhDzBlrsI-c4dbcmTQGdudN9FiHsRr-rRClVllSIq5l6AJZjejnhTjKINNdaaNZfOP-38Cc6ofpV94yyf2UkzBssdf9ZzN0LO7mIrJy1GPb4opwEgEvhRnvxNtogdvC70xXv91MtWEz16YUnJsVUFZsdaTYGIiI6u8IiMaP0zZ3422uIny_w8R4RnUIdoomJPUB6a1GlTkJS_zAENxZFMT1Era-T1Wq_KJZBYEa6gCh21B0KoeBrjLcj2HaRUaOAmsmC5rhIugziTYVWUcpDUiWEg-LCkgMDrC8r9q76F5ZgyNh6343g6SFHSOCUWn0RcYUdk-Q', 'v2.releases.D4DOY45gmtvl_shI.XNzHOibDW4THPDuRfscy924c3k2qYyOkcFyfQYIqf8wu8-BdgE1IGw7YVTwVekx4pSUPgOicBlKI-oTA7G1hzThEPJNUtUsrFhhrZKxgS2bQDd7PUmnTf6es7eu_A6avS5OKMoiCBfkRK8CQKdh8n_XyTJxh27NNODPGt85nzE_n1HL-b-mAZRdhfXYuNUHoPGES9v6NCodPKHqQ24UBv-ij8BMoW70kXFDBLmkkW8MMwFl47lEsroSRkFsdI5P_qG857UX5RwOaJe0lAyvJWt-HaXalkCVWZzvLlG9mpOE6LRAMIyzSrxES9ASyCUEYZ-c72sWxMrFvsCth4KkKZGcsMCU9mC7GSjJPIyJyDhu92jgJc3oEF_0xQ7LAyOSA91K44Q8a-G-LDRw6i_qyoHYn', 1795840373647, 1795836774647, 'fedf8a75-daca-4567-bae6-f07c4e69fc49', 1795836774648, '[]', NULL, 1795836775960, 1795836775960, NULL, 0, NULL, 1795923175960);
INSERT INTO "mailbox_sign_ins" ("id", "operator_id", "session_id", "provider", "account_id", "tags", "state", "reason", "seal_row", "secrets", "state_hash", "cookie_hash", "interval_ms", "poll_at", "expires_at", "created_at") VALUES ('f2903baa-4afc-4e25-9efa-e0e5897b495b', 1, '22971aec-b066-41d7-8575-b22d25c6590c', 'microsoft', 2, NULL, 'done', NULL, 'c1fd6f1f-f908-4c1a-ad3e-f53700c10404', NULL, NULL, NULL, 5000, 1795836789419, 1795837668918, 1795836768900);
INSERT INTO "mailbox_sign_ins" ("id", "operator_id", "session_id", "provider", "account_id", "tags", "state", "reason", "seal_row", "secrets", "state_hash", "cookie_hash", "interval_ms", "poll_at", "expires_at", "created_at") VALUES ('625f30eb-056f-4b1c-a4c7-cd9fb21d60b8', 1, '22971aec-b066-41d7-8575-b22d25c6590c', 'microsoft', NULL, NULL, 'pending', NULL, 'ff0e753d-e489-41f1-bb09-9eada411cb02', 'v2.releases.TFVGeOFRfRk2qnVV.mlY3aVbanUsvN0GVdgKIqg5SlSj3CRZzEjOB8pukRu_8NFaOs8SUH6zkc91V1yGVSrxc7GDI_1VvzvYc3PnPpT3dqXPBdPHEX-PJ0GuGVPYtTnyYNfVlEX0MYuOVyY-9lA', NULL, NULL, 5000, 1795836779713, 1795837674712, 1795836774703);
INSERT INTO "channel_deliveries" ("channel_id", "notification_id", "post") VALUES (1, 1, NULL);
INSERT INTO "notification_channels" ("id", "operator_id", "name", "kind", "shown_address", "seal_row", "secrets", "kinds", "quiet", "is_paused", "failures", "failing_since", "reason", "next_at", "is_holding", "lease", "lease_until", "sent_at", "created_at") VALUES (1, 1, 'Night shift', 'slack', 'https://hooks.slack.com/…mple', 'ed4e121d-359d-48dd-b75d-0c885854222e', 'v2.releases.DUUCD9qxSy3AyZSq.giuz8kDwtgqPwk-J-OnW6RvebnsEDL4NxsqzfG-UMQF6Vc2l6lNWOFuTonJZldpussYobmzhEmv707JVIL-mL1zPmk2vMxfvYl7lUyiAHPcv9-UCNdeS2QsUXg', '["presale_code"]', NULL, 1, 0, NULL, NULL, 0, 0, NULL, 0, NULL, 1795836766795);
INSERT INTO "push_keys" ("id", "seal_row", "public_key", "private_key") VALUES (1, '88e9b0b5-5487-42fc-8296-b53c7cc3442b', 'BI20J6Ta96lH45uYLQMsqzdT4dZMa9cjtWPigAtiDB2eF1Bj2MHU86RcXubUozlt1ZRKioVVP1lfqayrmYHj55w', 'v2.releases.3xV93WDJzq0xn9DE.a7xYaibgdXl9XLmtGH4Y1agpBkAHveJCUFNW8SB8GTTMzm_8olqtj9M9WGSDLWUmDT9Ilro3fe57xcxUIxBb4vJm0vZPl1Wl14tBBvCVaRpyTlghAnuO7_Tn7-PLMUdMOOKPKITZ_8xMdPUPh9ewfZL9eoc_fuuucwJQG2CIUeUHgDaXRWxLtyxSmgCjiCGzAfA2-2Vw9mwjdCbFIRfY_RHfSkt_watGIpFyKwnPw_bMmlPavXM4iPlP-Evfwf_tasHuRlfVtho');
INSERT INTO "notification_reads" ("operator_id", "notification_id") VALUES (1, 1);
INSERT INTO "notification_settings" ("operator_id", "read_up_to", "muted") VALUES (1, 0, '["system"]');
INSERT INTO "notifications" ("id", "kind", "title", "topic", "body", "href", "dedupe_key", "created_at", "operator_id", "published_at", "webhook_state", "webhook_attempts", "webhook_next_at", "webhook_error", "webhook_post") VALUES (1, 'price_alert', 'Northern Lanterns', '', 'Below €100,000.00: now €45.50 at Palau de Mar. Source: Event page', '/sale/watched-1', 'price-alert:1:1', 1795836781135, NULL, 1795836781438, 'off', 0, 0, NULL, NULL);
INSERT INTO "known_addresses" ("address", "operator_id", "last_seen_at") VALUES ('7e8cf5ef565adbfbbf1dfe6ebb63bfd83589e2a660dba38ef41192c7b7b36cde', 1, 1795836765381);
INSERT INTO "login_attempts" ("subject", "window_started_at", "count") VALUES ('name:52821', 1795836763175, 0);
INSERT INTO "login_attempts" ("subject", "window_started_at", "count") VALUES ('address:62959', 1795836763175, 0);
INSERT INTO "operators" ("id", "email", "password_hash", "token_version", "disabled_at", "created_at", "must_change_password") VALUES (1, 'mara@desk.test', 'scrypt$32768$8$3$l6bK4D/AsEEUiHTUmiiqLA==$+8/WfOQDl0My3kiBNV+/32ty2lQeUCuLSAzoe53MplA=', 1, NULL, 1795836736414, 0);
INSERT INTO "scanners" ("id", "name", "token_hash", "created_at", "last_admitted_at") VALUES (1, 'vm:31296', 'c43778279515f7294cbb46c1c945acc8193a7c5c9d5b695d3d0528c22f65ec64', 1795836758698, 1795836797659);
INSERT INTO "sessions" ("id", "operator_id", "created_at", "last_used_at", "expires_at", "ended_at", "confirmed_at", "user_agent") VALUES ('22971aec-b066-41d7-8575-b22d25c6590c', 1, 1795836765381, 1795836765381, 1795879965381, NULL, NULL, 'node');
INSERT INTO "passkey_challenges" ("id", "operator_id", "purpose", "challenge", "tries", "expires_at") VALUES ('a ticket', 1, 'register', 'AAAA', 0, 2000000000000);
INSERT INTO "passkeys" ("id", "operator_id", "name", "public_key", "counter", "transports", "created_at", "last_used_at") VALUES ('AAAA', 2, 'Work laptop', 'AAAA', 0, '["internal"]', 1795000000000, NULL);
INSERT INTO "recovery_codes" ("operator_id", "hash") VALUES (2, 'AAAA');
INSERT INTO "presale_watch_codes" ("id", "watch_id", "mailbox_id", "mail", "code", "confidence", "evidence", "account", "subject", "sender", "arrived", "mail_key", "found_at") VALUES (1, 1, 1, 'a mail', 'LANTERN7', 0.97, 'Your presale code is LANTERN7.', 'mara@desk.test', 'Presale', 'news@tickets.example', '2026-11-27T10:00:00.000Z', 'INBOX 1 1', 1795000000000);
INSERT INTO "presale_watches" ("id", "operator_id", "name", "search", "event_id", "is_paused", "since", "created_at") VALUES (1, 1, 'Lanterns at night', '{"code_length_min":4,"includes_numbers":"may","includes_caps":"may","includes_special_chars":"may","allowed_special_chars":"","exclude_words":[],"must_include_words":[],"case_sensitive":false,"imap_account_ids":[1],"search_keywords":["Northern Lanterns"]}', NULL, 0, 1795836777942, 1795836777942);
INSERT INTO "watched_folders" ("mailbox_id", "path", "place", "validity", "uid", "read_at", "unread") VALUES (1, 'INBOX', 'mara@desk.test imap.simulator.test', '1', 997686, 1795836780585, 0);
INSERT INTO "watched_mailboxes" ("mailbox_id", "mode", "reason", "seen_at") VALUES (1, 'polling', 'The mail server does not announce new mails: it is read once a minute.', 1795836780670);
INSERT INTO "price_alerts" ("id", "target_id", "tag", "currency", "members", "kind", "value", "is_armed", "peak", "empty_checks", "firings", "fired_at", "created_at") VALUES (1, 1, NULL, NULL, NULL, 'below', 100000.0, 0, NULL, 0, 1, 1795836781136, 1795836777386);
INSERT INTO "price_alerts" ("id", "target_id", "tag", "currency", "members", "kind", "value", "is_armed", "peak", "empty_checks", "firings", "fired_at", "created_at") VALUES (2, 0, 'Berlin', 'EUR', '1:1', 'below', 40.0, 1, NULL, 0, 0, NULL, 1795836777673);
INSERT INTO "price_points" ("target_id", "at", "low", "median", "high", "available", "is_raw", "source") VALUES (1, 1795836777492, 84.0, 84.0, 112.5, 2, 1, 'page');
INSERT INTO "price_points" ("target_id", "at", "low", "median", "high", "available", "is_raw", "source") VALUES (1, 1795836781135, 45.5, 66.0, 114.0, 4, 1, 'page');
INSERT INTO "price_targets" ("id", "url", "host", "title", "venue", "city", "country", "date", "image", "prices", "currency", "low", "available", "tickets_left", "stated_facts", "sale_state", "opens_at", "source", "read_at", "last_low", "last_low_at", "move", "recent", "checks", "tags", "search_text", "provider_id", "reads_page", "is_paused", "paused_by", "added_at", "checked_at", "changed_at", "next_check_at", "failure", "failures", "version", "unsent") VALUES (1, 'https://www.axs.com/events/60000/northern-lanterns', 'www.axs.com', 'Northern Lanterns', 'Palau de Mar', 'Barcelona', 'ES', '2027-03-29 20:00', NULL, '{"45.50":{"count":1,"areas":["Floor standing"]},"66.00":{"count":1,"areas":["Lower tier 104"]},"84.00":{"count":1,"areas":["Upper tier 212"]},"114.00":{"count":1,"areas":["Box 3"]}}', 'EUR', 45.5, 4, NULL, 1, 'on_sale', NULL, 'page', 1795836781135, 45.5, 1795836781135, 0.0, '[{"at":1795836777492,"low":84},{"at":1795836781135,"low":45.5}]', '[{"at":"2026-11-28T03:33:01.135Z","outcome":"changed","text":"4 prices, 4 tickets, from the event page.","durationMs":314},{"at":"2026-11-28T03:32:57.492Z","outcome":"changed","text":"4 prices, 2 tickets, from the event page.","durationMs":118}]', '["Berlin"]', 'northern lanterns palau de mar barcelona https://www.axs.com/events/60000/northern-lanterns', NULL, 0, 0, NULL, 1795836776948, 1795836781135, 1795836781135, 1795836840000, NULL, 0, 2, 'nothing');
INSERT INTO "profiles" ("id", "profile_name", "name", "email", "address", "city", "state", "postal", "country", "phone", "card_last4", "card_brand", "card_exp_month", "card_exp_year", "card_expiry", "has_password", "secrets", "seal_row", "card_print", "person_key", "search_text", "split", "created_at", "deleted_at") VALUES (1, 'Buyer 1', 'Tom Bakker', 'buyer1@example.com', 'Damrak 5', 'Amsterdam', '', '1012', 'NL', '+31 20 990 1234', '4242', 'Visa', '03', '2030', 24363, 1, 'v2.releases.3en4c5FZrbOGe_Yl.iVw5w7cV9skUw_DOG03qHTAM28F41V9OwGfkGe2I7Na1RMpw-euWWavUcx_Qtt28a7tHtex-5mzkf6w5k77hXlELz8Qek1cMlM3WPh2H0y1SlLqEMsU0XlDeCHSD9Kwg', 'd08ed97b-990c-488c-bcbf-62fc8d69d1f3.0', 'releases.x4uawEBis6vFd40PZQYrlQ', 'tom bakker|damrak 5|1012', 'buyer 1 tom bakker buyer1@example.com amsterdam nl +31 20 990 1234 1012 4242', NULL, 1795836765908, NULL);
INSERT INTO "profiles" ("id", "profile_name", "name", "email", "address", "city", "state", "postal", "country", "phone", "card_last4", "card_brand", "card_exp_month", "card_exp_year", "card_expiry", "has_password", "secrets", "seal_row", "card_print", "person_key", "search_text", "split", "created_at", "deleted_at") VALUES (2, 'Buyer 2', 'Mara Lindqvist', 'buyer1@example.com', 'Damrak 5', 'Amsterdam', '', '1012', 'NL', '+31 20 990 1234', '4242', 'Visa', '03', '2030', 24363, 0, 'v2.releases.2R55w5o67dxplI5l.jtfZX92jLXkzzEgwuylQle1yeqAAsy32B4MnTaKtO-meD3ufnlJSUaqGxPqLxYJeCGt86cW1UPmKtzxaapSgho_wdabsjjU43WpVfW35', 'd08ed97b-990c-488c-bcbf-62fc8d69d1f3.1', 'releases.x4uawEBis6vFd40PZQYrlQ', 'mara lindqvist|damrak 5|1012', 'buyer 2 mara lindqvist buyer1@example.com amsterdam nl +31 20 990 1234 1012 4242', '{"street":"Damrak"}', 1795836765908, NULL);
INSERT INTO "queue_account_stats" ("account_id", "pool", "total_queues", "ratio_sum", "avg_ratio", "best_ratio", "worst_ratio", "generation", "old_total_queues", "old_avg_ratio", "old_best_ratio", "old_worst_ratio") VALUES (1, 1, 1, 501666666667, 0.0050166666666666667, 0.0050166666666666667, 0.0050166666666666667, 1, 0, 0.0, 0.0, 0.0);
INSERT INTO "queue_account_stats" ("account_id", "pool", "total_queues", "ratio_sum", "avg_ratio", "best_ratio", "worst_ratio", "generation", "old_total_queues", "old_avg_ratio", "old_best_ratio", "old_worst_ratio") VALUES (2, 1, 1, 503333333333, 0.0050333333333333332, 0.0050333333333333332, 0.0050333333333333332, 1, 0, 0.0, 0.0, 0.0);
INSERT INTO "queue_account_stats" ("account_id", "pool", "total_queues", "ratio_sum", "avg_ratio", "best_ratio", "worst_ratio", "generation", "old_total_queues", "old_avg_ratio", "old_best_ratio", "old_worst_ratio") VALUES (3, 1, 1, 500000000000, 0.005, 0.005, 0.005, 1, 0, 0.0, 0.0, 0.0);
INSERT INTO "queue_accounts" ("id", "pool", "email_key", "email") VALUES (1, 1, 'chloe.2@gmail.test', 'chloe.2@gmail.test');
INSERT INTO "queue_accounts" ("id", "pool", "email_key", "email") VALUES (2, 1, 'ines.3@proton.test', 'ines.3@proton.test');
INSERT INTO "queue_accounts" ("id", "pool", "email_key", "email") VALUES (3, 1, 'nico.1@gmx.test', 'nico.1@gmx.test');
INSERT INTO "queue_categories" ("id", "pool", "name_key", "name", "created_at", "accounts", "tested_accounts", "next_tested_accounts", "is_deleted") VALUES (1, 1, 'elite', 'Elite', 1795836765764, 3, 3, 3, 0);
INSERT INTO "queue_category_accounts" ("category_id", "account_id") VALUES (1, 1);
INSERT INTO "queue_category_accounts" ("category_id", "account_id") VALUES (1, 2);
INSERT INTO "queue_category_accounts" ("category_id", "account_id") VALUES (1, 3);
INSERT INTO "queue_label_counts" ("generation", "pool", "performance", "accounts") VALUES (0, 1, 'Excellent', 3);
INSERT INTO "queue_positions" ("shard", "account_id", "queue_ref", "position") VALUES (0, 1, 1, 301);
INSERT INTO "queue_positions" ("shard", "account_id", "queue_ref", "position") VALUES (0, 2, 1, 302);
INSERT INTO "queue_positions" ("shard", "account_id", "queue_ref", "position") VALUES (0, 3, 1, 300);
INSERT INTO "queue_ranks" ("generation", "pool", "avg_ratio", "account_id") VALUES (0, 1, 0.005, 3);
INSERT INTO "queue_ranks" ("generation", "pool", "avg_ratio", "account_id") VALUES (0, 1, 0.0050166666666666667, 1);
INSERT INTO "queue_ranks" ("generation", "pool", "avg_ratio", "account_id") VALUES (0, 1, 0.0050333333333333332, 2);
INSERT INTO "queue_statistics" ("id", "published", "ranked", "phase", "place", "stretches", "done") VALUES (1, 1, 0, NULL, 0, '[]', 0);
INSERT INTO "queue_upload_sheets" ("upload_id", "part", "sheet", "positions") VALUES ('6f1c2c1e-0b0f-4f5a-9f3e-2f6f0a3f7d12', 1, 0, '{"chloe.2@gmail.test":301,"ines.3@proton.test":302,"nico.1@gmx.test":300}');
INSERT INTO "queue_uploads" ("id", "operator_id", "pool", "queue_id", "queue_total", "queue_date", "parts", "started_at", "queue_ref", "applied_at", "active_at") VALUES ('6f1c2c1e-0b0f-4f5a-9f3e-2f6f0a3f7d12', 1, 1, 'tour-2', 50000, '2026-11-20', 2, 1795836765743, NULL, NULL, 1795836765743);
INSERT INTO "queues" ("id", "pool", "queue_id", "queue_total", "queue_date", "accounts", "position_sum", "uploaded_at", "is_counted", "is_deleted", "counted_by") VALUES (1, 1, 'tour-1', 60000, '2026-11-20', 3, 903, 1795836765617, 1, 0, NULL);
INSERT INTO "recent_searches" ("operator_id", "artist_id", "artist", "image", "searched_at", "openings") VALUES (1, 'K8vZ9170000', 'Northern Lanterns', 'http://127.0.0.1:11137/images/640x360/0b33cc91_RETINA_PORTRAIT_16_9.svg', 1795836775273, '[{"event_id":"vvG10000517k22","artist":"Northern Lanterns","date":"2026-12-29 17:30","venue":"Canal Street Arena","location":"Manchester","nation":"GB","url":"https://www.ticketmaster.co.uk/northern-lanterns-manchester-12-29-2026/event/0A000005912F8A4A","kind":"presale","name":"Fan Club: Early Access","opens":"2026-11-29T00:00:00Z"},{"event_id":"vvG10000p1qpan","artist":"Northern Lanterns","date":"2027-04-10 21:30","venue":"Halle de l’Est","location":"Paris","nation":"FR","url":"https://www.ticketmaster.fr/northern-lanterns-paris-04-10-2027/event/0A0000190CCA39FA","kind":"presale","name":"Fan Club: Early Access","opens":"2026-11-29T00:00:00Z"},{"event_id":"vvG10000517k22","artist":"Northern Lanterns","date":"2026-12-29 17:30","venue":"Canal Street Arena","location":"Manchester","nation":"GB","url":"https://www.ticketmaster.co.uk/northern-lanterns-manchester-12-29-2026/event/0A000005912F8A4A","kind":"onsale","name":"","opens":"2026-11-30T10:00:00Z"},{"event_id":"vvG10000p1qpan","artist":"Northern Lanterns","date":"2027-04-10 21:30","venue":"Halle de l’Est","location":"Paris","nation":"FR","url":"https://www.ticketmaster.fr/northern-lanterns-paris-04-10-2027/event/0A0000190CCA39FA","kind":"onsale","name":"","opens":"2026-11-30T10:00:00Z"},{"event_id":"vvG10000118o0h","artist":"Northern Lanterns","date":"2026-12-09 20:00","venue":"Große Elbbühne","location":"Hamburg","nation":"DE","url":"https://www.ticketmaster.de/northern-lanterns-hamburg-12-09-2026/event/0A0000018D2F83FE","kind":"onsale","name":"","opens":"2026-12-01T10:00:00Z"},{"event_id":"vvG10000l1rt92","artist":"Northern Lanterns","date":"2027-03-20 18:30","venue":"Palau de Mar","location":"Barcelona","nation":"ES","url":"https://www.ticketmaster.es/northern-lanterns-barcelona-03-20-2027/event/0A00001508CA33AE","kind":"onsale","name":"","opens":"2026-12-01T10:00:00Z"},{"event_id":"vvG10000c1vf3w","artist":"Northern Lanterns","date":"2027-02-02 19:30","venue":"Rheinhalle","location":"Köln","nation":"DE","url":"https://www.ticketmaster.de/northern-lanterns-koln-02-02-2027/event/0A00000C0DCC7A24","kind":"onsale","name":"","opens":"2026-12-02T10:00:00Z"},{"event_id":"vvG10000w1pvbu","artist":"Northern Lanterns","date":"2027-05-15 21:00","venue":"Amstel Dome","location":"Amsterdam","nation":"NL","url":"https://www.ticketmaster.nl/northern-lanterns-amsterdam-05-15-2027/event/0A00002005C7F05E","kind":"onsale","name":"","opens":"2026-12-02T10:00:00Z"},{"event_id":"vvG10000219hza","artist":"Northern Lanterns","date":"2026-12-14 12:30","venue":"Lakeside Center","location":"Chicago, IL","nation":"US","url":"https://www.ticketmaster.com/northern-lanterns-chicago-12-14-2026/event/0A0000028C2F826B","kind":"presale","name":"Artist Presale","opens":"2026-12-03T10:00:00Z"},{"event_id":"vvG10000m1rj9g","artist":"Northern Lanterns","date":"2027-03-25 19:00","venue":"Canal Street Arena","location":"Manchester","nation":"GB","url":"https://www.ticketmaster.co.uk/northern-lanterns-manchester-03-25-2027/event/0A00001607CA321B","kind":"presale","name":"Artist Presale","opens":"2026-12-03T10:00:00Z"},{"event_id":"vvG10000219hza","artist":"Northern Lanterns","date":"2026-12-14 12:30","venue":"Lakeside Center","location":"Chicago, IL","nation":"US","url":"https://www.ticketmaster.com/northern-lanterns-chicago-12-14-2026/event/0A0000028C2F826B","kind":"onsale","name":"","opens":"2026-12-06T10:00:00Z"},{"event_id":"vvG10000m1rj9g","artist":"Northern Lanterns","date":"2027-03-25 19:00","venue":"Canal Street Arena","location":"Manchester","nation":"GB","url":"https://www.ticketmaster.co.uk/northern-lanterns-manchester-03-25-2027/event/0A00001607CA321B","kind":"onsale","name":"","opens":"2026-12-06T10:00:00Z"},{"event_id":"vvG10000h1sx7h","artist":"Northern Lanterns","date":"2027-02-28 13:30","venue":"Harbor Garden","location":"New York, NY","nation":"US","url":"https://www.ticketmaster.com/northern-lanterns-new-york-02-28-2027/event/0A0000110ACC756B","kind":"onsale","name":"","opens":"2026-12-21T10:00:00Z"}]');
INSERT INTO "recent_work" ("id", "operator_id", "kind", "key", "name", "title", "search_text", "events", "rows", "body", "seal_row", "version", "updated_at", "deleted_at") VALUES (1, 1, 'encore', 'vvG1example', NULL, 'Northern Lanterns, Friday', ' northern lanterns, friday', 1, 1, 'v2.releases.Dx-cTSrfGnaQhoxD.EtASgL3pCwSSPsscdDc8E2ovRl_xwuZY7BnfjbhldEAC5akS9-PJqRkz8VE', '6f1c2c1e-0b0f-4f5a-9f3e-2f6f0a3f7d11', 1, 1795836766556, NULL);
INSERT INTO "work_events" ("work_id", "operator_id", "event_id") VALUES (1, 1, 'vvG1example');
INSERT INTO "followed_events" ("event_id", "facts", "read_at", "next_at") VALUES ('vvG1example', NULL, 1795836781212, NULL);
INSERT INTO "reminder_progress" ("id", "rules_until") VALUES (1, 1796527980071);
INSERT INTO "reminder_settings" ("operator_id", "leads") VALUES (1, '[1440,60,10]');
INSERT INTO "sale_event_changes" ("event_id", "revision") VALUES ('G5DE0000v', 3882755832175111);
INSERT INTO "sale_event_changes" ("event_id", "revision") VALUES ('G5DE000126', 3004548711180836);
INSERT INTO "sale_event_changes" ("event_id", "revision") VALUES ('G5DE000218', 4897085736610516);
INSERT INTO "sale_event_changes" ("event_id", "revision") VALUES ('G5DE000318', 8509433216225951);
INSERT INTO "sale_event_changes" ("event_id", "revision") VALUES ('G5DE000429', 3967324837063682);
INSERT INTO "sale_follows" ("operator_id", "event_id", "kind", "name", "is_followed", "opens_at") VALUES (1, 'G5DE001f1t', 'presale', 'Artist Presale', 1, 1795860000000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000118o0h', 'general', '', 1796119200000, 'Northern Lanterns', 'Hamburg, Große Elbbühne', 1795836781216, 1795836781216, 1796032800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000219hza', 'presale', 'Artist Presale', 1796292000000, 'Northern Lanterns', 'Chicago, IL, Lakeside Center', 1795836781216, 1795836781216, 1796205600000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000219hza', 'general', '', 1796551200000, 'Northern Lanterns', 'Chicago, IL, Lakeside Center', 1795836781216, 1795836781216, 1796464800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000517k22', 'presale', 'Fan Club: Early Access', 1795910400000, 'Northern Lanterns', 'Manchester, Canal Street Arena', 1795836781216, 1795836781216, 1795906800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000517k22', 'general', '', 1796032800000, 'Northern Lanterns', 'Manchester, Canal Street Arena', 1795836781216, 1795836781216, 1795946400000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000c1vf3w', 'general', '', 1796205600000, 'Northern Lanterns', 'Köln, Rheinhalle', 1795836781216, 1795836781216, 1796119200000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000h1sx7h', 'general', '', 1797847200000, 'Northern Lanterns', 'New York, NY, Harbor Garden', 1795836781216, 1795836781216, 1797760800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000l1rt92', 'general', '', 1796119200000, 'Northern Lanterns', 'Barcelona, Palau de Mar', 1795836781216, 1795836781216, 1796032800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000m1rj9g', 'presale', 'Artist Presale', 1796292000000, 'Northern Lanterns', 'Manchester, Canal Street Arena', 1795836781216, 1795836781216, 1796205600000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000m1rj9g', 'general', '', 1796551200000, 'Northern Lanterns', 'Manchester, Canal Street Arena', 1795836781216, 1795836781216, 1796464800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000p1qpan', 'presale', 'Fan Club: Early Access', 1795910400000, 'Northern Lanterns', 'Paris, Halle de l’Est', 1795836781216, 1795836781216, 1795906800000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000p1qpan', 'general', '', 1796032800000, 'Northern Lanterns', 'Paris, Halle de l’Est', 1795836781216, 1795836781216, 1795946400000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'vvG10000w1pvbu', 'general', '', 1796205600000, 'Northern Lanterns', 'Amsterdam, Amstel Dome', 1795836781216, 1795836781216, 1796119200000);
INSERT INTO "sale_reminders" ("operator_id", "event_id", "kind", "name", "opens_at", "title", "place", "added_at", "told_at", "due_at") VALUES (1, 'G5DE001f1t', 'presale', 'Artist Presale', 1795860000000, 'Wild Echoes', 'Leipzig, Leipzig Arena', 1795836798118, 1795836798118, 1795856400000);
INSERT INTO "resale_artists" ("id", "name", "score", "listed_at", "countries", "category_score", "fewest_tickets", "scarcest_city", "concerts", "on_sales", "events_at", "events_due_at", "article", "titles_tried", "views_last_30_days", "views_last_7_days", "views_before_28_days", "views_at", "views_due_at", "mbid", "mbid_due_at", "listeners", "listeners_at", "listeners_due_at") VALUES (1200, 'Northern Lanterns', 0.96, 1795836763326, '["BE","EE","JP","NO","NZ","SI"]', 84.93, NULL, NULL, 40, '[29934720,29938200,29948280,29957760,29962080]', 1795836763712, 1795858363367, 'Northern_Lanterns', 1, 600700, 136402, 627585, 1795836766399, 1795840366143, '0661e934-0761-4ac7-a861-ec5a0961eded', 1798428766143, 2089296, 1795836781756, 1795923181622);
INSERT INTO "resale_artists" ("id", "name", "score", "listed_at", "countries", "category_score", "fewest_tickets", "scarcest_city", "concerts", "on_sales", "events_at", "events_due_at", "article", "titles_tried", "views_last_30_days", "views_last_7_days", "views_before_28_days", "views_at", "views_due_at", "mbid", "mbid_due_at", "listeners", "listeners_at", "listeners_due_at") VALUES (1201, 'Vela Marin', 0.828, 1795836763326, '["AT","FR","GB","RO"]', 69.254999999999967, NULL, NULL, 40, '[29755320,29964120]', 1795836763884, 1795858363833, 'Vela_Marin', 1, 1653913, 553336, 1278140, 1795836766683, 1795840366461, 'd6f02e1c-d7f0-4faf-a8f0-3142d9f032d5', 1798428766400, 532108, 1795836781756, 1795923181622);
INSERT INTO "resale_artists" ("id", "name", "score", "listed_at", "countries", "category_score", "fewest_tickets", "scarcest_city", "concerts", "on_sales", "events_at", "events_due_at", "article", "titles_tried", "views_last_30_days", "views_last_7_days", "views_before_28_days", "views_at", "views_due_at", "mbid", "mbid_due_at", "listeners", "listeners_at", "listeners_due_at") VALUES (1202, 'The Long Haul', 0.696, 1795836763326, '["GR","LU","NO","SE","US"]', 60.565000000000019, NULL, NULL, 40, '[29847480]', 1795836764072, 1795858363890, 'The_Long_Haul', 1, 405866, 131448, 312236, 1795836767024, 1795840366726, '0e4ea520-0f4e-46b3-a04e-a846114ea9d9', 1798428767351, 135519, 1795836781756, 1795923181622);
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200000, 1797465600000, 1796227200000, 'EE', '{"id":1200000,"venue_name":"Tallinn Palais","city_name":"Tallinn","country":"EE","on_sale_date":"2026-12-17","event_date":"2026-12-02T18:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tallinn-palais/concert/1200000"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200001, 1797465600000, 1796749200000, 'NO', '{"id":1200001,"venue_name":"Oslo Arena","city_name":"Oslo","country":"NO","on_sale_date":"2026-12-17","event_date":"2026-12-08T18:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/oslo-arena/concert/1200001"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200002, 1796292000000, 1797249600000, 'JP', '{"id":1200002,"venue_name":"Tokyo Garden","city_name":"Tokyo","country":"JP","on_sale_date":"2026-12-03T10:00:00Z","event_date":"2026-12-14T21:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tokyo-garden/concert/1200002"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200003, 1796292000000, 1797786000000, 'EE', '{"id":1200003,"venue_name":"Tallinn Hall","city_name":"Tallinn","country":"EE","on_sale_date":"2026-12-03T10:00:00Z","event_date":"2026-12-20T19:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tallinn-hall/concert/1200003"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200004, 1797724800000, 1798308000000, 'BE', '{"id":1200004,"venue_name":"Brussels Theatre","city_name":"Brussels","country":"BE","on_sale_date":"2026-12-20","event_date":"2026-12-26T19:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/brussels-theatre/concert/1200004"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200005, 1796083200000, 1798826400000, 'SI', '{"id":1200005,"venue_name":"Ljubljana Forum","city_name":"Ljubljana","country":"SI","on_sale_date":"2026-12-01","event_date":"2027-01-01T19:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/ljubljana-forum/concert/1200005"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200006, 1796292000000, 1799319600000, 'JP', '{"id":1200006,"venue_name":"Tokyo Dome","city_name":"Tokyo","country":"JP","on_sale_date":"2026-12-03T10:00:00Z","event_date":"2027-01-07T20:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tokyo-dome/concert/1200006"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200007, 1796083200000, 1799866800000, 'NO', '{"id":1200007,"venue_name":"Oslo Dome","city_name":"Oslo","country":"NO","on_sale_date":"2026-12-01","event_date":"2027-01-13T20:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/oslo-dome/concert/1200007"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200008, 1796896800000, 1800349200000, 'JP', '{"id":1200008,"venue_name":"Tokyo Hall","city_name":"Tokyo","country":"JP","on_sale_date":"2026-12-10T10:00:00Z","event_date":"2027-01-19T18:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tokyo-hall/concert/1200008"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200009, 1796896800000, 1800874800000, 'JP', '{"id":1200009,"venue_name":"Tokyo Dome","city_name":"Tokyo","country":"JP","on_sale_date":"2026-12-10T10:00:00Z","event_date":"2027-01-25T20:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tokyo-dome/concert/1200009"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200010, 1797724800000, 1801411200000, 'EE', '{"id":1200010,"venue_name":"Tallinn Arena","city_name":"Tallinn","country":"EE","on_sale_date":"2026-12-20","event_date":"2027-01-31T18:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/tallinn-arena/concert/1200010"}');
INSERT INTO "resale_events" ("artist_id", "id", "on_sale_at", "starts_at", "country", "body") VALUES (1200, 1200011, 1796083200000, 1801940400000, 'NO', '{"id":1200011,"venue_name":"Oslo Arena","city_name":"Oslo","country":"NO","on_sale_date":"2026-12-01","event_date":"2027-02-06T20:00:00","number_of_tickets":null,"min_price_amount":null,"min_price_currency":null,"website_event_details_url":"https://seatgeek.com/northern-lanterns-tickets/oslo-arena/concert/1200011"}');
INSERT INTO "resale_feed" ("source", "page", "pass_at", "refreshed_at", "problem", "failures", "next_at") VALUES ('listenbrainz', 0, 0, 1795836781756, NULL, 0, 0);
INSERT INTO "resale_feed" ("source", "page", "pass_at", "refreshed_at", "problem", "failures", "next_at") VALUES ('seatgeek', 0, 1795836763326, 1795836764799, NULL, 0, 0);
INSERT INTO "resale_feed" ("source", "page", "pass_at", "refreshed_at", "problem", "failures", "next_at") VALUES ('wikimedia', 0, 0, 1795836767765, NULL, 0, 0);
INSERT INTO "resale_feed" ("source", "page", "pass_at", "refreshed_at", "problem", "failures", "next_at") VALUES ('musicbrainz', 0, 0, NULL, NULL, 0, 0);
INSERT INTO "resale_search_texts" ("artist_id", "text") VALUES (1200, 'northern lanterns
tallinn palais
tallinn
oslo arena
oslo
tokyo garden
tokyo
tallinn hall
brussels theatre
brussels
ljubljana forum
ljubljana
tokyo dome
oslo dome
tokyo hall
tallinn arena
tokyo palais
ljubljana theatre
auckland hall
auckland
antwerp forum
antwerp
tokyo theatre
ljubljana stadium
auckland arena
auckland forum
ljubljana hall
tokyo forum
brussels stadium
antwerp palais
oslo theatre
tallinn stadium
tallinn dome
oslo forum');
INSERT INTO "resale_search_texts" ("artist_id", "text") VALUES (1201, 'vela marin
manchester palais
manchester
bucharest palais
bucharest
vienna arena
vienna
vienna dome
glasgow arena
glasgow
manchester forum
lyon dome
lyon
glasgow forum
lyon stadium
paris forum
paris
bucharest theatre
lyon arena
paris stadium
glasgow hall
paris dome
bucharest hall
glasgow garden
paris hall
manchester hall
vienna forum
london theatre
london
vienna hall
lyon hall
vienna theatre
bucharest dome
vienna stadium
paris garden
glasgow dome
vienna garden');
INSERT INTO "resale_search_texts" ("artist_id", "text") VALUES (1202, 'the long haul
esch-sur-alzette palais
esch-sur-alzette
athens garden
athens
atlanta dome
atlanta
miami forum
miami
new york palais
new york
oslo arena
oslo
athens dome
los angeles palais
los angeles
miami palais
oslo forum
oslo garden
esch-sur-alzette hall
miami arena
oslo stadium
los angeles dome
seattle stadium
seattle
new york theatre
new york hall
athens arena
seattle arena
esch-sur-alzette forum
atlanta forum
stockholm garden
stockholm
athens theatre
boston theatre
boston
oslo hall
new york garden
athens stadium
stockholm forum
athens palais
miami stadium
stockholm dome');
INSERT INTO "sale_notes" ("id", "event_id", "operator_id", "text", "created_at", "changed_at") VALUES (1, 'G5DE001f1t', 1, 'Two cards, four tickets.', 1795836798313, NULL);
INSERT INTO "sample_data" ("id", "state", "load_id", "started_at", "operator_id", "operator_email", "done", "failure", "kept") VALUES (1, 'loaded', 'a load', 1795000000000, 1, 'mara@desk.test', 12, NULL, '[]');
INSERT INTO "watch_rules" ("id", "name", "conditions", "is_active", "created_at", "told_at") VALUES (1, 'Lanterns in Germany', '{"artists":["Northern Lanterns"],"countries":["DE"],"cities":[],"venues":[],"segments":[],"opens_within_hours":336}', 1, 1795836778363, NULL);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('operators', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('audit', 29);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('scanners', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('queues', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('queue_categories', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('profiles', 2);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('imap_accounts', 2);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('recent_work', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('notification_channels', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('api_tokens', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('price_targets', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('price_alerts', 2);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('artist_changes', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('presale_watches', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('watch_rules', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('notifications', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('catalogue_events', 18000);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('sale_notes', 1);
INSERT INTO "sqlite_sequence" ("name", "seq") VALUES ('presale_watch_codes', 1);
CREATE UNIQUE INDEX `api_tokens_secret_hash_unique` ON `api_tokens` (`secret_hash`);
CREATE INDEX `api_tokens_operator` ON `api_tokens` (`operator_id`);
CREATE INDEX `artist_changes_artist` ON `artist_changes` (`artist_id`,`id`);
CREATE INDEX `artist_events_sale` ON `artist_events` (`last_sale_at`);
CREATE INDEX `artist_events_event` ON `artist_events` (`event_id`);
CREATE INDEX `monitored_artists_due` ON `monitored_artists` (`next_check_at`);
CREATE INDEX `audit_at` ON `audit` (`at`);
CREATE INDEX `audit_subject` ON `audit` (`subject`);
CREATE INDEX `calendar_events_read` ON `calendar_events` (`read_at`);
CREATE INDEX `calendar_events_event` ON `calendar_events` (`event_id`);
CREATE UNIQUE INDEX `calendar_subscriptions_token_hash_unique` ON `calendar_subscriptions` (`token_hash`);
CREATE INDEX `catalogue_artists_event` ON `catalogue_artists` (`event`);
CREATE UNIQUE INDEX `catalogue_events_event` ON `catalogue_events` (`country`,`event_id`);
CREATE INDEX `catalogue_events_gone` ON `catalogue_events` (`gone_at`) WHERE gone_at is not null;
CREATE INDEX `catalogue_sales_opening` ON `catalogue_sales` (`opens_at`);
CREATE INDEX `catalogue_sales_country` ON `catalogue_sales` (`country`,`opens_at`);
CREATE UNIQUE INDEX `imap_accounts_seal_row_unique` ON `imap_accounts` (`seal_row`);
CREATE UNIQUE INDEX `imap_accounts_mailbox` ON `imap_accounts` (`user_key`,`host`);
CREATE UNIQUE INDEX `mailbox_sign_ins_seal_row_unique` ON `mailbox_sign_ins` (`seal_row`);
CREATE UNIQUE INDEX `mailbox_sign_ins_state_hash_unique` ON `mailbox_sign_ins` (`state_hash`);
CREATE INDEX `mailbox_sign_ins_end` ON `mailbox_sign_ins` (`expires_at`);
CREATE UNIQUE INDEX `notification_channels_seal_row_unique` ON `notification_channels` (`seal_row`);
CREATE INDEX `notification_channels_operator` ON `notification_channels` (`operator_id`);
CREATE UNIQUE INDEX `push_keys_seal_row_unique` ON `push_keys` (`seal_row`);
CREATE UNIQUE INDEX `notifications_dedupe_key_unique` ON `notifications` (`dedupe_key`);
CREATE INDEX `notifications_kind` ON `notifications` (`kind`);
CREATE INDEX `notifications_href` ON `notifications` (`href`);
CREATE INDEX `notifications_unpublished` ON `notifications` (`published_at`);
CREATE INDEX `notifications_webhook` ON `notifications` (`webhook_state`,`webhook_next_at`);
CREATE INDEX `login_attempts_window` ON `login_attempts` (`window_started_at`);
CREATE UNIQUE INDEX `operators_email_unique` ON `operators` (`email`);
CREATE UNIQUE INDEX `scanners_name_unique` ON `scanners` (`name`);
CREATE UNIQUE INDEX `scanners_token_hash_unique` ON `scanners` (`token_hash`);
CREATE INDEX `sessions_operator` ON `sessions` (`operator_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);
CREATE INDEX `passkeys_operator` ON `passkeys` (`operator_id`);
CREATE UNIQUE INDEX `presale_watch_codes_sighting` ON `presale_watch_codes` (`watch_id`,`mailbox_id`,`mail`,`code`);
CREATE INDEX `presale_watch_codes_found` ON `presale_watch_codes` (`found_at`);
CREATE INDEX `presale_watch_codes_of_watch` ON `presale_watch_codes` (`watch_id`,`id`);
CREATE INDEX `presale_watch_codes_last` ON `presale_watch_codes` (`watch_id`,`found_at`);
CREATE INDEX `presale_watches_operator` ON `presale_watches` (`operator_id`);
CREATE INDEX `price_alerts_target` ON `price_alerts` (`target_id`);
CREATE INDEX `price_alerts_tag` ON `price_alerts` (`tag`) WHERE tag is not null;
CREATE INDEX `price_points_raw` ON `price_points` (`at`) WHERE is_raw = 1;
CREATE INDEX `price_points_hourly` ON `price_points` (`at`) WHERE is_raw = 0;
CREATE UNIQUE INDEX `price_targets_url_unique` ON `price_targets` (`url`);
CREATE INDEX `price_targets_due` ON `price_targets` (`is_paused`,`next_check_at`);
CREATE INDEX `price_targets_host` ON `price_targets` (`host`);
CREATE INDEX `price_targets_provider` ON `price_targets` (`provider_id`);
CREATE INDEX `price_targets_moving` ON `price_targets` (abs(move)) WHERE move <> 0;
CREATE INDEX `price_targets_unsent` ON `price_targets` (`unsent`) WHERE unsent <> 'nothing';
CREATE UNIQUE INDEX `profiles_seal_row_unique` ON `profiles` (`seal_row`);
CREATE INDEX `profiles_card` ON `profiles` (`card_print`,`deleted_at`);
CREATE INDEX `profiles_split` ON `profiles` (`person_key`) WHERE split is not null;
CREATE INDEX `profiles_person` ON `profiles` (`person_key`,`deleted_at`);
CREATE INDEX `profiles_expiry` ON `profiles` (`card_expiry`,`deleted_at`);
CREATE INDEX `profiles_country` ON `profiles` (`country`,`deleted_at`);
CREATE INDEX `profiles_name` ON `profiles` (`profile_name`,`deleted_at`);
CREATE INDEX `profiles_deleted` ON `profiles` (`deleted_at`) WHERE deleted_at is not null;
CREATE UNIQUE INDEX `queue_accounts_key` ON `queue_accounts` (`pool`,`email_key`);
CREATE UNIQUE INDEX `queue_categories_key` ON `queue_categories` (`pool`,`name_key`) WHERE is_deleted = 0;
CREATE INDEX `queue_categories_deleted` ON `queue_categories` (`id`) WHERE is_deleted = 1;
CREATE INDEX `queue_category_accounts_account` ON `queue_category_accounts` (`account_id`);
CREATE INDEX `queue_uploads_started` ON `queue_uploads` (`started_at`);
CREATE UNIQUE INDEX `queues_name` ON `queues` (`pool`,`queue_id`) WHERE is_deleted = 0;
CREATE INDEX `queues_uncounted` ON `queues` (`id`) WHERE is_counted = is_deleted;
CREATE INDEX `queues_counted_by` ON `queues` (`counted_by`) WHERE counted_by is not null;
CREATE INDEX `queues_deleted` ON `queues` (`id`) WHERE is_deleted = 1;
CREATE UNIQUE INDEX `recent_work_seal_row_unique` ON `recent_work` (`seal_row`);
CREATE INDEX `recent_work_operator` ON `recent_work` (`operator_id`,`deleted_at`,`updated_at`);
CREATE INDEX `recent_work_deleted` ON `recent_work` (`deleted_at`);
CREATE INDEX `work_events_event` ON `work_events` (`event_id`);
CREATE INDEX `followed_events_next` ON `followed_events` (`next_at`);
CREATE INDEX `sale_follows_event` ON `sale_follows` (`event_id`);
CREATE INDEX `sale_reminders_due` ON `sale_reminders` (`due_at`);
CREATE INDEX `sale_reminders_event` ON `sale_reminders` (`event_id`);
CREATE INDEX `sale_reminders_opening` ON `sale_reminders` (`opens_at`);
CREATE UNIQUE INDEX `resale_artists_name_unique` ON `resale_artists` (`name`);
CREATE INDEX `resale_events_on_sale` ON `resale_events` (`on_sale_at`);
CREATE INDEX `resale_events_artist_on_sale` ON `resale_events` (`artist_id`,`on_sale_at`);
CREATE INDEX `resale_events_starts` ON `resale_events` (`starts_at`);
CREATE INDEX `resale_events_country` ON `resale_events` (`country`);
CREATE INDEX `sale_notes_event` ON `sale_notes` (`event_id`);
CREATE TRIGGER `audit_keeps_rows` BEFORE DELETE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
CREATE TRIGGER `audit_keeps_facts` BEFORE UPDATE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
CREATE TRIGGER `profiles_count_added` AFTER INSERT ON `profiles` WHEN NEW.`deleted_at` IS NULL BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + 1 WHERE `name` = 'profiles' AND `day` = 0;
END;
CREATE TRIGGER `profiles_count_removed` AFTER DELETE ON `profiles` WHEN OLD.`deleted_at` IS NULL BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1 WHERE `name` = 'profiles' AND `day` = 0;
END;
CREATE TRIGGER `profiles_count_changed` AFTER UPDATE OF `deleted_at` ON `profiles` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL) WHERE `name` = 'profiles' AND `day` = 0;
END;
CREATE TRIGGER `concerts_count_added` AFTER INSERT ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` + 1 WHERE `name` = 'concerts' AND `day` = 0;
	INSERT INTO `kept_counts` SELECT 'concerts by day of sale', NEW.`on_sale_at` / 86400000, 1 WHERE NEW.`on_sale_at` IS NOT NULL
		ON CONFLICT (`name`, `day`) DO UPDATE SET `amount` = `amount` + 1;
END;
CREATE TRIGGER `concerts_count_removed` AFTER DELETE ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1 WHERE `name` = 'concerts' AND `day` = 0;
	UPDATE `kept_counts` SET `amount` = `amount` - 1
		WHERE `name` = 'concerts by day of sale' AND `day` = OLD.`on_sale_at` / 86400000;
END;
CREATE TRIGGER `concerts_count_changed` AFTER UPDATE OF `on_sale_at` ON `resale_events` BEGIN
	UPDATE `kept_counts` SET `amount` = `amount` - 1
		WHERE `name` = 'concerts by day of sale' AND `day` = OLD.`on_sale_at` / 86400000;
	INSERT INTO `kept_counts` SELECT 'concerts by day of sale', NEW.`on_sale_at` / 86400000, 1 WHERE NEW.`on_sale_at` IS NOT NULL
		ON CONFLICT (`name`, `day`) DO UPDATE SET `amount` = `amount` + 1;
END;
CREATE TRIGGER `audit_keeps_ids` BEFORE INSERT ON `audit` WHEN EXISTS (SELECT 1 FROM `audit` WHERE `id` = NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
CREATE TRIGGER `queue_categories_count_added` AFTER INSERT ON `queue_category_accounts` BEGIN
	UPDATE `queue_categories` SET `accounts` = `accounts` + 1 WHERE `id` = NEW.`category_id`;
	UPDATE `queue_categories` SET
		`tested_accounts` = `tested_accounts` + (iif(stats.`generation` <= (SELECT `published` FROM `queue_statistics`), stats.`total_queues`, stats.`old_total_queues`) > 0),
		`next_tested_accounts` = `next_tested_accounts` + (stats.`total_queues` > 0)
		FROM `queue_account_stats` AS stats WHERE stats.`account_id` = NEW.`account_id` AND `id` = NEW.`category_id`;
END;
CREATE TRIGGER `queue_categories_count_removed` AFTER DELETE ON `queue_category_accounts` BEGIN
	UPDATE `queue_categories` SET `accounts` = `accounts` - 1 WHERE `id` = OLD.`category_id`;
	UPDATE `queue_categories` SET
		`tested_accounts` = `tested_accounts` - (iif(stats.`generation` <= (SELECT `published` FROM `queue_statistics`), stats.`total_queues`, stats.`old_total_queues`) > 0),
		`next_tested_accounts` = `next_tested_accounts` - (stats.`total_queues` > 0)
		FROM `queue_account_stats` AS stats WHERE stats.`account_id` = OLD.`account_id` AND `id` = OLD.`category_id`;
END;
CREATE VIRTUAL TABLE "profiles_search" USING fts5("search_text", content="profiles", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0);
insert into profiles_search (profiles_search) values ('rebuild');
CREATE TRIGGER `profiles_search_added` AFTER INSERT ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
CREATE TRIGGER `profiles_search_removed` AFTER DELETE ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`profiles_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
END;
CREATE TRIGGER `profiles_search_changed` AFTER UPDATE OF `search_text` ON `profiles` BEGIN
	INSERT INTO `profiles_search` (`profiles_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	INSERT INTO `profiles_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
CREATE VIRTUAL TABLE "catalogue_events_search" USING fts5("search_text", content="catalogue_events", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0);
insert into catalogue_events_search (catalogue_events_search) values ('rebuild');
CREATE TRIGGER `catalogue_events_added` AFTER INSERT ON `catalogue_events` BEGIN
	INSERT INTO `catalogue_events_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
CREATE TRIGGER `catalogue_events_removed` AFTER DELETE ON `catalogue_events` BEGIN
	INSERT INTO `catalogue_events_search` (`catalogue_events_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	DELETE FROM `catalogue_sales` WHERE `event` = OLD.`id`;
END;
CREATE TRIGGER `catalogue_events_renamed` AFTER UPDATE OF `search_text` ON `catalogue_events` WHEN OLD.`search_text` <> NEW.`search_text` BEGIN
	INSERT INTO `catalogue_events_search` (`catalogue_events_search`, `rowid`, `search_text`) VALUES ('delete', OLD.`id`, OLD.`search_text`);
	INSERT INTO `catalogue_events_search` (`rowid`, `search_text`) VALUES (NEW.`id`, NEW.`search_text`);
END;
CREATE VIRTUAL TABLE "notifications_search" USING fts5("title", "topic", "body", content="notifications", content_rowid="id", tokenize="trigram", columnsize=0);
insert into notifications_search (notifications_search) values ('rebuild');
CREATE TRIGGER `notifications_search_added` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`rowid`, `title`, `topic`, `body`) VALUES (NEW.`id`, NEW.`title`, NEW.`topic`, NEW.`body`);
END;
CREATE TRIGGER `notifications_search_removed` AFTER DELETE ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`notifications_search`, `rowid`, `title`, `topic`, `body`) VALUES ('delete', OLD.`id`, OLD.`title`, OLD.`topic`, OLD.`body`);
END;
CREATE TRIGGER `notifications_search_changed` AFTER UPDATE OF `title`, `topic`, `body` ON `notifications` BEGIN
	INSERT INTO `notifications_search` (`notifications_search`, `rowid`, `title`, `topic`, `body`) VALUES ('delete', OLD.`id`, OLD.`title`, OLD.`topic`, OLD.`body`);
	INSERT INTO `notifications_search` (`rowid`, `title`, `topic`, `body`) VALUES (NEW.`id`, NEW.`title`, NEW.`topic`, NEW.`body`);
END;
CREATE TRIGGER `catalogue_artists_removed` AFTER DELETE ON `catalogue_events` BEGIN
	DELETE FROM `catalogue_artists` WHERE `event` = OLD.`id`;
END;
CREATE TRIGGER `channel_deliveries_added` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `channel_deliveries` (`channel_id`, `notification_id`)
	SELECT `notification_channels`.`id`, NEW.`id` FROM `notification_channels`
	WHERE `notification_channels`.`is_paused` = 0
		AND (NEW.`operator_id` IS NULL OR NEW.`operator_id` = `notification_channels`.`operator_id`)
		AND EXISTS (SELECT 1 FROM json_each(`notification_channels`.`kinds`) WHERE value = NEW.`kind`)
		AND EXISTS (SELECT 1 FROM `operators` WHERE `operators`.`id` = `notification_channels`.`operator_id` AND `operators`.`disabled_at` IS NULL);
END;
CREATE TRIGGER `watch_rules_told` AFTER INSERT ON `notifications` WHEN new.`dedupe_key` LIKE 'watch_rule|%' BEGIN
	UPDATE `watch_rules` SET `told_at` = new.`created_at` WHERE `id` = CAST(substr(new.`dedupe_key`, 12) AS integer);
END;
CREATE TRIGGER `catalogue_events_sales_added` AFTER INSERT ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `catalogue_events_sales_changed` AFTER UPDATE OF `status`, `changed_at`, `gone_at` ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `catalogue_events_sales_removed` AFTER DELETE ON `catalogue_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `artist_events_sales_added` AFTER INSERT ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `artist_events_sales_changed` AFTER UPDATE OF `facts`, `last_sale_at` ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `artist_events_sales_removed` AFTER DELETE ON `artist_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `calendar_events_sales_added` AFTER INSERT ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `calendar_events_sales_changed` AFTER UPDATE OF `facts`, `read_at` ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `calendar_events_sales_removed` AFTER DELETE ON `calendar_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `sale_follows_sales_added` AFTER INSERT ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `sale_follows_sales_changed` AFTER UPDATE OF `is_followed` ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `sale_follows_sales_removed` AFTER DELETE ON `sale_follows` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `monitored_artists_sales_added` AFTER INSERT ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = NEW.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `monitored_artists_sales_changed` AFTER UPDATE OF `start_day`, `end_day` ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = NEW.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `monitored_artists_sales_removed` AFTER DELETE ON `monitored_artists` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT `event_id` FROM `artist_events` WHERE `artist_id` = OLD.`artist_id`
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `catalogues_sales_read` AFTER UPDATE OF `read_at` ON `catalogues` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) SELECT DISTINCT `event_id` FROM `calendar_events` WHERE true
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `catalogues_sales_switched` AFTER UPDATE OF `is_on` ON `catalogues` WHEN OLD.`is_on` <> NEW.`is_on` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `watch_rules_sales_added` AFTER INSERT ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `watch_rules_sales_changed` AFTER UPDATE OF `conditions`, `is_active` ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `watch_rules_sales_removed` AFTER DELETE ON `watch_rules` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `operators_sales_added` AFTER INSERT ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `operators_sales_changed` AFTER UPDATE OF `disabled_at` ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `operators_sales_removed` AFTER DELETE ON `operators` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES ('')
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `recent_work_events_added` AFTER INSERT ON `recent_work` BEGIN
	INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT NEW.`id`, NEW.`operator_id`, trim(`value`) FROM json_each(iif(json_valid('["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE NEW.`kind` = 'encore' AND NEW.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `recent_work_events_changed` AFTER UPDATE OF `key`, `deleted_at` ON `recent_work` WHEN OLD.`key` <> NEW.`key` OR OLD.`deleted_at` IS NOT NEW.`deleted_at` BEGIN
	DELETE FROM `work_events` WHERE `work_id` = NEW.`id`;
	INSERT INTO `work_events` (`work_id`, `operator_id`, `event_id`)
		SELECT NEW.`id`, NEW.`operator_id`, trim(`value`) FROM json_each(iif(json_valid('["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]'), '["' || replace(replace(replace(NEW.`key`, '\', ''), '"', ''), ',', '","') || '"]', '[]'))
		WHERE NEW.`kind` = 'encore' AND NEW.`deleted_at` IS NULL AND length(trim(`value`)) BETWEEN 1 AND 64
		ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `recent_work_events_removed` AFTER DELETE ON `recent_work` BEGIN
	DELETE FROM `work_events` WHERE `work_id` = OLD.`id`;
END;
CREATE TRIGGER `work_events_sales_added` AFTER INSERT ON `work_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `work_events_sales_removed` AFTER DELETE ON `work_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `followed_events_sales_added` AFTER INSERT ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `followed_events_sales_changed` AFTER UPDATE OF `facts`, `read_at` ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (NEW.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
CREATE TRIGGER `followed_events_sales_removed` AFTER DELETE ON `followed_events` BEGIN
	INSERT INTO `sale_event_changes` (`event_id`) VALUES (OLD.`event_id`)
		ON CONFLICT (`event_id`) DO UPDATE SET `revision` = random() & 9007199254740991;
END;
