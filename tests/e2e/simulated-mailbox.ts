import { SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';
import { listNewsletters, type MailPart } from '../../simulator/mail/newsletters.ts';
import { ownWord } from './queues-files.ts';

const HOUR_MS = 3_600_000;
/**
 * Less than the hours that a search reads, because the oldest mails fall out of them during the
 * test.
 */
const RECENT_MS = 20 * HOUR_MS;
/** More than one, in case the finder rates a code as less likely. */
const CODES = 3;

/** A code in the simulator's form, such as VELVET42, ECHO-299 or TIDEFAN. */
const CODE = /\b[A-Z]{4,7}(?:FAN|-?\d{2,4})\b/;

const textOf = (part: MailPart | undefined): string =>
  part?.type === 'text/plain' ? Buffer.from(part.body, 'base64').toString() : '';

/**
 * A new mailbox of the simulator, in the form of the call that adds one. Its mails of the last day
 * contain several codes for the artist: the content of a mailbox depends on the name of its user,
 * and one of several hundred has no such mail.
 */
export function mailboxWithCodes(artist: string) {
  while (true) {
    const user = `${ownWord()}@simulator.test`;
    const now = Date.now();
    const offers = listNewsletters(user, now)
      .filter(({ receivedAt }) => receivedAt > now - RECENT_MS)
      .map(({ parts }) => textOf(parts[0]))
      .filter((text) => text.includes(artist) && CODE.test(text));
    if (offers.length >= CODES)
      return { ...SIMULATED_MAIL_SERVER, user, password: 'simulated', is_active: true };
  }
}
