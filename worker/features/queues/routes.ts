import { Hono, type TypedResponse } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  type AccountPoolAnswer,
  accountPoolAnswer,
  addCategoryAccountsRequest,
  type BestAccountsAnswer,
  bestAccountsAnswer,
  bestAccountsRequest,
  type CategoryAccountsAnswer,
  categoryAccountsAnswer,
  categoryAccountsQuery,
  deleteCategoryRequest,
  deleteQueueRequest,
  holdersAnswer,
  holdersRequest,
  insertQueueRequest,
  type QueueAnalysisAnswer,
  queueAnalysisAnswer,
  queueAnalysisQuery,
  queueExportQuery,
  queueListAnswer,
  queueListQuery,
  queueUploadedAnswer,
  removeAccountsRequest,
  renameCategoryRequest,
  transferAccountsRequest,
} from '../../../shared/queues/schema.ts';
import { access } from '../../http/access.ts';
import { answers, answersFile } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { atOnce } from '../../http/rate-limit.ts';
import { streamJson, streamText } from '../../http/text-stream.ts';
import { validate } from '../../http/validate.ts';
import { readAnalysisPage, readCategoryPage } from './accounts/service.ts';
import { exportAccounts, streamAnalysis, streamCategories } from './accounts/service-lists.ts';
import {
  addCategoryAccounts,
  deleteCategory,
  findHolders,
  readCategoryNumbers,
  removeAccounts,
  renameCategory,
  transferAccounts,
} from './categories/service.ts';
import { listBestAccounts, streamPool } from './pools/service.ts';
import { deleteQueue, listQueues, uploadQueue } from './uploads/service.ts';

/** The route is declared once for both answers, because the client's types cannot follow a choice of two. */
type Answered<Answer> = Promise<TypedResponse<Answer, 200, 'json'>>;

/** Sending a whole list takes seconds, so a third one waits until one of the first two ends. */
const wholeLists = atOnce(2, {
  when: (c) => c.req.query('limit') === undefined,
  waitMs: 20_000,
});

/** An answer of up to 50,000 accounts stays in memory until it is sent. */
const longAnswers = atOnce(4, { waitMs: 20_000 });

/** Enough for 200,000 accounts. */
const listLimit = bodyLimit(12 * MIB);

/** The queue tools. Whole lists are streamed; `limit` requests a page. */
export const queuesRoutes = new Hono<AppEnv>()
  // Enough for 200,000 accounts with their positions; the screen sends a tenth of that.
  .post(
    '/queues/insert',
    answers(queueUploadedAnswer),
    bodyLimit(24 * MIB),
    validate('json', insertQueueRequest),
    async (c) => {
      const uploaded = await uploadQueue(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...uploaded }, 200);
    },
  )
  .get(
    '/queues/get',
    answers(queueAnalysisAnswer),
    wholeLists,
    validate('query', queueAnalysisQuery),
    async (c): Answered<QueueAnalysisAnswer> => {
      const query = c.req.valid('query');
      if (query.limit === undefined) {
        return streamJson<QueueAnalysisAnswer>(c, streamAnalysis(c.var.ctx, query));
      }
      const data = await readAnalysisPage(c.var.ctx, query, query.limit);
      const answer: QueueAnalysisAnswer = { success: true, data };
      return c.json(answer, 200);
    },
  )
  .get(
    '/queues/export',
    answersFile('text/csv', { headers: { 'X-Total-Count': 'The number of accounts.' } }),
    wholeLists,
    validate('query', queueExportQuery),
    async (c) => {
      const { total, texts } = await exportAccounts(c.var.ctx, c.req.valid('query'));
      return c.body(await streamText(texts), 200, {
        'Content-Type': 'text/csv; charset=UTF-8',
        'X-Total-Count': String(total),
      });
    },
  )
  .get('/queues/list', answers(queueListAnswer), validate('query', queueListQuery), async (c) => {
    const queues = await listQueues(c.var.ctx, c.req.valid('query').type);
    return c.json({ success: true as const, data: queues }, 200);
  })
  .post('/queues/delete', answers(doneAnswer), validate('json', deleteQueueRequest), async (c) => {
    const message = await deleteQueue(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message }, 200);
  })
  .get(
    '/queues/accounts',
    answers(categoryAccountsAnswer),
    wholeLists,
    validate('query', categoryAccountsQuery),
    async (c): Answered<CategoryAccountsAnswer> => {
      const query = c.req.valid('query');
      const { category, limit, type } = query;
      if (category !== undefined && limit !== 0) {
        const page = { category, limit: limit ?? 1_000 };
        return c.json(await readCategoryPage(c.var.ctx, query, page), 200);
      }
      if (limit !== 0) {
        return streamJson<CategoryAccountsAnswer>(c, streamCategories(c.var.ctx, type, limit));
      }
      const { list, counting } = await readCategoryNumbers(c.var.ctx, type);
      const answer: CategoryAccountsAnswer = {
        success: true,
        data: Object.fromEntries(list.map(({ name }) => [name, []])),
        stats: { categories_list: list },
        counting,
      };
      return c.json(answer, 200);
    },
  )
  .post(
    '/queues/accounts',
    answers(doneAnswer),
    listLimit,
    validate('json', addCategoryAccountsRequest),
    async (c) => {
      const message = await addCategoryAccounts(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message }, 200);
    },
  )
  .post(
    '/queues/category/rename',
    answers(doneAnswer),
    validate('json', renameCategoryRequest),
    async (c) => {
      const message = await renameCategory(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message }, 200);
    },
  )
  .post(
    '/queues/category/delete',
    answers(doneAnswer),
    validate('json', deleteCategoryRequest),
    async (c) => {
      const message = await deleteCategory(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message }, 200);
    },
  )
  .post(
    '/queues/category/transfer',
    answers(doneAnswer),
    listLimit,
    validate('json', transferAccountsRequest),
    async (c) => {
      const message = await transferAccounts(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message }, 200);
    },
  )
  .post(
    '/queues/category/remove',
    answers(doneAnswer),
    listLimit,
    validate('json', removeAccountsRequest),
    async (c) => {
      const message = await removeAccounts(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message }, 200);
    },
  )
  .post(
    '/queues/accounts/holders',
    access('read'),
    answers(holdersAnswer),
    listLimit,
    validate('json', holdersRequest),
    async (c) => {
      const data = await findHolders(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, data }, 200);
    },
  )
  .get(
    '/queues/pool',
    answers(accountPoolAnswer),
    wholeLists,
    validate('query', queueListQuery),
    (c) => streamJson<AccountPoolAnswer>(c, streamPool(c.var.ctx, c.req.valid('query').type)),
  )
  .post(
    '/queues/best-accounts',
    access('read'),
    answers(bestAccountsAnswer),
    longAnswers,
    validate('json', bestAccountsRequest),
    async (c) => {
      const data = await listBestAccounts(c.var.ctx, c.req.valid('json'));
      const answer: BestAccountsAnswer = { success: true, data };
      return c.json(answer, 200);
    },
  );
