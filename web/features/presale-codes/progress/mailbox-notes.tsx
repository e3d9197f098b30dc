import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { CodeDelivery, MailboxReport } from '../../../../shared/presale-codes/events.ts';
import { Time } from '../../../kit/time.tsx';
import { countOf } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

/** The number of causes before "Show all". */
const FEW = 2;
/** The maximum number of mailboxes in a line. */
const NAMED = 3;

interface MailboxNotesProps {
  mailboxes: readonly MailboxReport[];
  /** Mails whose code is sent in another way. */
  deliveries: readonly CodeDelivery[];
}

interface Line {
  key: string;
  text: ReactNode;
}

/** Mailboxes that failed or were not read completely, and mails whose code can only be in a picture. */
export function MailboxNotes({ mailboxes, deliveries }: MailboxNotesProps) {
  const failed = mailboxes.filter(({ status }) => status === 'failed');
  const pictures = useMemo(
    () => mailsToOpen(mailboxes, ({ reason }) => reason === undefined),
    [mailboxes],
  );
  const unread = useMemo(
    () => mailsToOpen(mailboxes, ({ reason }) => reason !== undefined),
    [mailboxes],
  );
  const incomplete = mailboxes.filter(({ status }) => status === 'incomplete');
  const elsewhere = useMemo(
    () => DELIVERIES.map((way) => [way, linesOf(deliveries, way.kind)] as const),
    [deliveries],
  );
  const isEmpty = elsewhere.every(([, lines]) => lines.length === 0);
  if (isEmpty && failed.length + incomplete.length + pictures.length + unread.length === 0)
    return null;
  return (
    <div className="flex flex-none flex-col gap-2 border-b border-border px-5 py-2.5 max-md:px-3.5">
      {failed.length > 0 ? (
        <Note
          tone="danger"
          title={`${countOf(failed.length, 'mailbox', 'mailboxes')} could not be read.`}
          short={linesByCause(failed, NAMED).slice(0, FEW)}
          whole={linesByCause(failed, failed.length)}
          link={
            <Link to="/imap-accounts" className={textLinkClass}>
              Check mailboxes
            </Link>
          }
        />
      ) : null}
      {incomplete.length > 0 ? (
        <Note
          tone="warning"
          title={`${countOf(incomplete.length, 'mailbox was', 'mailboxes were')} not read completely.`}
          short={linesByCause(incomplete, NAMED).slice(0, FEW)}
          whole={linesByCause(incomplete, incomplete.length)}
        />
      ) : null}
      {unread.length > 0 ? (
        <Note
          tone="warning"
          title={`${countOf(unread.length, 'mail was', 'mails were')} not read, or not whole: open ${unread.length === 1 ? 'it' : 'them'} in the mailbox.`}
          short={unread.length === 1 ? unread : []}
          whole={unread}
        />
      ) : null}
      {elsewhere.map(([{ kind, way }, lines]) =>
        lines.length > 0 ? (
          <Note
            key={kind}
            tone="info"
            title={`The code of ${countOf(lines.length, 'mail')} comes ${way}.`}
            short={lines.slice(0, 1)}
            whole={lines}
          />
        ) : null,
      )}
      {pictures.length > 0 ? (
        <Note
          tone="info"
          title={`${countOf(pictures.length, 'mail needs', 'mails need')} a look: the code may be in a picture.`}
          short={pictures.length === 1 ? pictures : []}
          whole={pictures}
        />
      ) : null}
    </div>
  );
}

/** How the codes of some mails are sent, as text. */
const DELIVERIES = [
  { kind: 'code_by_text_message', way: 'by text message' },
  { kind: 'code_in_app', way: 'in an app' },
] as const;

/** The sentences of these mails, each once. */
const linesOf = (deliveries: readonly CodeDelivery[], kind: CodeDelivery['kind']): Line[] =>
  [...new Set(deliveries.filter((one) => one.kind === kind).map(({ evidence }) => evidence))].map(
    (evidence) => ({ key: evidence, text: evidence }),
  );

/** One line for each cause: forty mailboxes of one wrong server share a line. */
function linesByCause(failed: readonly MailboxReport[], named: number): Line[] {
  const users = new Map<string, string[]>();
  for (const { user, message } of failed) users.set(message, [...(users.get(message) ?? []), user]);
  return [...users].map(([message, who]) => {
    const more = who.length - named;
    const names = who.slice(0, named).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return { key: message, text: `${names}: ${message}` };
  });
}

type MailToOpen = MailboxReport['needs_look'][number];

/** Mails for a person to open; a mail in several mailboxes appears once. */
function mailsToOpen(
  mailboxes: readonly MailboxReport[],
  isWanted: (mail: MailToOpen) => boolean,
): Line[] {
  const lines = new Map<string, { mail: MailToOpen; users: string[] }>();
  for (const { user, needs_look } of mailboxes)
    for (const mail of needs_look.filter(isWanted)) {
      const key = `${mail.subject}\n${mail.from}`;
      const line = lines.get(key);
      if (!line) lines.set(key, { mail, users: [user] });
      else if (!line.users.includes(user)) line.users.push(user);
    }
  return [...lines].map(([key, { mail, users }]) => {
    const where = users.length > 1 ? countOf(users.length, 'mailbox', 'mailboxes') : users.join('');
    const { subject, from, date } = mail;
    return {
      key,
      text: (
        <>
          {`${subject || 'Email'}, ${from || 'N/A'}, `}
          <Time at={date} as="us" />
          {` (${where})`}
        </>
      ),
    };
  });
}

interface NoteProps {
  tone: 'danger' | 'warning' | 'info';
  title: string;
  short: readonly Line[];
  whole: readonly Line[];
  link?: ReactNode;
}

function Note({ tone, title, short, whole, link }: NoteProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? whole : short;
  const hides = whole.some(({ text }, index) => text !== short[index]?.text);
  return (
    <Banner
      tone={tone}
      title={title}
      actions={
        hides ? (
          <Button size="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : 'Show all'}
          </Button>
        ) : null
      }
    >
      {link ? <span className="ml-1 text-xs">{link}</span> : null}
      <span className="block max-h-40 overflow-y-auto">
        {shown.map(({ key, text }) => (
          <span key={key} dir="auto" className="block text-xs leading-4.5 break-words">
            {text}
          </span>
        ))}
      </span>
    </Banner>
  );
}
