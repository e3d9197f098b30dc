import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { type Answer, discoveryError, json, type Request } from '../answers.ts';
import { FEED_COUNTRIES, type FeedCountry } from './countries.ts';
import { CSV_HEAD, csvRow } from './csv.ts';
import { writeFeed } from './events.ts';

/**
 * `cut`: the zipped file ends early; `open`: the list never ends; `damaged`: no gzip after its
 * start; `short`: ten events.
 */
const FAULTS = ['cut', 'open', 'damaged', 'short'] as const;
export type FeedFault = (typeof FAULTS)[number];

const PATH = /^\/discovery-feed\/v2\/events(?:\.(json|csv))?$/;
type Format = 'json' | 'csv';
/** The number of events that are written at a time; other requests are answered in between. */
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

/**
 * The Discovery Feed 2.0: the list of files, and the file of a country as zipped JSON or CSV, written while it is sent;
 * null for other paths.
 */
export const createFeed =
  (faults: Readonly<Record<string, FeedFault>>) =>
  (request: Request): Answer | null => {
    const path = PATH.exec(request.path);
    if (path === null) return null;
    const format = path[1];
    if (format !== 'json' && format !== 'csv') return json(listFiles(request));
    const code = request.query.get('countryCode') ?? 'US';
    const country = FEED_COUNTRIES.find((one) => one.code === code);
    if (country === undefined)
      return discoveryError(400, 'DIS1035', `Query param countryCode ${code} is not supported`);
    return {
      status: 200,
      headers: { 'content-type': 'application/x-gzip' },
      body: '',
      parts: () => sendFile(country, request, { format, fault: faults[code] }),
    };
  };

/** The approximate size of a zipped event. */
const ZIPPED_BYTES = { json: 190, csv: 68 };

function listFiles({ now, origin }: Request): object {
  const fileOf = ({ code, events }: FeedCountry, format: Format) => ({
    uri: `${origin}/discovery-feed/v2/events.${format}?countryCode=${code}`,
    compressed_size_bytes: events * ZIPPED_BYTES[format],
    country_code: code,
    format,
    last_updated: new Date(now).toISOString(),
  });
  const countries = FEED_COUNTRIES.map((country) => [
    country.code,
    { csv: fileOf(country, 'csv'), JSON: fileOf(country, 'json') },
  ]);
  return { countries: Object.fromEntries(countries) };
}

interface Writing {
  format: Format;
  fault: FeedFault | undefined;
}

async function* sendFile(country: FeedCountry, request: Request, { format, fault }: Writing) {
  let bytes = 0;
  const zipped = Readable.from(writeFile(country, request, { format, fault })).pipe(
    createGzip({ level: 1 }),
  );
  for await (const chunk of zipped) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (fault === 'damaged' && bytes > CUT_AFTER_BYTES) part.fill(0xff);
    yield part;
    if (fault === 'cut' && bytes > CUT_AFTER_BYTES) return;
  }
}

async function* writeFile(country: FeedCountry, request: Request, { format, fault }: Writing) {
  const { today, origin } = request;
  const count = fault === 'short' ? FEW_EVENTS : undefined;
  const isCsv = format === 'csv';
  let part = isCsv ? CSV_HEAD : '{"events":[';
  let written = 0;
  for (const event of writeFeed(country, today, origin, count)) {
    part += isCsv ? csvRow(event) : `${written === 0 ? '' : ','}${JSON.stringify(event)}`;
    written += 1;
    if (written % AT_ONCE !== 0) continue;
    yield part;
    part = '';
    await nextTurn();
  }
  if (fault === 'open') yield part.slice(0, -Math.min(part.length, 40));
  else yield isCsv ? part : `${part}]}`;
}
