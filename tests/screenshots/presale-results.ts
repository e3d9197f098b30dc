import type { Page } from '@playwright/test';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import { makeMailboxes } from '../factories/mailboxes.ts';
import { makeCode, makeReport } from '../factories/presale.ts';
import { searchFor, stageMailboxes, stageSearch } from './staged-search.ts';

/** Dates are counted in days before now, so that the pictures stay the same. */
const NOW = new Date('2026-11-20T13:05:00Z');

const LETTERS: readonly (readonly [
  code: string,
  confidence: number,
  from: string,
  subject: string,
  evidence: string,
])[] = [
  [
    'LANTERNLIGHT',
    0.98,
    'Northern Lanterns Fan Club <club@northernlanterns.example>',
    'Your presale password',
    'The password for the fan presale is LANTERNLIGHT, Thursday from 10:00.',
  ],
  [
    'NL-7K2Q-44VD',
    0.96,
    'Gate Thirteen <tickets@gatethirteen.example>',
    'Your personal access code for Northern Lanterns',
    'Your personal access code: NL-7K2Q-44VD',
  ],
  [
    '440193',
    0.91,
    'Meridian Card <offers@meridiancard.example>',
    'Cardholder early access',
    'Enter the first six digits of your card, 440193, to unlock the offer.',
  ],
  [
    'harbour',
    0.83,
    'Radio Saltmarsh <breakfast@saltmarsh.example>',
    'Listener tickets, one day early',
    'This morning’s word is harbour, type it in the box before Friday.',
  ],
  [
    'POLARIS-26',
    0.78,
    'Pier Pavilion <news@pierpavilion.example>',
    'On sale this week',
    'Northern Lanterns, venue presale Wednesday 9:00: POLARIS-26',
  ],
  [
    'AURORA',
    0.64,
    'Jo Bennet <jo@desk.example>',
    'Re: lanterns?',
    'pretty sure it was AURORA for the local one',
  ],
  [
    'NORTH10',
    0.47,
    'Northern Lanterns Store <store@northernlanterns.example>',
    'Ten percent off for ticket holders',
    'Use NORTH10 at the store while you wait for the presale.',
  ],
];

/** An id of the form that the server signs: the buttons beside a code need one. */
const codeIdOf = (row: number): string =>
  [String(row).repeat(32), 'b'.repeat(16), 'AAAA', 'Q2x1Yg', 'c'.repeat(32)].join('.');

const CODES: readonly FoundCode[] = LETTERS.flatMap(
  ([code, confidence, from, subject, evidence], row) =>
    // The fan club sends a mail to everybody.
    Array.from({ length: row === 0 ? 4 : 1 }, (_, box) =>
      makeCode({
        code,
        code_id: codeIdOf(row),
        confidence,
        evidence,
        account: `box${String(row + box + 1).padStart(3, '0')}@staged.example`,
        email_from: from,
        email_subject: subject,
        email_date: new Date(NOW.getTime() - (row * 5 + 1) * 3_700_000).toISOString(),
      }),
    ),
);

const REPORTS = makeMailboxes(9).map(({ id, user, host }) =>
  makeReport({
    id,
    user,
    scanned: 60 + id * 7,
    matched: 3 + (id % 4),
    ...(id === 9 && { status: 'failed' as const, message: `${host} does not answer.` }),
  }),
);

/** Runs a search whose answer is staged, so that every run gives the same picture. */
export async function showPresaleResults(page: Page, path: string): Promise<void> {
  const answer = { success: true, codes: CODES, message: 'found', mailboxes: REPORTS };
  await page.clock.setFixedTime(NOW);
  await stageSearch(page, [...CODES.map((code) => ['code', code] as const), ['done', answer]]);
  await stageMailboxes(page, makeMailboxes(10));
  await page.goto(path);
  await searchFor(page, 'Northern Lanterns');
  await page
    .getByText(/\d code\(s\) found/)
    .first()
    .scrollIntoViewIfNeeded();
}
