/**
 * Creates web/ui/flags.webp, one picture with all flags: a list that shows other rows then changes
 * positions instead of loading pictures. Run it after an update of country-flag-icons: `npm run
 * flag-sheet`.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { FLAG_HEIGHT, FLAG_WIDTH, flagPlace, PLACES } from '../web/ui/flag-place.ts';

/** Device pixels for each CSS pixel. */
const SCALE = 2;
const width = FLAG_WIDTH * SCALE;
const height = FLAG_HEIGHT * SCALE;
/** Rounds the corners of a flag. */
const CORNERS = Buffer.from(shape('fill="#fff"'));
/** Keeps a white flag visible on a white page, in both themes. */
const EDGE = Buffer.from(shape('fill="none" stroke="#888" stroke-opacity=".35" stroke-width="2"'));
const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'node_modules/country-flag-icons/3x2');

function shape(paint: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="4" ${paint}/></svg>`;
}

const files = (await readdir(source)).filter((name) => /^[A-Z]{2}\.svg$/.test(name));
const pictures = await Promise.all(
  files.map(async (name) => {
    const { column, row } = flagPlace(name.slice(0, 2));
    const input = await sharp(join(source, name), { density: 144 })
      .resize(width, height, { fit: 'cover' })
      .composite([{ input: CORNERS, blend: 'dest-in' }, { input: EDGE }])
      .png()
      .toBuffer();
    return { input, left: column * width, top: row * height };
  }),
);
await sharp({
  create: {
    width: PLACES * FLAG_WIDTH * SCALE,
    height: PLACES * FLAG_HEIGHT * SCALE,
    channels: 4,
    background: '#0000',
  },
})
  .composite(pictures)
  .webp({ nearLossless: true, quality: 20, effort: 6 })
  .toFile(join(root, 'web/ui/flags.webp'));
