import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { type Answer, discoveryError, type Request } from '../answers.ts';
import { FEED_COUNTRIES, type FeedCountry } from './countries.ts';
import { writeFeed } from './events.ts';

/** `cut`: the zipped file ends early; `open`: the list never ends; `damaged`: no gzip behind its start; `short`: ten events. */
const FAULTS = ['cut', 'open', 'damaged', 'short'] as const;
export type FeedFault = (typeof FAULTS)[number];

const PATH = '/discovery-feed/v2/events.json';
/** So many events are written at a time; other requests are answered in between. */
const AT_ONCE = 200;
const FEW_EVENTS = 10;
const CUT_AFTER_BYTES = 20_000;

/** Reads SIMULATED_FEED_FAULTS, such as `DE:cut,FR:short`. */
export function readFaults(text = ''): Record<string, FeedFault> {
  const faults: Record<string, FeedFault> = {};
  for (const entry of text.split(',')) {
    const [country = '', word] = entry.trim().split(':');
    const fault = FAULTS.find((one) => one === word);
    if (fault !== undefined) faults[country] = fault;
  }
  return faults;
}

/** The Discovery Feed 2.0: the file of a country as zipped JSON, written while it is sent; null for other paths. */
export const createFeed =
  (faults: Readonly<Record<string, FeedFault>>) =>
  (request: Request): Answer | null => {
    if (request.path !== PATH) return null;
    const code = request.query.get('countryCode') ?? 'US';
    const country = FEED_COUNTRIES.find((one) => one.code === code);
    if (country === undefined)
      return discoveryError(400, 'DIS1035', `Query param countryCode ${code} is not supported`);
    return {
      status: 200,
      headers: { 'content-type': 'application/x-gzip' },
      body: '',
      parts: () => sendFile(country, request, faults[code]),
    };
  };

async function* sendFile(country: FeedCountry, request: Request, fault: FeedFault | undefined) {
  let bytes = 0;
  const zipped = Readable.from(writeFile(country, request, fault)).pipe(createGzip({ level: 1 }));
  for await (const chunk of zipped) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (fault === 'damaged' && bytes > CUT_AFTER_BYTES) part.fill(0xff);
    yield part;
    if (fault === 'cut' && bytes > CUT_AFTER_BYTES) return;
  }
}

async function* writeFile(country: FeedCountry, request: Request, fault: FeedFault | undefined) {
  const { now, origin } = request;
  const count = fault === 'short' ? FEW_EVENTS : undefined;
  let part = '{"events":[';
  let written = 0;
  for (const event of writeFeed(country, now, origin, count)) {
    part += `${written === 0 ? '' : ','}${JSON.stringify(event)}`;
    written += 1;
    if (written % AT_ONCE !== 0) continue;
    yield part;
    part = '';
    await nextTurn();
  }
  yield fault === 'open' ? part.slice(0, -Math.min(part.length, 40)) : `${part}]}`;
}
