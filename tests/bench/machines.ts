import { databaseTarget, openForCommand } from '../../scripts/services/database-target.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { TOOLS } from '../../worker/features/mcp/tools.ts';
import { waitForFeed } from '../e2e/resale-feed.ts';
import { fill } from '../screenshots/fill.ts';
import { type Desk, withDesk } from './harness/desk.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';

const WARM_UP = 8;
/**
 * Including the warm-up, the calls of both kinds stay below 120 a minute, the limit of a search.
 */
const CALLS = 45;
const CODES = 500;
/** The longest time of a tool's first page, as a multiple of the time of the API call behind it. */
const GOAL = 1.3;
const ARTIST = { id: 'K8vZ9170000', name: 'Northern Lanterns' };
const WATCHED = 'https://www.axs.com/events/60000/northern-lanterns';

const INPUTS: Record<string, object> = {
  search_artists: { name: ARTIST.name },
  artist_events: { artist_id: ARTIST.id },
  price_history: { url: WATCHED },
  queue_accounts: { type: 'standard' },
  best_accounts: { type: 'standard' },
};

/** A function that makes a signed-in call, reads the whole answer, and throws if it fails. */
const callerOf =
  ({ origin, token }: Desk) =>
  async (path: string, body?: unknown): Promise<string> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };

/** Stores presale codes that were found, as a watched search does. */
async function fillCodes(dataDir: string): Promise<void> {
  process.env.DATA_DIR = dataDir;
  const { db } = openForCommand(databaseTarget());
  await db.insert(notifications).values(
    Array.from({ length: CODES }, (_, index) => ({
      kind: 'presale_code' as const,
      title: ARTIST.name,
      topic: '',
      href: null,
      body: `LANTERN${index}, 97% likely: Your presale code (fan@mail.example)`,
      webhookState: 'off' as const,
      publishedAt: 1,
      dedupeKey: `bench ${index}`,
      createdAt: Date.now() - index * 60_000,
    })),
  );
}

/** The first page of each tool that reads, beside the API call behind it; the two take turns. */
export const measure: Measure = () =>
  withDesk(async (desk) => {
    const call = callerOf(desk);
    await fill(call);
    await fillCodes(desk.dataDir);
    await waitForFeed(async (path) => JSON.parse(await call(path)));
    const rows: Row[] = [];
    for (const { name, changes, prepare } of TOOLS) {
      if (changes) continue;
      const input = INPUTS[name] ?? {};
      const prepared = prepare(input, Date.now());
      if ('refusal' in prepared) throw new Error(`${name}: ${prepared.refusal}`);
      const { path, json } = prepared.call;
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      };
      const timed = async (times: number[], run: () => Promise<string>) => {
        const startedAt = performance.now();
        const text = await run();
        times.push(performance.now() - startedAt);
        if (text.includes('"isError":true')) throw new Error(`${name}: ${text}`);
      };
      const [plain, tool]: [number[], number[]] = [[], []];
      for (let run = 0; run < WARM_UP + CALLS; run += 1) {
        await timed(plain, () => call(path, json));
        await timed(tool, () => call('/mcp', message));
      }
      const peer = percentile(plain.slice(WARM_UP), 0.95);
      rows.push({
        what: `first page of the tool ${name}, p95 of ${CALLS}`,
        measured: percentile(tool.slice(WARM_UP), 0.95),
        unit: 'ms',
        against: `its call, p95 ${peer.toFixed(1)} ms x ${GOAL}`,
        limit: peer * GOAL,
      });
    }
    return rows;
  });
