import type { Picture } from '../../../shared/ticketing/texts.ts';
import { type Fields, listOf, numberFrom, textOf } from '../fields.ts';

/**
 * Older entries use http for the picture hosts. The hosts support https, and pages may load nothing
 * else.
 */
const OWN_HOST_PLAIN = /^http:\/\/((?:[\w-]+\.)*(?:ticketm\.net|ticketmaster\.[a-z.]+)(?=\/))/i;

/** The width that suits the small picture beside an artist's name, on sharp screens too. */
const THUMBNAIL_WIDTH = 160;

/** An artist's pictures, best first: pictures of the artist, then those near a thumbnail's size. */
export function readThumbnails(images: unknown): Picture[] {
  return readPictures(images)
    .sort((a, b) => Number(a.isFallback) - Number(b.isFallback) || misfit(a) - misfit(b))
    .map((picture) => ({ ...picture, url: secureAddress(picture.url) }));
}

/** The address that a page may load: the provider's own hosts by https. */
export function secureAddress(url: string): string {
  return url.replace(OWN_HOST_PLAIN, 'https://$1');
}

/** Any picture that is too small is worse than any that is too large. */
function misfit({ width }: Picture): number {
  return width < THUMBNAIL_WIDTH ? 10_000 - width : width - THUMBNAIL_WIDTH;
}

/** The pictures of an event or artist as the provider names them; entries without a web address are left out. */
export const readPictures = (images: unknown): Picture[] =>
  listOf(images).flatMap((image) => readPicture(image) ?? []);

function readPicture({ url, ratio, width, fallback }: Fields): Picture | null {
  const address = textOf(url);
  if (address === undefined || !/^https?:/i.test(address)) return null;
  return {
    url: address,
    ratio: textOf(ratio) ?? '',
    width: numberFrom(width) ?? 0,
    isFallback: fallback === true,
  };
}
