import { describe, expect, it } from 'vitest';
import { mailboxOf, providerOf, serverFor } from '../../shared/mailboxes/mail-servers.ts';
import {
  accountRules,
  changedImapAccount,
  mailboxTest,
  newImapAccount,
} from '../../shared/mailboxes/schema.ts';
import { makeMailbox } from '../factories/mailboxes.ts';

const stored = makeMailbox({ user: 'a@b.test' });
const typed = {
  user: 'a@b.test',
  password: 'secret',
  host: 'imap.gmail.com',
  port: '993',
  is_active: true,
};

describe('the form of an account', () => {
  it.each([
    ['accepts a complete account', {}, null, []],
    ['needs an address', { user: '' }, null, ['user']],
    ['needs an email address', { user: 'someone' }, null, ['user']],
    ['needs a password for a new account', { password: '' }, null, ['password']],
    ['keeps the password of a stored account', { password: '' }, stored, []],
    ['needs it for another host', { password: '', host: 'b.test' }, stored, ['password']],
    ['needs it for another port', { password: '', port: '143' }, stored, ['password']],
    ['needs it for another address', { password: '', user: 'c@b.test' }, stored, ['password']],
    ['accepts another host with a password', { host: 'b.test' }, stored, []],
    [
      'takes other letter case for the same place',
      { password: '', user: ' A@b.test', host: 'IMAP.gmail.com' },
      stored,
      [],
    ],
    ['needs neither host nor port', { host: '', port: '' }, null, []],
    ['refuses a host with blanks', { host: 'imap gmail com' }, null, ['host']],
    ['refuses a URL as host', { host: 'https://imap.x.test' }, null, ['host']],
    ['accepts an IP address', { host: '192.0.2.7' }, null, []],
    ['refuses port 0', { port: '0' }, null, ['port']],
    ['refuses port 65536', { port: '65536' }, null, ['port']],
    ['refuses a port in words', { port: 'imap' }, null, ['port']],
  ])('%s', (_, part, account, expected) => {
    const { error } = accountRules(account).safeParse({ ...typed, ...part });
    expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(expected);
  });

  it('sends defaults for omitted fields', () => {
    expect(newImapAccount.parse({ ...typed, user: ' a@b.test ', host: ' ', port: '' })).toEqual({
      user: 'a@b.test',
      host: 'imap.gmail.com',
      port: 993,
      is_active: true,
      password: 'secret',
    });
    expect(changedImapAccount.parse({ user: 'a@b.test' })).not.toHaveProperty('password');
    expect(mailboxTest.parse({ ...typed, id: 1 })).not.toHaveProperty('is_active');
  });

  it.each([
    ['someone@gmail.com', 'imap.gmail.com'],
    ['someone@hotmail.fr', 'outlook.office365.com'],
    ['someone@GMX.de', 'imap.gmx.net'],
    ['someone@gmx.com', 'imap.gmx.com'],
    ['someone@me.com', 'imap.mail.me.com'],
    ['someone@yahoo.co.uk', 'imap.mail.yahoo.com'],
    ['someone@web.de', 'imap.web.de'],
    ['someone@own-domain.example', null],
    ['someone', null],
  ])('finds the server of %s, unless another one was typed', (address, host) => {
    expect(serverFor(address, 'imap.gmail.com')).toBe(host);
    expect(serverFor(address, 'mail.own-domain.example')).toBeNull();
  });

  it('names the provider of a host', () => {
    expect(providerOf(' IMAP.gmx.net ')).toBe('gmx');
    expect(providerOf('imap.own-domain.example')).toBe('other');
  });
});

describe('the mailbox that a provider confirms', () => {
  const at = (host: string, user = 'Box@club.test') => ({ user, host });
  const confirmed = at('outlook.office365.com', 'box@CLUB.test');

  it.each([
    ['is the one at the same host', ['imap-mail.outlook.com', 'outlook.office365.com'], 1],
    ['is one at another host of Microsoft', ['imap.gmail.com', 'imap-mail.outlook.com'], 1],
    ['is one at an older host of Microsoft', ['imap.hotmail.com'], 0],
    ['is none at a server of somebody else', ['mail.club.test', 'outlook.com.test'], -1],
  ])('%s', (_, hosts, index) => {
    const listed = hosts.map((host) => at(host));
    expect(mailboxOf(listed, confirmed)).toBe(listed[index] ?? null);
  });

  it('has the same address, and at other providers the same host', () => {
    expect(mailboxOf([at('outlook.office365.com', 'else@club.test')], confirmed)).toBe(null);
    const google = at('imap.gmail.com');
    expect(mailboxOf([at('imap.googlemail.com')], google)).toBe(null);
    expect(mailboxOf([at('outlook.office365.com')], google)).toBe(null);
  });
});

describe('the call that adds an account', () => {
  it.each([
    [true, true],
    [1, true],
    ['yes', true],
    [undefined, true],
    [false, false],
    [0, false],
    ['', false],
    ['false', false],
    [null, false],
  ])('reads is_active %j as %s', (is_active, expected) => {
    const account = newImapAccount.parse({ user: 'a@b.test', password: 'x', is_active });
    expect(account.is_active).toBe(expected);
  });
});
