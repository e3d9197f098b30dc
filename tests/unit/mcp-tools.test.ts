import { expect, test } from 'vitest';
import { HOUR_MS, isoTime } from '../../shared/times.ts';
import { TOOLS } from '../../worker/features/mcp/tools.ts';

const url = 'https://tickets.example/event/1';
const NOW = Date.parse('2026-11-27T12:00:00Z');
const points = Array.from({ length: 120 }, (_, index) => ({
  at: isoTime(NOW - (120 - index) * HOUR_MS),
  low: index,
  median: index,
  high: index,
  available: 1,
  source: null,
}));
const history = { success: true, currency: 'EUR', data: points };

test.each([
  [{}, null],
  [{ from: '2026-11-01T00:00:00Z' }, '2026-11-01T00:00:00Z'],
])('the pages of a history from %j cover one period, although time passes', (given, from) => {
  const tool = TOOLS.find(({ name }) => name === 'price_history');
  if (tool === undefined) throw new Error('no tool');
  const seen: unknown[] = [];
  let cursor: string | null = null;
  let now = NOW;
  do {
    const input = { url, ...given, ...(cursor !== null && { cursor }) };
    const prepared = tool.prepare(input, now);
    if ('refusal' in prepared) throw new Error(prepared.refusal);
    const { path } = prepared.call;
    const query = new URLSearchParams(path.split('?')[1]);
    expect([query.get('from'), query.get('to')]).toEqual([from, '2026-11-27T12:00:00.000Z']);
    const page = prepared.read(history) as { data: unknown[]; next_cursor: string | null };
    seen.push(...page.data);
    cursor = page.next_cursor;
    now += HOUR_MS;
  } while (cursor !== null);
  expect(seen).toEqual(points);
});
