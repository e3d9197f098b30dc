import { MAILBOX_TOKEN_PATH, mailboxTokenAnswer } from '../../shared/scanners/mailbox-tokens.ts';
import { tryPost } from '../post-to-desk.ts';
import type { ReplaceToken } from './connection-pool.ts';
import { MailboxError } from './mailbox-error.ts';

/** How many times the Worker is called before the mailbox has to wait. */
const ATTEMPTS = 3;
const AGAIN_MS = 1_000;

/**
 * Makes the Worker replace refused access tokens.
 * @param desk address of the Worker and token of the scanner
 */
export const openReplaceToken =
  ({ url, token }: { url: string; token: string }): ReplaceToken =>
  async ({ id, sealedToken = '' }, signal) => {
    const body = JSON.stringify({ mailbox: id, refused: sealedToken });
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const answer = await tryPost(new URL(MAILBOX_TOKEN_PATH, url), token, body, signal);
      signal.throwIfAborted();
      if (answer !== 'again') {
        const { token: other, is_lasting: isLasting } = mailboxTokenAnswer.parse(answer);
        if (other !== null)
          return { accessToken: other.access_token, sealedToken: other.sealed_token };
        if (isLasting) return null;
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    // The provider or the Worker does not answer, so nothing is known about the grant.
    throw new MailboxError('server_fault', 'The sign-in of this mailbox');
  };
