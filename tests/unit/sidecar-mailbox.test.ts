import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { isPublicAddress, resolveAllowed } from '../../sidecar/mailbox/address-guard.ts';
import { HostSemaphore } from '../../sidecar/mailbox/host-semaphore.ts';
import { faultOf, MailboxError, signInFaultOf } from '../../sidecar/mailbox/mailbox-error.ts';
import { batchParts } from '../../sidecar/mailbox/part-batches.ts';
import { planParts, type StructureNode } from '../../sidecar/mailbox/structure.ts';
import { describeGaps } from '../../sidecar/scan/gaps.ts';

describe('addresses that may be opened', () => {
  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fc00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'no address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('localhost is refused unless private addresses are allowed', async () => {
    await expect(resolveAllowed('localhost', false)).rejects.toThrow('private network');
    await expect(resolveAllowed('127.0.0.1', true)).resolves.toEqual(['127.0.0.1']);
    await expect(resolveAllowed('127.0.0.1', 'loopback')).resolves.toEqual(['127.0.0.1']);
    for (const address of ['10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1']) {
      await expect(resolveAllowed(address, 'loopback')).rejects.toThrow('private network');
    }
  });
});

describe('a name with several addresses', () => {
  const resolve = (...addresses: string[]) =>
    resolveAllowed('mail.test', false, async () => addresses.map((address) => ({ address })));
  it('is opened only at the public ones, in order and at few of them', async () => {
    await expect(resolve('10.0.0.1', '8.8.4.4', '::1', '2606:4700::1111')).resolves.toEqual([
      '8.8.4.4',
      '2606:4700::1111',
    ]);
    await expect(resolve('8.0.0.1', '8.0.0.2', '8.0.0.3', '8.0.0.4')).resolves.toHaveLength(3);
  });
  it('is refused when all of them are private, and unknown when there are none', async () => {
    await expect(resolve('10.0.0.1', '::ffff:127.0.0.1')).rejects.toThrow('private network');
    await expect(resolve()).rejects.toThrow('was not found');
    await expect(resolve('no address')).rejects.toThrow('was not found');
  });
});

describe('a refused sign-in with an access token', () => {
  it.each<[object, string]>([
    [{ responseText: 'AUTHENTICATE failed.' }, 'token_refused'],
    [{ serverResponseCode: 'EXPIRED' }, 'token_refused'],
    [{ responseText: 'User is authenticated but not connected.' }, 'imap_off'],
    [{ responseText: 'User is not enabled for IMAP access.' }, 'imap_off'],
    [{ responseText: 'Account is locked' }, 'locked'],
    [{ code: 'ETHROTTLE' }, 'throttled'],
  ])('%j is %s', (answer, fault) => {
    const error = { authenticationFailed: true, ...answer };
    const host = 'outlook.office365.com';
    expect(signInFaultOf(error, { host, accessToken: 'token' })).toBe(fault);
  });

  it('is not treated as a wrong password, and its text begins with what to do', () => {
    const error = { authenticationFailed: true };
    expect(signInFaultOf(error, { host: 'imap.gmail.com' })).toBe('app_password');
    expect(new MailboxError('token_refused', 'h.test').message).toMatch(/^Sign in again: h\.test/);
  });
});

describe('failures in plain words', () => {
  it.each<[unknown, string, string]>([
    [{ authenticationFailed: true }, 'mail.test', 'wrong_password'],
    [{ authenticationFailed: true }, 'imap.gmail.com', 'app_password'],
    [{ authenticationFailed: true }, 'outlook.office365.com', 'no_passwords'],
    [{ authenticationFailed: true }, 'outlook.com.example', 'wrong_password'],
    [
      { authenticationFailed: true, responseText: 'Application-specific password required' },
      'mail.test',
      'app_password',
    ],
    [{ code: 'ENOTFOUND' }, 'mail.test', 'unknown_host'],
    [{ code: 'ECONNREFUSED' }, 'mail.test', 'refused'],
    [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'mail.test', 'certificate'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'mail.test', 'certificate'],
    [{ code: 'GREETING_TIMEOUT' }, 'mail.test', 'timed_out'],
    [{ code: 'ETHROTTLE' }, 'mail.test', 'throttled'],
    [{ responseText: 'Too many simultaneous connections' }, 'mail.test', 'throttled'],
    [{ code: 'NoConnection', reason: 'Too many concurrent connections' }, 'mail.test', 'throttled'],
    [{ serverResponseCode: 'OVERQUOTA' }, 'mail.test', 'throttled'],
    [
      { authenticationFailed: true, responseText: 'daily limit of mails' },
      'mail.test',
      'wrong_password',
    ],
    ...(
      [
        ['Your account is not enabled for IMAP use', 'imap_off'],
        ['IMAP access is disabled for your domain', 'imap_off'],
        ['Please enable IMAP in your settings', 'imap_off'],
        ['LOGIN failed: protocol disabled', 'imap_off'],
        ['NEOBHODIM parol prilozheniya / Application password is REQUIRED', 'app_password'],
        ['Please log in with an app password', 'app_password'],
        ['Password has expired', 'expired'],
        ['Your account has been locked', 'locked'],
        ['Account is temporarily blocked', 'locked'],
        ['Plaintext authentication disallowed on non-secure connections', 'needs_encryption'],
        ['STARTTLS is required', 'needs_encryption'],
        ['Temporary authentication failure', 'server_fault'],
        ['Invalid credentials', 'wrong_password'],
      ] as const
    ).map(
      ([responseText, fault]) =>
        [{ authenticationFailed: true, responseText }, 'mail.test', fault] as [
          unknown,
          string,
          string,
        ],
    ),
    ...(
      [
        ['EXPIRED', 'expired'],
        ['PRIVACYREQUIRED', 'needs_encryption'],
        ['CONTACTADMIN', 'locked'],
        ['UNAVAILABLE', 'server_fault'],
        ['INUSE', 'server_fault'],
        ['SERVERBUG', 'server_fault'],
      ] as const
    ).map(
      ([serverResponseCode, fault]) =>
        [{ authenticationFailed: true, serverResponseCode }, 'mail.test', fault] as [
          unknown,
          string,
          string,
        ],
    ),
    [{ code: 'NoConnection' }, 'mail.test', 'closed'],
    ['not an error', 'mail.test', 'other'],
  ])('%o at %s: %s', (error, host, fault) => {
    expect(faultOf(error, host)).toBe(fault);
  });

  it('never repeat the text of a server', () => {
    const error = { authenticationFailed: true, responseText: 'password hunter2 for bob is wrong' };
    expect(new MailboxError(faultOf(error, 'mail.test'), 'mail.test').message).not.toMatch(
      /hunter2|bob/,
    );
  });
});

describe('the gaps of a completed scan', () => {
  const none = {
    read: 58,
    leftOut: new Map(),
    closedFolders: [],
    areFoldersUnknown: false,
    areFoldersChosen: false,
    listedPictures: 20,
    unlistedPictures: 0,
  };
  const leftOut = (counts: Partial<Record<LeftOutReason, number>>) => ({
    leftOut: new Map(Object.entries(counts) as [LeftOutReason, number][]),
  });
  it.each([
    [{}, ''],
    [leftOut({ unreadable: 1 }), '58 of 59 mails read. 1 mail could not be read.'],
    [
      leftOut({ unreadable: 1, not_delivered: 2 }),
      '58 of 61 mails read. 3 mails could not be read.',
    ],
    [
      { read: 20_000, ...leftOut({ beyond_newest: 3120 }) },
      '20,000 of 23,120 mails read. Only the newest 200,000 mails of a folder are read. Search a shorter period.',
    ],
    [leftOut({ too_many_parts: 2 }), 'Of 2 mails only the first 8 parts were read.'],
    [leftOut({ part_too_large: 1 }), 'Of 1 mail only the first 256 kB of a part were read.'],
    [
      leftOut({ text_too_long: 1 }),
      'Of 1 mail only the first 20,000 lines or possible codes were read.',
    ],
    [leftOut({ unknown_charset: 1 }), '1 mail has letters in an unknown charset.'],
    [leftOut({ not_text: 2 }), '2 mails have a text part that is not text.'],
    [{ closedFolders: ['Spam'] }, 'The folder Spam could not be opened.'],
    [
      { closedFolders: ['Deals'], areFoldersChosen: true },
      'The folder Deals could not be opened. If it was renamed or deleted, choose the folders of this mailbox again on the IMAP Accounts page.',
    ],
    [
      { closedFolders: ['A', 'B'], areFoldersChosen: true },
      'The folder A could not be opened. The folder B could not be opened. If they were renamed or deleted, choose the folders of this mailbox again on the IMAP Accounts page.',
    ],
    [{ areFoldersUnknown: true }, 'The server did not list its folders: only the inbox was read.'],
    [{ unlistedPictures: 5 }, '25 mails may have a code in a picture; 20 are listed.'],
  ])('%o: %s', (gap, text) => {
    expect(describeGaps({ ...none, ...gap })).toBe(text);
  });
});

describe('parts that are fetched', () => {
  const text = (part: string, type = 'text/plain'): StructureNode => ({
    part,
    type,
    encoding: '7bit',
    size: 100,
  });
  it('are the texts, including those of a mail inside the mail, and no files', () => {
    const root: StructureNode = {
      type: 'multipart/mixed',
      childNodes: [
        { type: 'multipart/alternative', childNodes: [text('1.1'), text('1.2', 'text/html')] },
        { part: '2', type: 'message/rfc822', childNodes: [text('2.1')] },
        { ...text('3'), disposition: 'attachment' },
        { part: '4', type: 'image/png' },
        { part: '5', type: 'application/pdf' },
      ],
    };
    expect(planParts(root)).toMatchObject({
      hasImages: true,
      gaps: [],
      parts: [{ key: '1.1' }, { key: '1.2' }, { key: '2', type: 'message/rfc822' }],
    });
  });

  it('are few, however deep or wide a mail claims to be', () => {
    let deep: StructureNode = text('1');
    for (let i = 0; i < 500; i++) deep = { type: 'multipart/mixed', childNodes: [deep] };
    expect(planParts(deep)).toMatchObject({ parts: [], gaps: ['too_many_parts'] });
    const wide = {
      type: 'multipart/mixed',
      childNodes: Array.from({ length: 500 }, (_, i) => ({ ...text(String(i)), size: 10 ** 9 })),
    };
    const { parts, gaps } = planParts(wide);
    expect(gaps.toSorted()).toEqual(['part_too_large', 'too_many_parts']);
    expect(parts.length).toBeLessThanOrEqual(8);
    expect(Math.max(...parts.map(({ bytes }) => bytes))).toBe(256 * 1024);
  });

  it.each([
    ['without a structure', undefined],
    ['a multipart without parts', { type: 'multipart/mixed' }],
    ['a type of its own', { part: '1', type: 'html/' }],
  ])('are the whole mail if the server understood nothing: %s', (_, root) => {
    expect(planParts(root).parts).toMatchObject([{ key: '', type: 'message/rfc822' }]);
  });

  it.each([
    ['a file alone', { part: '1', type: 'application/pdf' }, []],
    ['an unknown text without a name', text('1', 'text/markdown'), ['1']],
    ['an enriched text', text('1', 'text/enriched'), ['1']],
    ['a second form for programs', text('1', 'text/x-amp-html'), []],
    ['a table with a name', { ...text('1', 'text/x-log'), parameters: { name: 'a.log' } }, []],
  ])('are texts that people read: %s', (_, root, keys) => {
    expect(planParts(root).parts.map(({ key }) => key)).toEqual(keys);
  });
});

describe('commands for parts', () => {
  const mail = (wanted: string[], others: string[] = []) => ({
    parts: wanted.map((key) => ({
      key,
      type: 'text/plain' as const,
      charset: '',
      encoding: '',
      flow: 'fixed' as const,
      bytes: 100,
      textCount: 0,
    })),
    others,
    hasImages: false,
    gaps: [],
  });
  it('never request a part that differs in one of their mails, and omit no mail', () => {
    const key = fc.constantFrom('1', '2', '3', '1.1', '1.2', '2.1');
    const anyMail = fc
      .tuple(fc.uniqueArray(key, { minLength: 1 }), fc.uniqueArray(key))
      .map(([wanted, others]) =>
        mail(
          wanted,
          others.filter((one) => !wanted.includes(one)),
        ),
      );
    fc.assert(
      fc.property(fc.array(anyMail, { maxLength: 60 }), fc.nat(20), (mails, first) => {
        const batches = batchParts(mails, first + 1);
        for (const { mails: together, keys } of batches)
          for (const one of together) {
            expect(one.parts.every((part) => keys.has(part.key))).toBe(true);
            expect(one.others.filter((other) => keys.has(other))).toEqual([]);
          }
        const all = batches.flatMap((batch) => batch.mails);
        expect(all).toHaveLength(mails.length);
        expect(new Set(all)).toEqual(new Set(mails));
        expect(batches[0]?.mails.length ?? 0).toBeLessThanOrEqual(first + 1);
      }),
    );
  });

  it('are combined for mails of one structure, and for structures that are compatible', () => {
    const simple = mail(['1']);
    const alternative = mail(['1', '2']);
    const withFile = mail(['1.1', '1.2'], ['1', '2']);
    expect(batchParts([simple, alternative, simple], 100)).toHaveLength(1);
    expect(batchParts([simple, withFile, alternative, withFile], 100)).toHaveLength(2);
  });
});

describe('the semaphore of hosts', () => {
  it('never admits more than allowed, in total or per host, and admits everybody in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (hosts, atOnce, perHost) => {
          const semaphore = new HostSemaphore(atOnce, perHost);
          const inside: string[] = [];
          let served = 0;
          await Promise.all(
            hosts.map(async (host) => {
              const release = await semaphore.acquire(host, new AbortController().signal);
              inside.push(host);
              expect(inside.length).toBeLessThanOrEqual(atOnce);
              expect(inside.filter((other) => other === host).length).toBeLessThanOrEqual(perHost);
              await Promise.resolve();
              inside.splice(inside.indexOf(host), 1);
              release();
              release();
              served++;
            }),
          );
          expect(served).toBe(hosts.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('drops those who give up waiting', async () => {
    const semaphore = new HostSemaphore(1, 1);
    const release = await semaphore.acquire('a', new AbortController().signal);
    const controller = new AbortController();
    const waiting = semaphore.acquire('a', controller.signal);
    controller.abort('cancelled');
    await expect(waiting).rejects.toBe('cancelled');
    release();
    await expect(semaphore.acquire('a', new AbortController().signal)).resolves.toBeTypeOf(
      'function',
    );
  });
});
