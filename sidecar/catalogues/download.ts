import { PassThrough, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { isLoopbackHost } from '../../shared/env.ts';
import { readJson } from '../../shared/json.ts';
import { formatNumber } from '../../shared/numbers.ts';
import { readRetryAfter } from '../../shared/retry-after.ts';
import { isPublicAddress } from '../mailbox/address-guard.ts';
import { FeedError } from './split-json.ts';

/** The provider refused the call and named a pause. */
export class FeedRefused extends FeedError {
  readonly pauseMs: number;

  constructor(message: string, pauseMs: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

const MOST_REDIRECTS = 4;
const PAUSE_AFTER_429_MS = 60_000;

/**
 * Opens the file of an address as a stream of its bytes, unzipped. The messages of its errors never
 * hold the address, which has the key in it.
 * @param listedBytes a file that ends after less than half of these compressed bytes is an error
 * @throws FeedError if it does not exist.
 */
export async function openFile(
  address: string,
  listedBytes = 0,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await followRedirects(new URL(address));
  if (response.status === 429) {
    const pauseMs = readRetryAfter(response.headers.get('retry-after'), Date.now());
    throw new FeedRefused(
      'Ticketmaster refused the call, because too many were made.',
      pauseMs ?? PAUSE_AFTER_429_MS,
    );
  }
  if (response.status === 401 || response.status === 403)
    throw new FeedError(`Ticketmaster refused the key with status ${response.status}.`);
  if (!response.ok || response.body === null)
    throw new FeedError(`Ticketmaster answered with status ${response.status}.`);
  return unzipped(counted(response.body, listedBytes));
}

async function* counted(
  body: ReadableStream<Uint8Array>,
  listedBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes < listedBytes * LEAST_SHARE)
    throw new FeedError(
      `The file has ${formatNumber(bytes)} bytes, less than half of the ${formatNumber(listedBytes)} in the list of files.`,
    );
}

/** A file may be rewritten after the list, so it may be this much smaller than listed. */
const LEAST_SHARE = 0.5;

/** The part of the list of files that is read. The names of formats are in either letter case. */
const fileList = z.object({
  countries: z.record(
    z.string(),
    z.record(z.string(), z.object({ compressed_size_bytes: z.optional(z.number()) })),
  ),
});

/**
 * The size of a country's file in bytes, by the list of files.
 * @returns 0 if the list does not exist or does not contain the file
 */
export async function listedBytesOf(listAddress: string, country: string): Promise<number> {
  try {
    const response = await followRedirects(new URL(listAddress));
    const { countries } = fileList.parse(readJson(await response.text()));
    const formats = Object.entries(countries[country] ?? {});
    const json = formats.find(([format]) => format.toLowerCase() === 'json');
    return json?.[1].compressed_size_bytes ?? 0;
  } catch {
    return 0;
  }
}

/**
 * The address is the configured one; its redirects must be encrypted and public, or lead to the
 * same machine.
 */
async function followRedirects(first: URL): Promise<Response> {
  let url = first;
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    const response = await fetch(url.href, { redirect: 'manual' }).catch(() => {
      throw new FeedError('Ticketmaster cannot be reached.');
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url.href)) break;
    url = new URL(location, url);
    if (!mayFollow(first, url)) break;
  }
  throw new FeedError('Ticketmaster led to an address that is not allowed.');
}

function mayFollow(first: URL, next: URL): boolean {
  if (isLoopbackHost(first.hostname)) return isLoopbackHost(next.hostname);
  if (next.protocol !== 'https:' || isLoopbackHost(next.hostname)) return false;
  const isIp = /^[\d.]+$|^\[/.test(next.hostname);
  return !isIp || isPublicAddress(next.hostname.replace(/^\[|\]$/g, ''));
}

/**
 * The bytes of a body, unzipped if they begin as gzip does. A zipped file that ends early is an
 * error.
 */
async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(body, { objectMode: false });
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    source.once('readable', () => resolve(source.read()));
    source.once('end', () => resolve(null));
    source.once('error', reject);
  }).catch(cutOff);
  if (first === null) return;
  source.unshift(first);
  const isZipped = first[0] === 0x1f && first[1] === 0x8b;
  const target = isZipped ? createGunzip() : new PassThrough();
  // An error of the source ends the stream that is read.
  source.once('error', (error) => target.destroy(error));
  source.pipe(target);
  try {
    for await (const chunk of target) yield chunk;
  } catch (error) {
    cutOff(error);
  } finally {
    source.destroy();
  }
}

/** @throws FeedError */
function cutOff(error: unknown): never {
  if (error instanceof FeedError) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') throw new FeedError('The file ends early.');
  if (code.startsWith('Z_')) throw new FeedError('The file is damaged: it cannot be unzipped.');
  throw new FeedError('The connection ended before the file did.');
}
