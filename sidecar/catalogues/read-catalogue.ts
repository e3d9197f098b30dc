import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type * as z from 'zod/mini';
import { changesRequest, FEED_LIST, type FeedEvent } from '../../shared/catalogues/feed.ts';
import { readStored } from '../../shared/json.ts';
import { Outdated } from '../post-to-desk.ts';
import type { DeskCalls, StoredEvent } from './desk-calls.ts';
import { FeedRefused } from './download.ts';
import { eventsOfFile } from './events-of-file.ts';
import { readEvent } from './read-event.ts';
import { FeedError } from './split-json.ts';

/** The interval of keep-alive calls: the Worker gives the reading up after a minute. */
const ALIVE_EVERY_MS = 15_000;
/** A file with less than this share of the stored future events counts as faulty. */
const LEAST_SHARE = 0.5;
/** Small catalogues may change more. */
const FEW_EVENTS = 200;
/** If more than this share of events lack an id or are not JSON, the file counts as faulty. */
const MOST_UNREADABLE = 0.02;

/** The result of a reading. */
export interface ReadingResult {
  events: number;
  changes: number;
  /** Why nothing was changed. */
  failure: string | null;
}

/**
 * Reads a catalogue: reads the whole file first, and then sends new, changed and removed events in
 * parts, so that a file that is broken or ends early changes nothing. A reading that ends between
 * two parts is repeated by the next one, which finds the stored parts unchanged.
 * @param open opens the file as bytes
 */
export async function readCatalogue(
  desk: DeskCalls,
  open: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<ReadingResult> {
  const beat = setInterval(() => void desk.alive().catch(() => undefined), ALIVE_EVERY_MS);
  try {
    const stored = await desk.hashes();
    const comparison = await compare(stored, await open());
    for (const part of comparison.parts) await desk.changes(await unpack(part));
    const gone = [...stored.keys()];
    for (let start = 0; start < gone.length; start += GONE_AT_ONCE)
      await desk.changes({ events: [], gone: gone.slice(start, start + GONE_AT_ONCE) });
    const changes = comparison.changed + gone.length;
    await desk.end({ outcome: 'complete', events: comparison.events, changes });
    return { events: comparison.events, changes, failure: null };
  } catch (error) {
    if (error instanceof Outdated || !(error instanceof FeedError)) throw error;
    const reason = `${error.message} Nothing was changed.`;
    const pauseMs = error instanceof FeedRefused ? error.pauseMs : null;
    await desk.end({ outcome: 'failed', reason, pauseMs });
    return { events: 0, changes: 0, failure: reason };
  } finally {
    clearInterval(beat);
  }
}

const GONE_AT_ONCE = 10 * FEED_LIST.events;

/**
 * Compares the events of a file with the stored hashes, from which it removes every event of the
 * file. The changed ones are stored compressed until the file has proved to be complete: those of
 * the largest country then take 10 MB.
 * @throws FeedError for a file that is broken or empty, or lacks most of the stored events
 */
async function compare(stored: Map<string, StoredEvent>, file: AsyncIterable<Uint8Array>) {
  const aheadCount = countAhead(stored);
  const parts: Buffer[] = [];
  const met = new Set<string>();
  let waiting: FeedEvent[] = [];
  let changed = 0;
  let elements = 0;
  let unreadable = 0;
  for await (const value of eventsOfFile(file)) {
    elements += 1;
    const event = readEvent(value);
    if (event === null) unreadable += 1;
    if (event === null || met.has(event.id)) continue;
    met.add(event.id);
    const isKnown = stored.get(event.id)?.hash === event.hash;
    stored.delete(event.id);
    if (isKnown) continue;
    changed += 1;
    waiting.push(event);
    if (waiting.length < FEED_LIST.events) continue;
    parts.push(await pack(waiting));
    waiting = [];
  }
  if (waiting.length > 0) parts.push(await pack(waiting));
  const events = met.size;
  if (events === 0) throw new FeedError('The file has no events.');
  if (unreadable > elements * MOST_UNREADABLE)
    throw new FeedError(`${unreadable} of the ${elements} events of the file are unreadable.`);
  const lacking = countAhead(stored);
  if (aheadCount >= FEW_EVENTS && aheadCount - lacking < aheadCount * LEAST_SHARE)
    throw new FeedError(`The file lacks ${lacking} of the ${aheadCount} known events.`);
  return { parts, changed, events };
}

/** Past events disappear from the file, and more of them the longer no file was read. */
const countAhead = (stored: ReadonlyMap<string, StoredEvent>): number =>
  [...stored.values()].filter(({ isPast }) => !isPast).length;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

const pack = (events: FeedEvent[]): Promise<Buffer> =>
  zip(JSON.stringify({ events, gone: [] }), { level: 1 });

const unpack = async (part: Buffer): Promise<z.output<typeof changesRequest>> =>
  readStored(changesRequest, (await unzip(part)).toString('utf8'));
