import type { MailboxHealth } from '../../shared/mailboxes/health.ts';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';

/** The health of a mailbox that was read a while ago. */
export const makeHealth = (part: Partial<MailboxHealth> = {}): MailboxHealth => ({
  is_due: false,
  worked_at: '2026-11-20T12:00:00.000Z',
  checked_at: '2026-11-20T12:00:00.000Z',
  failing_since: null,
  failures: 0,
  failure: null,
  ...part,
});

/** A mailbox as the list shows it. */
export const makeMailbox = (part: Partial<ImapAccount> = {}): ImapAccount => ({
  id: 1,
  user: 'box001@staged.example',
  host: 'imap.gmail.com',
  port: 993,
  auth: 'password',
  needs_sign_in: false,
  is_active: true,
  created_at: '2026-11-20T10:00:00.000Z',
  tags: [],
  folders: null,
  health: makeHealth(),
  ...part,
});

/** Mailboxes with the ids 1, 2 and so on; every tenth is inactive. */
export const makeMailboxes = (count: number): ImapAccount[] =>
  Array.from({ length: count }, (_, i) =>
    makeMailbox({
      id: i + 1,
      user: `box${String(i + 1).padStart(3, '0')}@staged.example`,
      host: i % 2 === 0 ? 'imap.gmail.com' : 'imap.gmx.net',
      is_active: i % 10 !== 9,
    }),
  );
