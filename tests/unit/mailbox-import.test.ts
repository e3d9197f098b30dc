import { describe, expect, it } from 'vitest';
import { correctLines, parseMailboxes } from '../../shared/mailboxes/parse-pasted.ts';

const LISTED = [{ user: 'Known@gmail.com', host: 'imap.gmail.com' }];
const read = (text: string) =>
  parseMailboxes(text, LISTED).map(({ verdict, fault, mailbox }) => ({ verdict, fault, mailbox }));
const valid = (user: string, password: string, host: string, port = 993) => ({
  verdict: 'valid',
  fault: '',
  mailbox: { user, password, host, port },
});

describe('pasted mailboxes', () => {
  it.each([
    ['a@gmail.com:abcd efgh', valid('a@gmail.com', 'abcd efgh', 'imap.gmail.com')],
    ['a@gmx.de:x', valid('a@gmx.de', 'x', 'imap.gmx.net')],
    ['a@club.example:x:imap.club.example', valid('a@club.example', 'x', 'imap.club.example')],
    [
      'a@club.example:x:IMAP.club.example:143',
      valid('a@club.example', 'x', 'imap.club.example', 143),
    ],
    ['a@gmail.com:pass:word', valid('a@gmail.com', 'pass:word', 'imap.gmail.com')],
    ['a@gmail.com:12:34', valid('a@gmail.com', '12:34', 'imap.gmail.com')],
    ['a@gmail.com:p:w:imap.x.test:993', valid('a@gmail.com', 'p:w', 'imap.x.test')],
    ['a@c.test;p-1;imap.c.test;993', valid('a@c.test', 'p-1', 'imap.c.test')],
    ['a@c.test|p-1|imap.c.test|993', valid('a@c.test', 'p-1', 'imap.c.test')],
    ['a@c.test,p-1,imap.c.test,993', valid('a@c.test', 'p-1', 'imap.c.test')],
    ['a@c.test\tp-1\timap.c.test\t993', valid('a@c.test', 'p-1', 'imap.c.test')],
    ['a@c.test----p-1----imap.c.test----993', valid('a@c.test', 'p-1', 'imap.c.test')],
    ['a@c.test; p:1|x ;imap.c.test', valid('a@c.test', 'p:1|x', 'imap.c.test')],
    ['a@gmail.com|pass|word', valid('a@gmail.com', 'pass|word', 'imap.gmail.com')],
    ['a@gmail.com:p;w,x|y----z', valid('a@gmail.com', 'p;w,x|y----z', 'imap.gmail.com')],
    ['\u200ba@gmail.com\u200b:x\u200b', valid('a@gmail.com', 'x', 'imap.gmail.com')],
    ['  a@gmail.com : x  ', valid('a@gmail.com', 'x', 'imap.gmail.com')],
  ])('reads %s', (line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it.each([
    'a@outlook.com',
    'a@outlook.com:a password',
    'a@hotmail.co.uk;x',
    'a@live.com.mx',
    'a@msn.com|x',
    'a@outlook.com.br',
    'a@windowslive.com:x',
    'a@club.onmicrosoft.com',
    'a@club.example:x:outlook.office365.com',
  ])('marks an address that signs in at Microsoft, without its password: %s', (line) => {
    expect(read(line)).toEqual([{ verdict: 'sign_in', fault: '', mailbox: null }]);
  });

  it.each([
    ['a@live.example.org:x', 'malformed'],
    ['a@outlook.shop.example:x', 'malformed'],
    ['not-an-address@:x:outlook.office365.com', 'malformed'],
    ['a@gmail.com', 'malformed'],
  ])('marks no other line as one that signs in: %s', (line, verdict) => {
    expect(read(line)).toMatchObject([{ verdict }]);
  });

  it('signs in to an address once, and to no address that is in the list at any server', () => {
    const listed = [{ user: 'Ola@outlook.com', host: 'imap.simulator.test' }];
    const lines = parseMailboxes('ola@outlook.com\nb@msn.com\nB@msn.com:x', listed);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['known', 'sign_in', 'double']);
  });

  it('corrects likely typos of well-known domains, and nothing else of the text', () => {
    const text = 'a@gmial.com:gmial.com pass\r\n\nb@gmail.com:x\n c@hotmial.con:y:imap.c.test:143';
    const lines = parseMailboxes(text, []);
    expect(lines.map(({ corrected }) => corrected)).toEqual(['a@gmail.com', null, 'c@hotmail.com']);
    const corrected =
      'a@gmail.com:gmial.com pass\r\n\nb@gmail.com:x\n c@hotmail.com:y:imap.c.test:143';
    expect(correctLines(text, lines)).toBe(corrected);
    expect(correctLines(text, lines.slice(2))).toBe(text.replace('hotmial.con', 'hotmail.com'));
  });

  it.each([
    ['a@gmail.com', 'no password after the address'],
    ['a@gmail.com:', 'no password after the address'],
    ['@@@:x', 'Enter an email address.'],
    ['foo@bar:x', 'Enter an email address.'],
    ['a@club.example:x', 'add the server: address:password:host'],
    ['a@gmail.com:x:imap.gmail.com:70000', 'Enter a port from 1 to 65535.'],
  ])('reports what is wrong with %s', (line, fault) => {
    expect(read(line)).toEqual([{ verdict: 'malformed', fault, mailbox: null }]);
  });

  it.each(['a@c.test/secret', 'a@c.test=secret:imap.c.test', 'a@c.test#secret'])(
    'shows no text that may be a password in %s',
    (line) => {
      expect(JSON.stringify(parseMailboxes(line, []).map(({ user }) => user))).not.toContain(
        'secret',
      );
    },
  );

  it('marks repeats and mailboxes of the list in any letter case, and counts lines', () => {
    const lines = parseMailboxes(
      'a@gmail.com:x\r\n\r\nA@gmail.com:y\nknown@GMAIL.com:z\na@gmail.com:x:imap.other.test',
      LISTED,
    );
    expect(lines.map(({ line, verdict }) => [line, verdict])).toEqual([
      [1, 'valid'],
      [3, 'double'],
      [4, 'known'],
      [5, 'valid'],
    ]);
    expect(lines.filter(({ mailbox }) => mailbox !== null)).toHaveLength(2);
  });

  it('shows no password of a line that is malformed', () => {
    const [line] = parseMailboxes('foo@bar:a secret', []);
    expect(JSON.stringify(line)).not.toContain('a secret');
  });
});
