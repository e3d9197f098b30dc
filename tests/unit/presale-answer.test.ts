import { expect, it } from 'vitest';
import { answerWith } from '../../shared/presale-codes/events.ts';
import { makeCode, makeReport } from '../factories/presale.ts';

it('counts once each code that all mailboxes left out, by length, and names none of them', () => {
  const note = { mail_id: '1/INBOX/7/1', kind: 'code_in_app' as const, evidence: 'In the app.' };
  const answer = answerWith(
    [makeCode({ code: 'HARVEST' })],
    [
      makeReport({ left_out_codes: ['LAMPLIGHT777', 'harvest', 'AB1'], notes: [note] }),
      makeReport({ id: 2, left_out_codes: ['lamplight777', 'LAMPLIGHT778'] }),
    ],
  );
  expect(answer.left_out_codes).toEqual([
    { length: 3, codes: 1 },
    { length: 12, codes: 2 },
  ]);
  expect(answer.notes).toEqual([note]);
  expect(JSON.stringify(answer)).not.toMatch(/lamplight/i);
});
