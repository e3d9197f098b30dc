import { hashText } from './random.ts';

const SIZES: [ratio: string, width: number, height: number, label: string][] = [
  ['3_2', 305, 203, 'ARTIST_PAGE_3_2'],
  ['16_9', 205, 115, 'EVENT_DETAIL_PAGE_16_9'],
  ['16_9', 100, 56, 'RECOMENDATION_16_9'],
  ['16_9', 1024, 576, 'TABLET_LANDSCAPE_16_9'],
  ['4_3', 305, 225, 'CUSTOM'],
  ['16_9', 2048, 1152, 'TABLET_LANDSCAPE_LARGE_16_9'],
  ['16_9', 640, 360, 'RETINA_PORTRAIT_16_9'],
  ['3_2', 640, 427, 'RETINA_PORTRAIT_3_2'],
  ['3_2', 1024, 683, 'TABLET_LANDSCAPE_3_2'],
  ['16_9', 1136, 639, 'RETINA_LANDSCAPE_16_9'],
];

interface ImageEntry {
  ratio: string;
  url: string;
  width: number;
  height: number;
  fallback: boolean;
}

/** The ten sizes in which the provider lists a picture. */
export function listPictures(origin: string, subject: string, isGeneric: boolean): ImageEntry[] {
  const name = isGeneric ? 'generic' : hashText(subject).toString(16).padStart(8, '0');
  return SIZES.map(([ratio, width, height, label]) => ({
    ratio,
    url: `${origin}/images/${width}x${height}/${name}_${label}.svg`,
    width,
    height,
    fallback: isGeneric,
  }));
}

/** A placeholder picture of that size, coloured by its name; null for other paths. */
export function drawPicture(path: string): string | null {
  const match = /^\/images\/(\d{1,4})x(\d{1,4})\/([\w-]+)\.svg$/.exec(path);
  if (!match) return null;
  const [, width = '1', height = '1', name = ''] = match;
  const hue = hashText(name.split('_')[0] ?? '') % 360;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 16 9" preserveAspectRatio="xMidYMid slice">`,
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 34%)"/>`,
    `<stop offset="1" stop-color="hsl(${(hue + 48) % 360} 55% 62%)"/></linearGradient></defs>`,
    '<rect width="16" height="9" fill="url(#g)"/>',
    `<circle cx="11.5" cy="3.6" r="2.2" fill="hsl(${(hue + 90) % 360} 60% 80% / .45)"/>`,
    '<path d="M0 9 5 4.5 8 7l3-2 5 4z" fill="rgb(0 0 0 / .28)"/></svg>',
  ].join('');
}

const ROWS = ['A', 'B', 'C', 'D'];

/** A seat map with named sections; null for other paths. */
export function drawSeatMap(path: string): string | null {
  const match = /^\/seatmaps\/([\w-]+)\.svg$/.exec(path);
  if (!match) return null;
  const hue = hashText(match[1] ?? '') % 360;
  const blocks = ROWS.flatMap((row, y) =>
    [1, 2, 3, 4, 5].map((column) => {
      const x = column * 110 - 58;
      return (
        `<rect x="${x}" y="${y * 80 + 120}" width="96" height="64" rx="6" fill="hsl(${hue} 40% ${48 + y * 9}%)"/>` +
        `<text x="${x + 48}" y="${y * 80 + 158}" text-anchor="middle" font-family="sans-serif" font-size="20" fill="#111">${row}${column}</text>`
      );
    }),
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="460" viewBox="0 0 640 460">',
    '<rect width="640" height="460" fill="#f4f2ee"/><rect x="170" y="24" width="300" height="60" rx="8" fill="#333"/>',
    '<text x="320" y="62" text-anchor="middle" font-family="sans-serif" font-size="22" fill="#fff">STAGE</text>',
    ...blocks,
    '</svg>',
  ].join('');
}
