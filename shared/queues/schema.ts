import * as z from 'zod';
import { answerOf, instant } from '../answers.ts';
import { cleanAccount, cleanKey } from '../clean-text.ts';
import { describeRefusedAccount, INVALID_ACCOUNT, isAccount } from '../pasted-accounts/address.ts';
import { type QueueSort, queueAccount, SORT_FIELDS } from './accounts/columns.ts';
import { categoryName } from './category-name.ts';
import { accountKey } from './keys.ts';
import { MOST_BEST_ACCOUNTS, MOST_CATEGORIES } from './limits.ts';
import { type QueueType, queueType } from './queue-type.ts';

export type { QueueType };

/**
 * The maximum number of rows in one call. The screen sends fewer, so that a large file shows its
 * progress.
 */
const MAX_ROWS_PER_CALL = 200_000;
const MAX_PARTS = 1_000;
const LARGEST_TOTAL = 1_000_000_000;

const accountName = z
  .string()
  .overwrite(cleanAccount)
  .min(1, 'An account needs a name')
  .max(320, 'An account name has at most 320 characters')
  .refine(isAccount, {
    error: ({ input }) => describeRefusedAccount(String(input)),
    params: { code: INVALID_ACCOUNT },
  });

/** A fraction: position / queue_total. */
const ratio = z.number().min(0).max(1);

/** A day, or an instant of which only the day counts. */
const queueDate = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
    error: 'Give the date as YYYY-MM-DD',
  })
  .transform((text) => text.slice(0, 10));

/** One part of a large file. All parts are applied together when the last one arrives. */
const uploadPart = z
  .object({
    id: z.uuid(),
    part: z.number().int().min(1),
    parts: z.number().int().min(1).max(MAX_PARTS),
  })
  .refine(({ part, parts }) => part <= parts, 'part must not be above parts');

/** POST /queues/insert. `upload` is the extension for files that go up in parts. */
export const insertQueueRequest = z
  .object({
    type: queueType,
    queue_id: z.string().overwrite(cleanKey).min(1, 'A queue needs an id').max(200),
    queue_total: z.number().int().min(1, 'The queue total must be at least 1').max(LARGEST_TOTAL),
    queue_date: queueDate,
    accounts: z
      .array(
        z.object({
          account_name: accountName,
          position: z.number().int().min(1, 'A position is at least 1'),
        }),
      )
      .min(1, 'Send at least one account')
      .max(MAX_ROWS_PER_CALL),
    upload: uploadPart.optional(),
  })
  .superRefine(({ accounts, queue_total }, context) => {
    for (const [index, { position }] of accounts.entries()) {
      if (position <= queue_total) continue;
      context.addIssue({
        code: 'custom',
        path: ['accounts', index, 'position'],
        message: `Position ${position} is above the queue total ${queue_total}`,
      });
    }
  });
export type InsertQueueRequest = z.infer<typeof insertQueueRequest>;

/**
 * The answer of POST /queues/insert. `missing_parts` are left until an upload in parts is complete. If a complete one
 * is large, about `rows_left` of its rows are still to be written before the queue is in the lists: each repetition of
 * a part writes some of them, and the server writes the rest within minutes.
 */
export const queueUploadedAnswer = answerOf({
  message: z.string(),
  missing_parts: z.int(),
  rows_left: z.int().optional(),
});
export type QueueUploaded = Omit<z.infer<typeof queueUploadedAnswer>, 'success'>;

/** `stats.categories_list`: `tested_accounts` have at least one queue. */
const categorySummary = z.object({
  name: z.string(),
  total_accounts: z.int(),
  tested_accounts: z.int(),
});
export type CategorySummary = z.infer<typeof categorySummary>;

const queueSort = z.enum(SORT_FIELDS.flatMap((field): QueueSort[] => [field, `-${field}`]));

const search = z.string().transform(accountKey).pipe(z.string().max(320)).optional();
const MAX_PAGE = 1_000;

/** GET /queues/get. Without `limit` the answer is the whole analysis, streamed. */
export const queueAnalysisQuery = z.object({
  type: queueType,
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
  cursor: z.string().max(2_000).optional(),
  search,
  /** A single account, compared like accounts. */
  account: z.string().transform(accountKey).pipe(z.string().min(1).max(320)).optional(),
  max_avg_ratio: z.coerce.number().pipe(ratio).optional(),
  /** Accounts of the categories that are in no queue, instead of those that are in one. */
  untested: z.literal('true').optional(),
  sort: queueSort.optional(),
});
export type QueueAnalysisQuery = z.infer<typeof queueAnalysisQuery>;

/**
 * The current count of uploaded files: `files_left` of `files` are not in averages and ranks yet.
 */
export const queueCounting = z.object({ files: z.number(), files_left: z.number() });
export type QueueCounting = z.infer<typeof queueCounting>;

export const queueAnalysisAnswer = answerOf({
  data: z.object({
    accounts: z.array(queueAccount),
    /** The number of matching accounts on all pages. */
    total_accounts: z.int(),
    /** The cursor of the next page; null after the last one. Only if a page was requested. */
    next_cursor: z.string().nullish(),
    /** Null if all uploads are counted. */
    counting: queueCounting.nullable(),
  }),
});
export type QueueAnalysisAnswer = z.infer<typeof queueAnalysisAnswer>;

/**
 * GET /queues/export (extension): a list of accounts as a spreadsheet CSV, streamed. Without a
 * category, it contains the accounts of the analysis. `untested` selects the accounts that are in
 * no queue, of one category or of all.
 */
export const queueExportQuery = z.object({
  type: queueType,
  category: z.optional(categoryName),
  max_avg_ratio: z.coerce.number().pipe(ratio).optional(),
  below_avg_ratio: z.coerce.number().pipe(ratio).optional(),
  untested: z.literal('true').optional(),
});
export type QueueExportQuery = z.infer<typeof queueExportQuery>;

/** GET /queues/accounts. `limit` 0 returns only the counts; `category` selects one category. */
export const categoryAccountsQuery = z.object({
  type: queueType,
  category: z.optional(categoryName),
  limit: z.coerce.number().int().min(0).max(MAX_PAGE).optional(),
  cursor: z.string().max(2_000).optional(),
  search,
  below_avg_ratio: z.coerce.number().pipe(ratio).optional(),
  sort: queueSort.optional(),
});
export type CategoryAccountsQuery = z.infer<typeof categoryAccountsQuery>;

export const categoryAccountsAnswer = answerOf({
  data: z.record(z.string(), z.array(queueAccount)),
  stats: z.object({ categories_list: z.array(categorySummary) }),
  /** Only if a page of one category was requested. */
  page: z.object({ total_accounts: z.int(), next_cursor: z.string().nullable() }).optional(),
  counting: queueCounting.nullable(),
});
export type CategoryAccountsAnswer = z.infer<typeof categoryAccountsAnswer>;

/** POST /queues/accounts: creates the category, or merges into it. */
export const addCategoryAccountsRequest = z.object({
  type: queueType,
  category_name: categoryName,
  accounts: z
    .array(accountName)
    .max(MAX_ROWS_PER_CALL)
    .refine((accounts) => accounts.some((account) => account.includes('@')), {
      error: 'Send at least one account with an @',
    }),
});
export type AddCategoryAccountsRequest = z.infer<typeof addCategoryAccountsRequest>;

/** POST /queues/category/rename */
export const renameCategoryRequest = z.object({
  type: queueType,
  old_category_name: categoryName,
  new_category_name: categoryName,
});
export type RenameCategoryRequest = z.infer<typeof renameCategoryRequest>;

/** POST /queues/category/delete */
export const deleteCategoryRequest = z.object({ type: queueType, category_name: categoryName });
export type DeleteCategoryRequest = z.infer<typeof deleteCategoryRequest>;

/** POST /queues/category/transfer (extension): moves or copies accounts; a new target is created. */
export const transferAccountsRequest = z.object({
  type: queueType,
  mode: z.enum(['move', 'copy']),
  from_category: categoryName,
  to_category: categoryName,
  accounts: z.array(accountName).min(1, 'Send at least one account').max(MAX_ROWS_PER_CALL),
});
export type TransferAccountsRequest = z.infer<typeof transferAccountsRequest>;

/** POST /queues/category/remove (extension): removes accounts from a category. */
export const removeAccountsRequest = z.object({
  type: queueType,
  category_name: categoryName,
  accounts: z.array(accountName).min(1, 'Send at least one account').max(MAX_ROWS_PER_CALL),
});
export type RemoveAccountsRequest = z.infer<typeof removeAccountsRequest>;

/** POST /queues/accounts/holders (extension): the categories of these accounts. */
export const holdersRequest = z.object({
  type: queueType,
  accounts: z.array(accountName).max(MAX_ROWS_PER_CALL),
});
export type HoldersRequest = z.infer<typeof holdersRequest>;

/** Names of categories by account, in lower case; accounts without a category are omitted. */
export const holdersAnswer = answerOf({ data: z.record(z.string(), z.array(z.string())) });
export type Holders = z.infer<typeof holdersAnswer>['data'];

/** POST /queues/best-accounts. Without a type the accounts of verified fan queues are meant. */
export const bestAccountsRequest = z.object({
  type: z._default(queueType, 'verified_fan'),
  categories: z.array(categoryName).max(MOST_CATEGORIES),
  limit: z.number().int().min(1).max(MOST_BEST_ACCOUNTS),
  min_ratio: ratio.optional(),
  max_ratio: ratio.optional(),
});
export type BestAccountsRequest = z.infer<typeof bestAccountsRequest>;

export const bestAccountsAnswer = answerOf({
  data: z.object({ accounts: z.array(queueAccount), counting: queueCounting.nullable() }),
});
export type BestAccountsAnswer = z.infer<typeof bestAccountsAnswer>;

/**
 * GET /queues/pool (extension): every account that is in a category once, by e-mail: its average ratio, null if it is
 * in no counted queue, and the ids of its categories. Ids that `categories` does not have belong to deleted ones.
 */
export const accountPoolAnswer = answerOf({
  categories: z.array(z.tuple([z.int(), z.string()])),
  accounts: z.array(z.tuple([z.number().nullable()], z.int())),
});
export type AccountPoolAnswer = z.infer<typeof accountPoolAnswer>;

/** GET /queues/list (extension): the uploaded queues, newest first. */
export const queueListQuery = z.object({ type: queueType });

/** An uploaded queue. */
const uploadedQueue = z.object({
  queue_id: z.string(),
  queue_date: z.string(),
  queue_total: z.int(),
  accounts: z.int(),
  uploaded_at: instant,
});
export type UploadedQueue = z.infer<typeof uploadedQueue>;

/** The answer of GET /queues/list. */
export const queueListAnswer = answerOf({ data: z.array(uploadedQueue) });

/** POST /queues/delete (extension): deletes a queue with its positions and their share in the statistics. */
export const deleteQueueRequest = z.object({
  type: queueType,
  queue_id: z.string().overwrite(cleanKey).min(1),
});
export type DeleteQueueRequest = z.infer<typeof deleteQueueRequest>;
