import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FLAG_HEIGHT, FLAG_WIDTH, flagPlace, PLACES } from '../../web/ui/flag-place.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('the sheet has a flag at the position of each country, and nothing elsewhere', async () => {
  const { data, info } = await sharp(inRoot('web/ui/flags.webp'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const width = info.width / PLACES;
  const height = info.height / PLACES;
  expect([width / FLAG_WIDTH, height / FLAG_HEIGHT]).toEqual([2, 2]);
  const isDrawn = (code: string): boolean => {
    const { column, row } = flagPlace(code);
    const pixel = (row + 0.5) * height * info.width + (column + 0.5) * width;
    return (data[pixel * info.channels + 3] ?? 0) > 0;
  };
  const files = await readdir(inRoot('node_modules/country-flag-icons/3x2'));
  const known = files.flatMap((name) => /^([A-Z]{2})\.svg$/.exec(name)?.[1] ?? []);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  expect(known.length).toBeGreaterThan(240);
  expect(all.filter(isDrawn)).toEqual(known.sort());
});
