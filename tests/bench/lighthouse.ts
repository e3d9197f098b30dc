import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import { findChromium } from '../../scripts/checks/system-programs.ts';
import { findFreePort } from '../../scripts/launch/network.ts';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { waitForFeed } from '../e2e/resale-feed.ts';
import { emailsOf, queueFilesOf } from '../factories/queue-files.ts';
import type { Measure, Row } from './harness/row.ts';

/** An artist of the simulated provider; the page of the first of its events is audited. */
const ARTIST = 'Northern Lanterns';
const PAGES = ['/login', '/', '/ticketmaster', '/queues-tool', '/events', '/agenda'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const GOAL = 98;
const ACCOUNTS = 100_000;
const ROWS = 20_000;

/** The scores of the main pages on a desktop, with 100,000 accounts in the queues. */
export const measure: Measure = async () => {
  const [dataDir, profileDir, port] = await Promise.all([
    makeFolder(),
    makeFolder(),
    findFreePort(),
  ]);
  const product = await startProduct({
    dataDir,
    variables: operatorVariables,
  });
  try {
    await product.ready;
    const token = await fillQueues(product.origin);
    const sale = await findSale(product.origin, token);
    // At its start the product reads the resale feed, which takes processor time from the pages.
    await waitForFeed(async (path) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${product.origin}/api${path}`, { headers })).json();
    });
    // Lighthouse opens its tab in a context that keeps its profile.
    const context = await chromium.launchPersistentContext(profileDir, {
      executablePath: findChromium(),
      args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    });
    try {
      const page = await context.newPage();
      const rows: Row[] = [];
      for (const path of [...PAGES, sale]) {
        await page.goto(`${product.origin}/login`);
        await page.evaluate(
          (own) => (own === null ? localStorage.clear() : localStorage.setItem('token', own)),
          path === '/login' ? null : token,
        );
        rows.push(...(await audit(product.origin + path, path === sale ? '/sale' : path, port)));
      }
      return rows;
    } finally {
      await context.close();
    }
  } finally {
    await product.stop();
    await Promise.all([removeFolder(dataDir), removeFolder(profileDir)]);
  }
};

/** Uploads 100,000 accounts. @returns a session token */
async function fillQueues(origin: string): Promise<string> {
  const post = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return JSON.parse(await answer.text());
  };
  const { token }: { token: string } = await post('/auth/login', operator);
  const shape = { files: ACCOUNTS / ROWS, rows: ROWS, total: ACCOUNTS };
  for (const [index, rows] of queueFilesOf(emailsOf(ACCOUNTS), shape).entries()) {
    const queue = { queue_id: `queue ${index}`, queue_total: ACCOUNTS, queue_date: '2026-11-20' };
    const accounts = rows.map(([account_name, position]) => ({ account_name, position }));
    await post('/queues/insert', { type: 'standard', ...queue, accounts }, token);
  }
  return token;
}

/** @returns the path of an event's page */
async function findSale(origin: string, token: string): Promise<string> {
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/api/events${path}`, { headers })).json();
  };
  const { artists } = (await read(`/get_artists/${encodeURIComponent(ARTIST)}`)) as {
    artists: { id: string }[];
  };
  const { data } = (await read(`/artist/${artists[0]?.id}`)) as { data: { id: string }[] };
  return `/sale/${data[0]?.id}`;
}

/**
 * The points that a page in a new tab loses in each category, and the audits that cause the loss.
 * Measured with Lighthouse's desktop preset: simulated throttling to 40 ms and 10 Mbit/s, an
 * unthrottled processor, so run it on a quiet machine.
 */
async function audit(url: string, path: string, port: number): Promise<Row[]> {
  const result = await lighthouse(
    url,
    {
      port,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: CATEGORIES,
    },
    desktop,
  );
  if (result === undefined) throw new Error(`Lighthouse measured nothing at ${path}.`);
  const { audits, categories } = result.lhr;
  for (const { auditRefs } of Object.values(categories)) {
    const weighed = auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]);
    for (const part of weighed) {
      if (part !== undefined && part.score !== null && part.score < 1)
        console.log(`${path}: ${part.title} ${part.displayValue ?? ''} scores ${part.score}`);
    }
  }
  return CATEGORIES.map((category) => ({
    what: `${path}: ${category}, points missing of 100`,
    measured: 100 - Math.round((categories[category]?.score ?? 0) * 100),
    unit: 'points',
    against: 'goal',
    limit: 100 - GOAL,
  }));
}
