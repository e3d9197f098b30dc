import { describe, expect, test } from 'vitest';
import { PAGE_VERBS } from '../../web/features/palette/page-verbs.ts';
import { isNear, rankOf } from '../../web/features/palette/rank.ts';
import { alertTarget, countIn } from '../../web/features/palette/typed-verbs.ts';

const UPLOAD = ['Upload queue files', 'csv', 'import'];
const MAILBOX = ['Add IMAP account', 'mailbox', 'new'];

describe('the rank of a palette entry', () => {
  test.each([
    ['upload queue files', UPLOAD, 1],
    ['queue files', UPLOAD, 0.6],
    ['ueue', UPLOAD, 0.3],
    ['queue upload', UPLOAD, 0.2],
    ['add mailbox', MAILBOX, 0.2],
    ['add a mailbox', MAILBOX, 0.2],
    ['uplaod queue', UPLOAD, 0.15],
    ['upload queu files', UPLOAD, 0.2],
    ['upload qeue files', UPLOAD, 0.15],
    ['uploadd queue', UPLOAD, 0.15],
    ['add maibox', MAILBOX, 0.15],
    ['genrate 500', ['Generate 500 users'], 0.15],
  ])('of %j for %j is %d', (query, labels, rank) => {
    expect(rankOf(query, labels)).toBe(rank);
  });

  test.each([
    ['two errors', 'uplaod qeue', UPLOAD],
    ['an error in a short word', 'adx account', MAILBOX],
    ['another number', 'generate 600 users', ['Generate 500 users']],
    ['a word that the entry lacks', 'upload profiles', UPLOAD],
    ['no words', '!!', UPLOAD],
  ])('is 0 for %s', (_, query, labels) => {
    expect(rankOf(query, labels)).toBe(0);
  });

  test.each([
    ['queue', 'queue', true],
    ['', 'a', true],
    ['queue', 'queues', true],
    ['qeuue', 'queue', true],
    ['qqueue', 'queue', true],
    ['queux', 'queue', true],
    ['xueux', 'queue', false],
    ['euque', 'queue', false],
    ['queue', 'queuess', false],
  ])('allows one error: %j, %j: %s', (a, b, isOne) => {
    expect(isNear(a, b)).toBe(isOne);
    expect(isNear(b, a)).toBe(isOne);
  });
});

test.each(['Queen', 'Adele', '10cc', 'Blink-182', 'Generators', 'Alert 312'])(
  'the artist %j is not mistaken for a command of a page',
  (name) => {
    const ranks = PAGE_VERBS.map(({ label, keywords = [] }) => rankOf(name, [label, ...keywords]));
    expect(ranks.filter((rank) => rank > 0)).toEqual([]);
  },
);

test.each([
  ['generate 500 users', 500],
  ['generate 2,500 users', 2_500],
  ['1 000 users', 1_000],
  ['generate users', null],
  ['generate 0 users', null],
  ['code RV2026', null],
  ['genrate 500 uesrs', 500],
  ['Usher 2026', null],
  ['James 2026', null],
  ['Games 2026', null],
  ['500 addresses', 500],
  ['1975', null],
  ['The 1975', null],
  ['Blink 182', null],
  ['Maroon 5 tour', null],
  ['10cc', null],
  ['Blink-182', null],
  ['PEOPLE 1', null],
  ['Generators 7', null],
])('the number in %j is %j', (text, count) => {
  expect(countIn(text)).toBe(count);
});

test.each([
  ['alert for Vela Marin', 'Vela Marin'],
  ['Add price alert for  Vela Marin ', 'Vela Marin'],
  ['alerts Vela', 'Vela'],
  ['alret for Vela', 'Vela'],
  ['alert', null],
  ['alert for', null],
  ['late alert for Vela', null],
  ['Vela Marin', null],
  ['alrets on Vela', 'Vela'],
  ['Albert Hammond', null],
  ['Alerta Roja', null],
  ['New Alter Bridge', null],
  ['Alerts', null],
  ['Alexa Feser', null],
  ['Add Albert', null],
])('%j requests an alert for %j', (text, target) => {
  expect(alertTarget(text)).toBe(target);
});
