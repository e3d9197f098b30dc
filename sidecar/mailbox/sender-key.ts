import { fold } from '../../shared/text.ts';

/** Parts of a domain that identify a mail program and not its owner. */
const MAIL_HOST =
  /^(?:e|m|em|mg|mail|mails|mailer|email|news|newsletter|info|send|bounces?|click|reply|mta|smtp|[a-z]*\d+[a-z0-9]*)\.(?=[^.]+\.)/;
/** A local part that differs in each mail: `bounce-782230`, `no-reply+7fa1c3`. */
const ROTATING = /[+=]|\d{3,}|(?=[0-9a-f]*\d)[0-9a-f]{4,}/;

/** Nobody has a longer name and address, and the patterns are slow for endless ones. */
const LONGEST_SENDER = 1_000;

/** Who sent a mail. */
export interface Sender {
  /** Name and address. */
  from: string;
  /**
   * The id of its List-Id field (RFC 2919), if it has one and its address may differ in each mail.
   */
  listId?: string | undefined;
}

/** Name and parts of the address, folded; null without an address. */
function partsOf(from: string): { name: string; local: string; domain: string } | null {
  if (from.length > LONGEST_SENDER) return null;
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]*)>$/s.exec(from) ?? [];
  const [local = '', domain = ''] = fold(address).trim().split('@');
  return domain === '' ? null : { name: fold(name).trim(), local, domain };
}

/** Whether a sender has another address in each mail, so that its List-Id is needed to recognise it. */
export const isRotating = (from: string): boolean => ROTATING.test(partsOf(from)?.local ?? '');

/**
 * The key under which the codes of a sender are learned: its address. If the address differs in
 * each mail, it is the domain with the List-Id, or with the display name of a mail without one.
 * Empty without an address: nothing is learned about mails of unknown senders.
 */
export function senderKey({ from, listId }: Sender): string {
  const parts = partsOf(from);
  if (parts === null) return '';
  const { name, local, domain } = parts;
  if (!ROTATING.test(local)) return `${local}@${domain}`;
  return `${listId ? `<${fold(listId)}>` : name}@${domain.replace(MAIL_HOST, '')}`;
}
