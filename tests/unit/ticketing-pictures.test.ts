import { expect, test } from 'vitest';
import { readThumbnails } from '../../worker/providers/ticketmaster/pictures.ts';

test.each([
  ['http://s1.ticketm.net/dam/a.jpg', 'https://s1.ticketm.net/dam/a.jpg'],
  ['http://media.ticketmaster.co.uk/a.jpg', 'https://media.ticketmaster.co.uk/a.jpg'],
  ['https://s1.ticketm.net/a.jpg', 'https://s1.ticketm.net/a.jpg'],
  ['http://127.0.0.1:1234/a.svg', 'http://127.0.0.1:1234/a.svg'],
  ['http://ticketm.net.example/a.jpg', 'http://ticketm.net.example/a.jpg'],
])('the picture at %s is loaded from %s', (url, loaded) => {
  expect(readThumbnails([{ url }])[0]?.url).toBe(loaded);
});

test('an artist list loads small pictures of the artist, not posters and not generic ones', () => {
  const pictures = [
    { url: 'https://p/poster', width: 2048, fallback: false },
    { url: 'https://p/generic', width: 160, fallback: true },
    { url: 'https://p/tiny', width: 100, fallback: false },
    { url: 'https://p/small', width: 205, fallback: false },
  ];
  expect(readThumbnails(pictures).map(({ url }) => url)).toEqual([
    'https://p/small',
    'https://p/poster',
    'https://p/tiny',
    'https://p/generic',
  ]);
});
