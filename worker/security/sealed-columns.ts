/** A column that holds sealed values, as `table.column`. Its table has a text column `seal_row`. */
export type SealedColumn = `${string}.${string}`;

/**
 * Every sealed column of the database: the one list that `npm run rotate-key` goes through.
 * A table with sealed columns has `seal_row text not null unique`: a random UUID chosen before the insert,
 * which binds a sealed value to its row (an automatic id is not known before the insert).
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = ['imap_accounts.password'];
