import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, resolveAllowed } from '../../sidecar/mailbox/address-guard.ts';
import { faultOf, MailboxError } from '../../sidecar/mailbox/mailbox-error.ts';
import { planParts, type StructureNode } from '../../sidecar/mailbox/structure.ts';
import { Turnstile } from '../../sidecar/mailbox/turnstile.ts';

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
    await expect(resolveAllowed('127.0.0.1', true)).resolves.toBe('127.0.0.1');
  });
});

describe('faults in plain words', () => {
  it.each([
    [{ authenticationFailed: true }, 'mail.test', 'wrong_password'],
    [{ authenticationFailed: true }, 'imap.gmail.com', 'app_password'],
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
    [{ code: 'NoConnection' }, 'mail.test', 'closed'],
    ['not an error', 'mail.test', 'other'],
  ])('%o at %s: %s', (error, host, fault) => {
    expect(faultOf(error, host)).toBe(fault);
  });

  it('never repeat what a server said', () => {
    const error = { authenticationFailed: true, responseText: 'password hunter2 for bob is wrong' };
    expect(new MailboxError(faultOf(error, 'mail.test'), 'mail.test').message).not.toMatch(
      /hunter2|bob/,
    );
  });
});

describe('parts that are fetched', () => {
  const text = (part: string, type = 'text/plain'): StructureNode => ({
    part,
    type,
    encoding: '7bit',
    size: 100,
  });
  it('are the texts, those of a mail inside included, and no files', () => {
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
      parts: [{ key: '1.1' }, { key: '1.2' }, { key: '2.1' }],
    });
  });

  it('are few, however deep or wide a mail pretends to be', () => {
    let deep: StructureNode = text('1');
    for (let i = 0; i < 500; i++) deep = { type: 'multipart/mixed', childNodes: [deep] };
    expect(planParts(deep).parts).toEqual([]);
    const wide = {
      type: 'multipart/mixed',
      childNodes: Array.from({ length: 500 }, (_, i) => ({ ...text(String(i)), size: 10 ** 9 })),
    };
    const { parts } = planParts(wide);
    expect(parts.length).toBeLessThanOrEqual(8);
    expect(Math.max(...parts.map(({ bytes }) => bytes))).toBe(256 * 1024);
  });
});

describe('the turnstile', () => {
  it('never lets in more than it may, in all or per host, and lets everybody in at last', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (hosts, atOnce, perHost) => {
          const turnstile = new Turnstile(atOnce, perHost);
          const inside: string[] = [];
          let served = 0;
          await Promise.all(
            hosts.map(async (host) => {
              const leave = await turnstile.enter(host, new AbortController().signal);
              inside.push(host);
              expect(inside.length).toBeLessThanOrEqual(atOnce);
              expect(inside.filter((other) => other === host).length).toBeLessThanOrEqual(perHost);
              await Promise.resolve();
              inside.splice(inside.indexOf(host), 1);
              leave();
              leave();
              served++;
            }),
          );
          expect(served).toBe(hosts.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('forgets those who give up waiting', async () => {
    const turnstile = new Turnstile(1, 1);
    const leave = await turnstile.enter('a', new AbortController().signal);
    const controller = new AbortController();
    const waiting = turnstile.enter('a', controller.signal);
    controller.abort('cancelled');
    await expect(waiting).rejects.toBe('cancelled');
    leave();
    await expect(turnstile.enter('a', new AbortController().signal)).resolves.toBeTypeOf(
      'function',
    );
  });
});
