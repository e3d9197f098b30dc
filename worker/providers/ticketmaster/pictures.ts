import type { Picture } from '../../../shared/ticketing/texts.ts';

/** The pictures of an event or artist; entries without a web address are left out. */
export function readPictures(images: unknown): Picture[] {
  if (!Array.isArray(images)) return [];
  const pictures: Picture[] = [];
  for (const image of images) {
    const picture = readPicture(image);
    if (picture) pictures.push(picture);
  }
  return pictures;
}

function readPicture(image: unknown): Picture | null {
  if (typeof image !== 'object' || image === null) return null;
  if (!('url' in image) || typeof image.url !== 'string' || !/^https?:/i.test(image.url))
    return null;
  return {
    url: image.url,
    ratio: 'ratio' in image && typeof image.ratio === 'string' ? image.ratio : '',
    width: 'width' in image && typeof image.width === 'number' ? image.width : 0,
    isFallback: 'fallback' in image && image.fallback === true,
  };
}
