import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { readDashboard } from '../../worker/features/dashboard/service.ts';
import { describeFailure } from '../../worker/http/errors.ts';
import { makeCtx } from '../factories/worker/context.ts';

test('the whole answer takes one request to the database', async () => {
  const ctx = makeCtx({ operator: { id: 1, email: 'operator@localhost' } });
  const requests = vi.spyOn(globalThis, 'fetch');
  const countRequests = async () => {
    requests.mockClear();
    await readDashboard(ctx, { include: 'outlook' });
    const urls = requests.mock.calls.map(([to]) => (to instanceof Request ? to.url : String(to)));
    return urls.filter((url) => url.startsWith(ctx.env.LIBSQL_URL)).length;
  };
  try {
    // Another file may have changed the statistics: the next call counts them, with a second request.
    await vi.waitFor(async () => expect(await countRequests()).toBe(1), { timeout: 60_000 });
  } finally {
    requests.mockRestore();
  }
});

test('the stored numbers of profiles and concerts follow every kind of change', async () => {
  const { db } = makeCtx();
  // Both are read in one statement, because other files change the tables at the same time.
  const expectRight = async (after: string) => {
    const day = sql`86400000`;
    const rows = await db.all(sql`select name, day, amount, counted from kept_counts left join (
      select 'profiles' as of, 0 as at, count(*) as counted from profiles where deleted_at is null
      union all select 'concerts', 0, count(*) from resale_events
      union all select 'concerts by day of sale', on_sale_at / ${day}, count(*) from resale_events
        where on_sale_at is not null group by 2) on of = name and at = day where amount <> coalesce(counted, 0)
      union all select 'missing', on_sale_at / ${day}, 0, 0 from resale_events where on_sale_at is not null
        and on_sale_at / ${day} not in (select day from kept_counts where name = 'concerts by day of sale')`);
    expect(rows, after).toEqual([]);
  };
  const artistId = Math.floor(Math.random() * 1e12);
  const add = sql`insert or ignore into resale_events (artist_id, id, on_sale_at, body)
    values (${artistId}, 1, 5, '{}'), (${artistId}, 2, 86400005, '{}'), (${artistId}, 3, null, '{}')`;
  const ofArtist = sql`where artist_id = ${artistId}`;
  for (const [after, statement] of Object.entries({
    'concerts are added': add,
    'they are there already': add,
    'a sale is moved': sql`update resale_events set on_sale_at = 172800000 ${ofArtist} and id <> 2`,
    'a sale is taken away': sql`update resale_events set on_sale_at = null ${ofArtist} and id = 2`,
    'concerts are removed': sql`delete from resale_events ${ofArtist}`,
  })) {
    await db.run(statement);
    await expectRight(after);
  }
  const name = `Kept ${artistId}`;
  const isOwn = sql`where profile_name = ${name}`;
  for (const [after, statement] of Object.entries({
    'profiles are added': sql`insert into profiles (profile_name, name, address, city, state, postal, country, phone, card_last4,
        card_brand, card_exp_month, card_exp_year, card_expiry, has_password, secrets, seal_row, card_print, person_key, search_text, created_at)
      select ${name}, '', '', '', '', '', '', '', '', '', '01', '2099', 1, 0, '', ${name} || value, '', '', '', 1 from json_each('[1, 2]')`,
    'they are deleted': sql`update profiles set deleted_at = 1 ${isOwn}`,
    'one comes back': sql`update profiles set deleted_at = null ${isOwn} and seal_row = ${`${name}1`}`,
    'all are forgotten': sql`delete from profiles ${isOwn}`,
  })) {
    await db.run(statement);
    await expectRight(after);
  }
});

test('a database that cannot be reached fails the answer with its own message', async () => {
  const { env } = makeCtx();
  const ctx = makeCtx({
    env: { ...env, LIBSQL_URL: 'http://127.0.0.1:1' },
    operator: { id: 1, email: 'operator@localhost' },
  });
  const error = await readDashboard(ctx, { include: 'outlook' }).catch((thrown) => thrown);
  expect(describeFailure(error)).toMatchObject({
    status: 503,
    body: { message: 'The database cannot be reached. Please try again.' },
  });
});
