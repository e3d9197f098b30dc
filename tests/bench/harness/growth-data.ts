import { sql } from 'drizzle-orm';
import type { Database } from '../../../worker/db/client.ts';

/** The data of the desk at size 1. Size 10 has ten times as much. */
export const AT_ONE = {
  profiles: 5_000,
  queues: 10,
  notifications: 10_000,
  changes: 10_000,
  events: 200,
  steps: 6_000,
  concerts: 4_000,
  openings: 50,
};
const CONCERTS_OF_ARTIST = 40;

/** The rows of one statement: the server aborts statements that take long. */
const ROWS_AT_ONCE = 20_000;
const DAY_MS = 86_400_000;

/** Runs a statement over the numbers from `from` up to `to`, which it reads as `n.i`. */
async function insertNumbered(
  db: Database,
  { from, to }: { from: number; to: number },
  insert: string,
): Promise<void> {
  for (let first = from; first < to; first += ROWS_AT_ONCE) {
    const numbers = `with recursive n(i) as (select ${first} union all select i + 1 from n where i + 1 < ${Math.min(to, first + ROWS_AT_ONCE)})`;
    const [into = '', select = ''] = insert.split('select ', 2);
    await db.run(sql.raw(`${into} ${numbers} select ${select}`));
  }
}

/**
 * Adds the data by which one size exceeds the size before it. No call of the product stores these
 * rows that fast.
 */
export async function fillTables(db: Database, from: number, to: number): Promise<void> {
  const now = Date.now();
  const span = (rows: number) => ({ from: from * rows, to: to * rows });
  await insertNumbered(
    db,
    span(AT_ONE.notifications),
    `insert into notifications (kind, title, topic, body, dedupe_key, created_at, published_at, webhook_state)
     select 'price', 'Artist ' || n.i, '', 'A price of event ' || n.i || ' changed', 'growth ' || n.i, ${now}, ${now}, 'off' from n`,
  );
  // Most changes are of one object; every 50th is of many.
  await insertNumbered(
    db,
    span(AT_ONE.changes),
    `insert into audit (at, operator_id, actor, action, subject, request_id, detail)
     select ${now}, 1, 'operator@localhost', 'profiles.delete', iif(n.i % 50 = 0, 'profiles', 'profile:' || n.i), 'growth',
       iif(n.i % 50 = 0, '{"count":3,"ids":[' || n.i || ',' || (n.i + 1) || ',1]}', '{}') from n`,
  );
  await insertNumbered(
    db,
    span(AT_ONE.events),
    `insert into price_targets (url, host, title, prices, available, sale_state, move, recent, checks, tags, search_text, is_paused,
       added_at, next_check_at, failures, version, unsent)
     select 'https://tickets.example/' || n.i, 'tickets.example', 'Event ' || n.i, '{}', 0, 'unknown', 0, '[]', '[]', '[]', 'event ' || n.i, 1,
       ${now}, ${now}, 0, 0, 'nothing' from n`,
  );
  await insertSteps(db, span(AT_ONE.steps), to * AT_ONE.events);
  await insertNumbered(
    db,
    span(AT_ONE.concerts / CONCERTS_OF_ARTIST),
    `insert into resale_artists (id, name, score, listed_at, countries, events_at, events_due_at, views_due_at, concerts, on_sales)
     select 1000000 + n.i, 'Growing artist ' || n.i, 0.5, ${now + 30 * DAY_MS}, '["US","FR"]', ${now}, ${now + DAY_MS}, ${now + DAY_MS},
       ${CONCERTS_OF_ARTIST}, '[29000001,29001441,29002881,29004321]' from n`,
  );
  await insertNumbered(
    db,
    span(AT_ONE.concerts / CONCERTS_OF_ARTIST),
    `insert into resale_search_texts (artist_id, text)
     select 1000000 + n.i, 'growing artist ' || n.i || replace(hex(zeroblob(${CONCERTS_OF_ARTIST / 2})), '00', ' hall lyon hall ' || n.i) from n`,
  );
  await insertNumbered(
    db,
    span(AT_ONE.concerts),
    `insert into resale_events (artist_id, id, on_sale_at, starts_at, country, body)
     select 1000000 + n.i / ${CONCERTS_OF_ARTIST}, 1000000 + n.i, ${now}, ${now + 60 * DAY_MS}, 'US',
       '{"id":' || (1000000 + n.i) || ',"venue_name":"Hall ' || n.i || '","city_name":"Lyon","country":"US","on_sale_date":"2026-11-27T10:00:00Z","event_date":"2027-03-01T20:00:00","number_of_tickets":12,"min_price_amount":58.5,"min_price_currency":"EUR","website_event_details_url":"https://tickets.example/' || n.i || '"}' from n`,
  );
  await insertNumbered(
    db,
    span(AT_ONE.openings),
    `insert into artist_events (artist_id, event_id, last_sale_at, facts)
     select 'artist ' || n.i, 'event ' || n.i, ${now + DAY_MS},
       '{"id":"event ' || n.i || '","artist":"Artist","date":"2027-03-01T20:00:00","timezone":"Europe/Paris","venue":"Hall","location":"Lyon","nation":"FR","status":"presale","sale_note":null,"presale_windows":[{"name":"Fan presale","opens":"${new Date(now + DAY_MS / 2).toISOString()}","closes":null}],"generalSaleStart":"${new Date(now + DAY_MS).toISOString()}","eventLink":"https://tickets.example/' || n.i || '"}' from n`,
  );
}

/** Adds price steps that are old enough to be rolled up: 20 an hour, spread over the events. */
export async function insertSteps(
  db: Database,
  range: { from: number; to: number },
  events: number,
): Promise<void> {
  const oldest = Date.now() - 100 * DAY_MS;
  await insertNumbered(
    db,
    range,
    `insert into price_points (target_id, at, low, median, high, available, is_raw)
     select 1 + (n.i / 20) % ${events}, ${oldest} + (n.i / (20 * ${events})) * 3600000 + (n.i % 20) * 180000, 50, 60, 70, 10, 1 from n where true on conflict do nothing`,
  );
}
