import { describe, expect, test } from 'vitest';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { NOTHING_FOUND } from '../../sidecar/reader/protocol.ts';
import { type Finding, ScanMemory } from '../../sidecar/scan/scan-memory.ts';

const accessOf = (user: string): MailboxAccess => ({
  id: 1,
  user,
  host: 'mail.test',
  port: 993,
  password: 'x',
});
const QUERY = { ...ANY_CODE, keywords: ['Mara Venn'] };
const rowOf = (uid: number, isMatch = true) => ({
  uid,
  receivedAt: 1_000,
  identity: 0,
  isMatch,
  isUnread: false,
});
const findingOf = (text: string): Finding => ({
  subject: text,
  from: '',
  date: '',
  gaps: [],
  outcome: { ...NOTHING_FOUND, isMatch: true },
});

/** The folder of a mailbox, open. */
const open = (memory: ScanMemory, user = 'a@x.test', query = QUERY) => {
  const folder = memory.recall(accessOf(user), query)('INBOX');
  folder.open('7');
  return folder;
};

describe('the memory of the scanner', () => {
  test('returns what was added only to the next search with the same words', () => {
    const memory = new ScanMemory();
    open(memory).add(rowOf(1), findingOf('Été'));
    expect(open(memory).find(1)).toMatchObject({ finding: findingOf('Été') });
    expect(open(memory, 'b@x.test').find(1)).toBeNull();
    expect(open(memory, 'a@x.test', { ...QUERY, keywords: ['other'] }).find(1)).toBeNull();
    expect(open(memory, 'a@x.test', { ...QUERY, since: 5 }).find(1)).not.toBeNull();
  });

  test('does not return codes of one search to a simultaneous one with other criteria', () => {
    const memory = new ScanMemory();
    const short = open(memory, 'a@x.test', { ...QUERY, maxLength: 4 });
    const long = open(memory, 'a@x.test', { ...QUERY, minLength: 9 });
    short.add(rowOf(1), findingOf('short'));
    short.add(rowOf(2, false), null);
    long.add(rowOf(3), findingOf('long'));
    expect(short.find(3)).toBeNull();
    const next = open(memory, 'a@x.test', { ...QUERY, minLength: 9 });
    expect([next.find(1), next.find(2)?.isMatch, next.find(3)?.finding?.subject]).toEqual([
      null,
      false,
      'long',
    ]);
  });

  test('holds ten thousand findings, and the mailbox that was searched last keeps its findings', () => {
    const memory = new ScanMemory();
    const before = open(memory, 'before@x.test');
    for (let uid = 1; uid <= 6_000; uid++) before.add(rowOf(uid), findingOf(`${uid}`));
    const folder = open(memory);
    for (let uid = 1; uid <= 11_000; uid++) folder.add(rowOf(uid), findingOf(`${uid}`));
    const now = open(memory);
    expect([now.find(10_000)?.finding?.subject, now.find(10_001)]).toEqual(['10000', null]);
    expect(open(memory, 'before@x.test').find(1)).toBeNull();
  });

  test('holds four megabytes of findings', () => {
    const memory = new ScanMemory();
    const folder = open(memory);
    for (let uid = 1; uid <= 50; uid++) folder.add(rowOf(uid), findingOf('x'.repeat(100_000)));
    const now = open(memory);
    const held = Array.from({ length: 50 }, (_, at) => now.find(at + 1)).filter(Boolean);
    expect(held.length).toBeGreaterThan(35);
    expect(held.length).toBeLessThan(43);
  });

  test('drops findings of other mailboxes for new ones, but never which mails were read', () => {
    const memory = new ScanMemory();
    const before = open(memory, 'before@x.test');
    before.add(rowOf(1, false), null);
    before.add(rowOf(2), findingOf('two'));
    const folder = open(memory);
    for (let uid = 1; uid <= 10_000; uid++) folder.add(rowOf(uid), findingOf(`${uid}`));
    const large = open(memory, 'large@x.test');
    large.add(rowOf(1, false), null);
    for (let uid = 2; uid <= 50; uid++) large.add(rowOf(uid), findingOf('x'.repeat(100_000)));
    const later = open(memory, 'before@x.test');
    expect([later.find(1)?.isMatch, later.find(2)]).toEqual([false, null]);
    later.add(rowOf(3), findingOf('three'));
    expect(open(memory, 'large@x.test').find(1)).not.toBeNull();
  });

  test('drops nothing for a finding that does not fit at all', () => {
    const memory = new ScanMemory();
    open(memory, 'before@x.test').add(rowOf(1), findingOf('one'));
    open(memory).add(rowOf(1), findingOf('x'.repeat(5_000_000)));
    expect(open(memory, 'before@x.test').find(1)).not.toBeNull();
    expect(open(memory).find(1)).toBeNull();
  });

  test('holds two thousand mailboxes', () => {
    const memory = new ScanMemory();
    for (let at = 0; at <= 2_000; at++) open(memory, `${at}@x.test`).add(rowOf(1, false), null);
    expect(open(memory, '1@x.test').find(1)).not.toBeNull();
    expect(open(memory, '0@x.test').find(1)).toBeNull();
  });

  test('no longer counts findings of a recreated folder, and counts a mail once that was read again', () => {
    const memory = new ScanMemory();
    const long = findingOf('x'.repeat(100_000));
    for (let validity = 1; validity <= 50; validity++) {
      const folder = memory.recall(accessOf('a@x.test'), QUERY)('INBOX');
      folder.open(`${validity}`);
      folder.add(rowOf(1), long);
      folder.add(rowOf(1), long);
    }
    const folder = memory.recall(accessOf('a@x.test'), QUERY)('INBOX');
    folder.open('50');
    expect(folder.find(1)?.finding).toEqual(long);
  });
});
