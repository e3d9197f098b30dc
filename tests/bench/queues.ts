import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { emailsOf, type Position, queueFilesOf } from '../factories/queue-files.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';
import { POSITIONS_TABLE, runSqlite, timeSqlite, writeInserts } from './harness/sqlite-peer.ts';

const FILES = 100;
const ROWS = 10_000;
const ACCOUNTS = 100_000;
const TOTAL = 50_000;
const CATEGORIES = 20;
const MEASURED_CALLS = 25;

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

async function upload(post: Post, files: readonly Position[][]): Promise<void> {
  for (const [index, rows] of files.entries()) {
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

/** The same questions put to the file itself with sqlite3, one statement each. */
const QUESTIONS = {
  page: `select a.email, s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio, (select group_concat(p.queue_ref || ':' || p.position) from queue_positions as p where p.shard in (select id >> 4 from queues) and p.account_id = s.account_id) ${WHERE_RANKED} order by r.avg_ratio, r.account_id limit 150; select sum(accounts) from queue_label_counts where generation = (select ranked from queue_statistics) and pool = 1;`,
  search: `select a.email, s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio, (select group_concat(p.queue_ref || ':' || p.position) from queue_positions as p where p.shard in (select id >> 4 from queues) and p.account_id = s.account_id) ${WHERE_RANKED} and a.email_key like '%77@gm%' order by r.avg_ratio, r.account_id limit 150;`,
  best: `select a.email, s.avg_ratio, s.best_ratio, s.worst_ratio, s.total_queues ${WHERE_RANKED} and s.account_id in (select account_id from queue_category_accounts) order by r.avg_ratio, a.email_key limit 5000;`,
};

/** 1,000,000 positions of 100,000 accounts through the API, and the questions of the screen at that size. */
export const measure: Measure = async () => {
  const dataDir = await makeFolder();
  const peerDir = await makeFolder();
  const product = await startProduct({
    dataDir,
    variables: operatorVariables,
  });
  try {
    await product.ready;
    const { get, post } = await openApi(product.origin);
    const emails = emailsOf(ACCOUNTS);
    const files = queueFilesOf(emails, { files: FILES, rows: ROWS, total: TOTAL });

    const script = join(peerDir, 'inserts.sql');
    const peer = join(peerDir, 'peer.db');
    await writeInserts(script, files);
    runSqlite(peer, POSITIONS_TABLE);
    const uploadMs = await timeMs(async () => {
      await upload(post, files);
      const isCounted = async () =>
        (await get('/queues/get?type=verified_fan&limit=150')).data.counting === null;
      while (!(await isCounted())) await new Promise((resolve) => setTimeout(resolve, 20));
    });

    for (let index = 0; index < CATEGORIES; index += 1) {
      const accounts = emails.filter((_, at) => at % CATEGORIES === index);
      await post('/queues/accounts', {
        type: 'verified_fan',
        category_name: `category ${index}`,
        accounts,
      });
    }
    const categories = Array.from({ length: CATEGORIES }, (_, index) => `category ${index}`);
    const page = await sample(() => get('/queues/get?type=verified_fan&limit=150'));
    const search = await sample(() => get('/queues/get?type=verified_fan&limit=150&search=77@gm'));
    const best = await sample(() => post('/queues/best-accounts', { categories, limit: 5_000 }));
    await copyForPeer(dataDir, peerDir);
    // Last: it blocks this process, in which the connections would time out unseen.
    const peerMs = timeSqlite(peer, script);
    return [
      row(
        '100 files of 10,000 rows through the API, and the analysis of them',
        uploadMs,
        '1.5 x bare INSERTs of the positions in sqlite3',
        1.5 * peerMs,
      ),
      ...questionRows('first page of the analysis, p95', page, 60, 'page', peerDir),
      ...questionRows('search by part of an e-mail, p95', search, 120, 'search', peerDir),
      ...questionRows('best 5,000 accounts of 20 categories, p95', best, 200, 'best', peerDir),
    ];
  } finally {
    await product.stop();
    await removeFolder(dataDir);
    await removeFolder(peerDir);
  }
};

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
    row(what, measured, 'goal', goalMs),
    row(
      `${what.replace('p95', 'median')}`,
      percentile(times, 0.5),
      'sqlite3, same file',
      percentile(peerTimes, 0.5),
    ),
  ];
}

/** A copy of the database's file, so that the peer does not wait for its locks. */
async function copyForPeer(dataDir: string, peerDir: string): Promise<void> {
  const found = spawnSync('find', [dataDir, '-path', '*/dbs/default/data'], { encoding: 'utf8' });
  const source = found.stdout.split('\n')[0] ?? '';
  await writeFile(join(peerDir, 'copy.db'), await readFile(source));
  await writeFile(join(peerDir, 'copy.db-wal'), await readFile(`${source}-wal`));
}
