import { eq } from 'drizzle-orm';
import parsePrometheus from 'parse-prometheus-text-format';
import { expect, onTestFinished, test } from 'vitest';
import { type Metric, writeMetrics } from '../../shared/metrics/exposition.ts';
import { catalogues } from '../../worker/db/schema/catalogues.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';

interface Family {
  type: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Reads the text format as strictly as its description: anything else throws. */
function parse(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const helped = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, named = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (helped.has(named)) throw new Error(`two HELP lines of ${named}`);
      helped.add(named);
    } else if (keyword === 'TYPE') {
      if (families.has(named) || !/^(counter|gauge|histogram)$/.test(rest)) throw new Error(line);
      families.set(named, { type: rest, samples: [] });
      current = named;
    } else {
      const [, name = '', given = '', value = ''] = LINE.exec(line) ?? [];
      const family = families.get(current);
      const base = family?.type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
      if (family === undefined || base !== current) throw new Error(`no type of "${line}"`);
      const labels: Record<string, string> = {};
      LABEL.lastIndex = 0;
      while (LABEL.lastIndex < given.length) {
        const [, label = '', content] = LABEL.exec(given) ?? [];
        if (label === '' || label in labels) throw new Error(`labels of "${line}"`);
        labels[label] = content ?? '';
      }
      if (!/^[+-]?(\d+(\.\d+)?(e[+-]?\d+)?|Inf)$|^NaN$/.test(value)) throw new Error(line);
      family.samples.push({ name, labels, value: Number(value) });
    }
  }
  for (const { samples } of families.values()) {
    const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]));
    if (new Set(keys).size !== keys.length) throw new Error('a sample twice');
  }
  return families;
}

test('Prometheus can read the metrics, which contain the state of each part', async () => {
  const { token } = await makeOperator();
  const { db, gateOf } = makeCtx();
  // No other test counts the calls of this provider.
  const quota = { available: 900, limit: 1_000, resetsAt: Date.now() + 3_600_000 };
  await gateOf('musicbrainz').report({ quota, pauseMs: null });
  const catalogue = { country: 'AU', isOn: true, nextAt: 0, readAt: 1, events: 12 };
  await db.insert(catalogues).values(catalogue);
  onTestFinished(
    async () => void (await db.delete(catalogues).where(eq(catalogues.country, 'AU'))),
  );
  for (let count = 0; count < 3; count += 1)
    await (await callApi('/api/calendar', { token })).text();
  await (await callApi('/api/calendar/none', { token })).text();
  const answer = await callApi('/api/metrics', { token });
  expect(answer.headers.get('Content-Type')).toContain('version=0.0.4');
  const families = parse(await answer.text());
  expect([...families.keys()]).toEqual(
    expect.arrayContaining([
      'boxoffice_requests_total',
      'boxoffice_request_seconds',
      'boxoffice_database_calls_total',
      'boxoffice_database_seconds_total',
      'boxoffice_jobs_waiting',
      'boxoffice_jobs_age_seconds',
      'boxoffice_failing',
      'boxoffice_scanners_connected',
      'boxoffice_channel_sockets',
      'boxoffice_provider_quota_available',
      'boxoffice_provider_quota_limit',
      'boxoffice_catalogue_events',
      'boxoffice_catalogue_age_seconds',
    ]),
  );
  const requests = families.get('boxoffice_requests_total')?.samples ?? [];
  const calls = requests.find(
    ({ labels }) => labels.route === '/api/calendar' && labels.status === '200',
  );
  expect(calls?.value).toBeGreaterThanOrEqual(3);
  expect(requests.some(({ labels }) => labels.route === 'none' && labels.status === '404')).toBe(
    true,
  );
  expect(families.has('boxoffice_database_up')).toBe(false);
  expect(families.get('boxoffice_database_calls_total')?.samples[0]?.value).toBeGreaterThan(2);
  const jobs = families.get('boxoffice_jobs_waiting')?.samples.map(({ labels }) => labels.job);
  expect(jobs).toEqual([
    'price_checks',
    'artist_checks',
    'mailbox_checks',
    'notification_posts',
    'notification_messages',
    'channel_messages',
    'reminders',
    'catalogue_readings',
  ]);
  expect(families.get('boxoffice_catalogue_events')?.samples).toContainEqual({
    name: 'boxoffice_catalogue_events',
    labels: { country: 'AU' },
    value: 12,
  });
});

test('an independent parser reads the metrics', async () => {
  const { token } = await makeOperator();
  const text = await (await callApi('/api/metrics', { token })).text();
  const families = parsePrometheus(text);
  expect(families.map(({ name }) => name)).toEqual([...parse(text).keys()]);
  const count = (list: readonly { metrics: readonly object[] }[]) =>
    list.reduce((sum, { metrics }) => sum + metrics.length, 0);
  expect(count(families)).toBeGreaterThan(20);
  for (const { name, type, metrics } of families) {
    expect(type, name).toMatch(/^(COUNTER|GAUGE|HISTOGRAM)$/);
    expect(metrics.length, name).toBeGreaterThan(0);
  }
});

test('counters of an isolate name it, and figures of the whole desk do not', async () => {
  const { token } = await makeOperator();
  const read = async () => parse(await (await callApi('/api/metrics', { token })).text());
  const [before, after] = [await read(), await read()];
  const isolates = new Set<string | undefined>();
  for (const [name, { samples }] of [...before, ...after]) {
    const isCounted = /^boxoffice_(requests_total|request_seconds|database_\w+)$/.test(name);
    for (const { labels } of samples) {
      expect('isolate' in labels, name).toBe(isCounted);
      if (isCounted) isolates.add(labels.isolate);
    }
  }
  expect(isolates.size).toBe(1);
  expect([...isolates][0]).toMatch(/^[0-9a-f]{8}$/);
});

test('the buckets of a duration rise up to the number of calls', async () => {
  const { token } = await makeOperator();
  await (await callApi('/api/calendar', { token })).text();
  const families = parse(await (await callApi('/api/metrics', { token })).text());
  const samples = families.get('boxoffice_request_seconds')?.samples ?? [];
  const own = samples.filter(
    ({ labels }) => labels.route === '/api/calendar' && labels.method === 'GET',
  );
  const buckets = own.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  expect(buckets.at(-1)).toBe(own.find(({ name }) => name.endsWith('_count'))?.value);
});

test.each(['a"quote', 'a\\path', 'two\nlines', 'a,comma}'])(
  'the label %j is read back',
  (route) => {
    const metric: Metric = {
      name: 'a_total',
      help: 'A.',
      type: 'counter',
      samples: [{ labels: { route }, value: 1 }],
    };
    const [sample] = parse(writeMetrics([metric])).get('a_total')?.samples ?? [];
    const read = sample?.labels.route?.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
    expect(read).toBe(route);
  },
);
