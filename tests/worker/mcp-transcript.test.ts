import { eq, inArray } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import documentation from '../../docs/api.md?raw';
import { catalogueEvents, catalogueSales, catalogues } from '../../worker/db/schema/catalogues.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { connectMcp } from './mcp-client.ts';

const COUNTRY = 'NZ';
const OPENS = Date.parse('2026-11-28T09:00:00Z');
const CLOSES = Date.parse('2026-11-30T09:00:00Z');

const event = (eventId: string, name: string, city: string) => ({
  country: COUNTRY,
  eventId,
  hash: eventId,
  name,
  artists: [{ id: eventId, name }],
  venue: `${city} Hall`,
  city,
  segment: 'Music',
  genre: 'Rock',
  status: 'onsale',
  url: `https://tickets.example/${eventId}`,
  startsAt: null,
  day: '2027-03-12',
  searchText: name.toLowerCase(),
  addedAt: 1,
  changedAt: 1,
});

/** Two presales that open on 28 November 2026, and a code for one of them. */
async function makeSales() {
  const { db } = makeCtx();
  const ids = ['lanterns-auckland', 'marin-wellington'];
  const clean = async () => {
    const rows = db
      .select({ id: catalogueEvents.id })
      .from(catalogueEvents)
      .where(inArray(catalogueEvents.eventId, ids));
    await db.delete(catalogueSales).where(inArray(catalogueSales.event, rows));
    await db.delete(catalogueEvents).where(inArray(catalogueEvents.eventId, ids));
    await db.delete(catalogues).where(eq(catalogues.country, COUNTRY));
    await db.delete(notifications).where(eq(notifications.dedupeKey, 'transcript'));
  };
  await clean();
  onTestFinished(clean);
  await db.insert(catalogues).values({ country: COUNTRY, isOn: true, nextAt: 1e15 });
  const events = await db
    .insert(catalogueEvents)
    .values([
      event('lanterns-auckland', 'Northern Lanterns', 'Auckland'),
      event('marin-wellington', 'Vela Marin', 'Wellington'),
    ])
    .returning({ id: catalogueEvents.id });
  await db.insert(catalogueSales).values(
    events.map(({ id }, index) => ({
      event: id,
      kind: 'presale' as const,
      name: 'Fan club',
      country: COUNTRY,
      opensAt: OPENS + index * 3_600_000,
      closesAt: CLOSES,
    })),
  );
  await db.insert(notifications).values({
    kind: 'presale_code',
    title: 'northern lanterns',
    topic: '',
    href: null,
    body: 'LANTERN26, 97% likely: Your presale code (fan1@mail.example)',
    webhookState: 'off',
    publishedAt: 1,
    dedupeKey: 'transcript',
    createdAt: Date.parse('2026-11-27T08:30:00Z'),
  });
  return ids;
}

test('two calls answer which presales open tomorrow and whether there are codes for them, as docs/api.md shows', async () => {
  const ids = await makeSales();
  const { call } = await connectMcp(['read']);
  const lines: string[] = [];
  const show = async (
    name: string,
    input: object,
    isOurs: (row: Record<string, unknown>) => boolean,
  ) => {
    const { page } = await call(name, { ...input });
    // Other tests have their own rows.
    const data = page.data.filter(isOurs).map((row) => ('id' in row ? { ...row, id: 7 } : row));
    lines.push(`> ${name} ${JSON.stringify(input)}`);
    const rows = data.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
    lines.push(`{"data":[\n${rows}\n],"next_cursor":null}`, '');
    return data;
  };
  const period = { from: '2026-11-28T00:00:00Z', to: '2026-11-29T00:00:00Z' };
  const sales = await show('upcoming_sales', period, (row) => ids.includes(String(row.event_id)));
  const codes = await show('found_codes', {}, (row) => String(row.body).startsWith('LANTERN26,'));
  const withCode = sales.filter(({ artist }) =>
    codes.some(({ title }) => title === String(artist).toLowerCase()),
  );
  expect(sales.map(({ artist }) => artist)).toEqual(['Northern Lanterns', 'Vela Marin']);
  expect(withCode.map(({ artist }) => artist)).toEqual(['Northern Lanterns']);
  expect(documentation).toContain(`\`\`\`text\n${lines.join('\n').trimEnd()}\n\`\`\``);
});
