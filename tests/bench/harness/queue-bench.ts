import { spawnSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operator, operatorVariables } from '../../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../../e2e/product.ts';
import { drawQueueFiles, emailsOf, type Position } from '../../factories/queue-files.ts';
import { percentile, type Row } from './row.ts';
import { POSITIONS_TABLE, runSqlite, timeSqlite, writeInserts } from './sqlite-peer.ts';

const ROWS = 10_000;
const TOTAL = 50_000;
const BEST = 5_000;
const MEASURED_CALLS = 25;

/** How much the desk holds, and its limits. */
export interface QueueBench {
  /** Files of 10,000 rows each. */
  files: number;
  accounts: number;
  categories: number;
  /** How long the uploads may take, as a multiple of bare INSERTs. */
  loadTimes: number;
  /** Milliseconds of one call. */
  goals: { page: number; search: number; best: number };
}

type Post = (path: string, body: unknown) => Promise<unknown>;

async function openApi(origin: string) {
  const call = async (path: string, token?: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const { token } = await call('/auth/login', undefined, operator);
  return {
    get: (path: string) => call(path, token),
    post: ((path, body) => call(path, token, body)) satisfies Post,
  };
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function sample(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < MEASURED_CALLS; run += 1) times.push(await timeMs(work));
  return times;
}

async function upload(post: Post, files: Iterable<Position[]>): Promise<void> {
  let index = -1;
  for (const rows of files) {
    index += 1;
    await post('/queues/insert', {
      type: 'verified_fan',
      queue_id: `queue ${index}`,
      queue_total: TOTAL,
      queue_date: '2026-11-20',
      accounts: rows.map(([account_name, position]) => ({ account_name, position })),
    });
  }
}

const WHERE_RANKED =
  'from queue_ranks as r join queue_accounts as a on a.id = r.account_id join queue_account_stats as s on s.account_id = r.account_id where r.generation = (select ranked from queue_statistics) and r.pool = 1';

/** The same queries as single statements that sqlite3 runs on the file. */
const QUESTIONS = {
  page: `select a.email, s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio, (select group_concat(p.queue_ref || ':' || p.position) from queue_positions as p where p.shard in (select id >> 4 from queues) and p.account_id = s.account_id) ${WHERE_RANKED} order by r.avg_ratio, r.account_id limit 150; select sum(accounts) from queue_label_counts where generation = (select ranked from queue_statistics) and pool = 1;`,
  search: `select a.email, s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio, (select group_concat(p.queue_ref || ':' || p.position) from queue_positions as p where p.shard in (select id >> 4 from queues) and p.account_id = s.account_id) ${WHERE_RANKED} and a.email_key like '%77@gm%' order by r.avg_ratio, r.account_id limit 150;`,
  best: `select a.email, s.avg_ratio, s.best_ratio, s.worst_ratio, s.total_queues ${WHERE_RANKED} and s.account_id in (select account_id from queue_category_accounts) order by r.avg_ratio, a.email_key limit 5000;`,
};

/**
 * Queue files through the API, and the screen's queries at that size, beside sqlite3 on the same
 * file.
 */
export async function measureQueues(bench: QueueBench): Promise<Row[]> {
  const dataDir = await makeFolder();
  const peerDir = await makeFolder();
  const product = await startProduct({
    dataDir,
    variables: operatorVariables,
  });
  try {
    await product.ready;
    const { get, post } = await openApi(product.origin);
    const emails = emailsOf(bench.accounts);
    const draw = () => drawQueueFiles(emails, { files: bench.files, rows: ROWS, total: TOTAL });

    const script = join(peerDir, 'inserts.sql');
    const peer = join(peerDir, 'peer.db');
    await writeInserts(script, draw());
    runSqlite(peer, POSITIONS_TABLE);
    const uploadMs = await timeMs(async () => {
      await upload(post, draw());
      const isCounted = async () =>
        (await get('/queues/get?type=verified_fan&limit=150')).data.counting === null;
      while (!(await isCounted())) await new Promise((resolve) => setTimeout(resolve, 20));
    });

    for (let index = 0; index < bench.categories; index += 1) {
      const accounts = emails.filter((_, at) => at % bench.categories === index);
      await post('/queues/accounts', {
        type: 'verified_fan',
        category_name: `category ${index}`,
        accounts,
      });
    }
    const categories = Array.from({ length: bench.categories }, (_, index) => `category ${index}`);
    const page = await sample(() => get('/queues/get?type=verified_fan&limit=150'));
    const search = await sample(() => get('/queues/get?type=verified_fan&limit=150&search=77@gm'));
    const best = await sample(() => post('/queues/best-accounts', { categories, limit: BEST }));
    await copyForPeer(dataDir, peerDir);
    // Runs last: it blocks this process, so its connections would time out unnoticed.
    const peerMs = timeSqlite(peer, script);
    return [
      row(
        `${bench.files} files of 10,000 rows through the API, and the analysis of them`,
        uploadMs,
        `${bench.loadTimes} x bare INSERTs of the positions in sqlite3`,
        bench.loadTimes * peerMs,
      ),
      ...questionRows('first page of the analysis', page, bench.goals.page, 'page', peerDir),
      ...questionRows('search by part of an e-mail', search, bench.goals.search, 'search', peerDir),
      ...questionRows(
        `best 5,000 accounts of ${bench.categories} categories`,
        best,
        bench.goals.best,
        'best',
        peerDir,
      ),
    ];
  } finally {
    await product.stop();
    await removeFolder(dataDir);
    await removeFolder(peerDir);
  }
}

const row = (what: string, measured: number, against: string, limit: number): Row => ({
  what,
  measured,
  unit: 'ms',
  against,
  limit,
});

function questionRows(
  what: string,
  times: number[],
  goalMs: number,
  question: keyof typeof QUESTIONS,
  peerDir: string,
): Row[] {
  const measured = percentile(times, 0.95);
  const peerTimes = Array.from({ length: 7 }, () => {
    const startedAt = performance.now();
    runSqlite(join(peerDir, 'copy.db'), QUESTIONS[question]);
    return performance.now() - startedAt;
  });
  return [
    row(`${what}, p95`, measured, 'goal', goalMs),
    row(
      `${what}, median`,
      percentile(times, 0.5),
      'sqlite3, same file',
      percentile(peerTimes, 0.5),
    ),
  ];
}

/** A copy of the database file, so that sqlite3 does not wait for its locks. */
async function copyForPeer(dataDir: string, peerDir: string): Promise<void> {
  const found = spawnSync('find', [dataDir, '-path', '*/dbs/default/data'], { encoding: 'utf8' });
  const source = found.stdout.split('\n')[0] ?? '';
  await copyFile(source, join(peerDir, 'copy.db'));
  await copyFile(`${source}-wal`, join(peerDir, 'copy.db-wal'));
}
