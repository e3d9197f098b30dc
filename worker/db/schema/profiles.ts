import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Buyer profiles. */
export const profiles = sqliteTable(
  'profiles',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    profileName: text('profile_name').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    address: text('address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    postal: text('postal').notNull(),
    country: text('country').notNull(),
    phone: text('phone').notNull(),
    cardLast4: text('card_last4').notNull(),
    cardBrand: text('card_brand').notNull(),
    cardExpMonth: text('card_exp_month').notNull(),
    cardExpYear: text('card_exp_year').notNull(),
    /** Year times 12 plus month of the card's expiry; null without a date. */
    cardExpiry: integer('card_expiry'),
    hasPassword: integer('has_password', { mode: 'boolean' }).notNull(),
    /** Card number, CVV and password as JSON, sealed under the data key and bound to `seal_row`. */
    secrets: text('secrets').notNull(),
    sealRow: text('seal_row').notNull().unique(),
    /** A keyed fingerprint of the card number: the same for equal cards, and useless without the data key. */
    cardPrint: text('card_print').notNull(),
    /** Name and address in lower case. */
    personKey: text('person_key').notNull(),
    /**
     * The searchable texts, in lower case. Their trigrams are in `profiles_search` (see the
     * migration).
     */
    searchText: text('search_text').notNull(),
    /** Corrected parts of name and address as JSON; null without a correction. */
    split: text('split'),
    createdAt: integer('created_at').notNull(),
    /**
     * Milliseconds since the epoch; null unless it was deleted. A deleted profile can be restored until it is erased.
     */
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    index('profiles_card').on(table.cardPrint, table.deletedAt),
    // Covers corrected profiles only. Profiles that are imported again take over their corrections.
    index('profiles_split').on(table.personKey).where(sql`split is not null`),
    index('profiles_person').on(table.personKey, table.deletedAt),
    index('profiles_expiry').on(table.cardExpiry, table.deletedAt),
    index('profiles_country').on(table.country, table.deletedAt),
    // The palette searches names in this index, because the rows are large. `deletedAt` is not its first column: SQLite
    // would then read lists from this index and sort them.
    index('profiles_name').on(table.profileName, table.deletedAt),
    // Covers deleted profiles only, for the same reason.
    index('profiles_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);
