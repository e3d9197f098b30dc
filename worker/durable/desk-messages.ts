import type { SearchEvent } from '../../shared/presale-codes/events.ts';
import type { JobEnd } from './job-lifecycle.ts';

/** Messages for mailboxes without a result, by the reason for which their job ended. */
export const NO_RESULT: Readonly<Record<JobEnd, string>> = {
  finished: 'The scanners stopped while reading this mailbox. Try again.',
  no_answer: 'The scanners stopped while reading this mailbox. Try again.',
  too_late: 'The mailbox could not be read within the time of one search. Try a shorter period.',
  no_password:
    'The stored password of this mailbox can no longer be opened. Enter it again on the IMAP Accounts page.',
};

/** The last event of a job that no scanner was there for. */
export const NO_SCANNER: SearchEvent = {
  type: 'failed',
  failure: {
    success: false,
    status: 503,
    message:
      'No scanner is connected. Start the scanner (see the deployment guide) and search again.',
  },
};
