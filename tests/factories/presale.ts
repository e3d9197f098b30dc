import type { FoundCode, MailboxReport } from '../../shared/presale-codes/events.ts';

/** A code as the search finds it. */
export const makeCode = (part: Partial<FoundCode> = {}): FoundCode => ({
  code: 'HARVEST',
  account: 'box001@staged.example',
  email_subject: 'Your presale code',
  email_from: 'Velvet Herons <club@herons.example>',
  email_date: '2026-11-20T12:32:00.000Z',
  confidence: 0.97,
  evidence: 'Use code HARVEST at checkout.',
  mail_id: '1/INBOX/7/42',
  ...part,
});

/** The report of a search in a mailbox. */
export const makeReport = (part: Partial<MailboxReport> = {}): MailboxReport => ({
  id: 1,
  user: 'box001@staged.example',
  status: 'ok',
  message: '',
  scanned: 12,
  matched: 3,
  needs_look: [],
  ...part,
});
