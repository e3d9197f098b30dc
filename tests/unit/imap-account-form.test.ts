import { describe, expect, it } from 'vitest';
import {
  changedImapAccount,
  imapAccountTest,
  newImapAccount,
} from '../../shared/imap-accounts/schema.ts';
import {
  checkForm,
  emptyForm,
  formOf,
  payloadOf,
  serverFor,
} from '../../web/features/imap-accounts/account-form.ts';
import {
  readAccountsSearch,
  searchOf,
  viewOf,
} from '../../web/features/imap-accounts/accounts-view.ts';

const stored = {
  id: 1,
  user: 'a@b.test',
  host: 'imap.gmail.com',
  port: 993,
  is_active: true,
  created_at: '',
};
const typed = { ...emptyForm(), user: 'a@b.test', password: 'secret' };

describe('the form of a mailbox', () => {
  it('begins with the defaults of the specification', () => {
    expect(emptyForm()).toEqual({
      user: '',
      password: '',
      host: 'imap.gmail.com',
      port: '993',
      isActive: true,
    });
  });

  it.each([
    ['nothing that is wrong', {}, null, []],
    ['no address', { user: '' }, null, ['user']],
    ['no email address', { user: 'someone' }, null, ['user']],
    ['no password of a new mailbox', { password: '' }, null, ['password']],
    ['nothing without a password of a known mailbox', { password: '' }, stored, []],
    [
      'no password of a mailbox at another host',
      { password: '', host: 'b.test' },
      stored,
      ['password'],
    ],
    [
      'no password of a mailbox at another port',
      { password: '', port: '143' },
      stored,
      ['password'],
    ],
    ['no password of another address', { password: '', user: 'c@b.test' }, stored, ['password']],
    ['nothing with a password for another host', { host: 'b.test' }, stored, []],
    [
      'nothing of the same place in other letters',
      { password: '', user: ' A@b.test', host: 'IMAP.gmail.com' },
      stored,
      [],
    ],
    ['nothing without host and port', { host: '', port: '' }, null, []],
    ['a host of two words', { host: 'imap gmail com' }, null, ['host']],
    ['an address in place of the host', { host: 'https://imap.x.test' }, null, ['host']],
    ['nothing of an IP address', { host: '192.0.2.7' }, null, []],
    ['a port of zero', { port: '0' }, null, ['port']],
    ['a port over the last', { port: '65536' }, null, ['port']],
    ['a port in words', { port: 'imap' }, null, ['port']],
  ])('tells %s', (_, part, account, expected) => {
    expect(Object.keys(checkForm({ ...typed, ...part }, account))).toEqual(expected);
  });

  it('sends the defaults for what was left out and the password only when it was filled in', () => {
    expect(payloadOf({ ...typed, user: ' a@b.test ', host: ' ', port: '' })).toEqual({
      user: 'a@b.test',
      host: 'imap.gmail.com',
      port: 993,
      is_active: true,
      password: 'secret',
    });
    expect(payloadOf({ ...typed, password: '' })).not.toHaveProperty('password');
  });

  it('sends what the server takes, for a new mailbox, a change and a test', () => {
    expect(newImapAccount.safeParse(payloadOf(typed)).success).toBe(true);
    const known = formOf({
      id: 1,
      user: 'a@b.test',
      host: 'imap.b.test',
      port: 143,
      is_active: false,
      created_at: '',
    });
    expect(known.password).toBe('');
    expect(changedImapAccount.parse(payloadOf(known))).toEqual({
      user: 'a@b.test',
      host: 'imap.b.test',
      port: 143,
      is_active: false,
    });
    expect(imapAccountTest.safeParse({ ...payloadOf(known), id: 1 }).success).toBe(true);
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
  ])('knows the server of %s', (address, host) => {
    expect(serverFor(address, 'imap.gmail.com')).toBe(host);
    expect(serverFor(address, 'mail.own-domain.example')).toBeNull();
  });
});

describe('the call that adds a mailbox', () => {
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

describe('the address of IMAP Accounts', () => {
  it('holds the filter, and nothing while all are shown', () => {
    expect(searchOf({ term: '', state: 'all' })).toEqual({});
    const view = { term: 'gmx', state: 'inactive' } as const;
    expect(viewOf(readAccountsSearch({ ...searchOf(view) }))).toEqual(view);
    expect(viewOf(readAccountsSearch({ state: 'odd' }))).toEqual({ term: '', state: 'all' });
  });
});
