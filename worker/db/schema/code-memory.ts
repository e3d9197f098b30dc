import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CodeVerdict } from '../../../shared/code-memory/schema.ts';

/**
 * The answers of operators about found codes, without any text of a mail: codes, places and senders
 * are hashes with a key of the installation. Times are milliseconds since the epoch.
 */
export const codeMemory = sqliteTable(
  'code_memory',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Hash of the mail and the code. */
    code: text('code').notNull().unique(),
    /** Hash of the sender. */
    sender: text('sender').notNull(),
    /** Name and address of the sender, so that an operator can delete it. */
    senderName: text('sender_name').notNull(),
    /** Hashes of the words and lines around the code, its length and its alphabet. */
    trace: text('trace').notNull(),
    verdict: text('verdict').$type<CodeVerdict>().notNull(),
    operatorId: integer('operator_id').notNull(),
    answeredAt: integer('answered_at').notNull(),
    /** When a code of the sender was last found. */
    usedAt: integer('used_at').notNull(),
  },
  (table) => [
    index('code_memory_sender').on(table.sender, table.answeredAt),
    index('code_memory_used').on(table.usedAt),
  ],
);
