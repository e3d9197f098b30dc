import { useState } from 'react';
import type { MailboxReport } from '../../../../shared/presale-codes/schema.ts';
import { countOf, formatUsDateTime } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

/** Lines shown before the rest is asked for. */
const FEW = 3;

/** Mailboxes that failed and mails whose code can only be in a picture; told beside the results. */
export function MailboxNotes({ mailboxes }: { mailboxes: readonly MailboxReport[] }) {
  const failed = mailboxes.filter(({ status }) => status === 'failed');
  const pictures = pictureMails(mailboxes);
  if (failed.length === 0 && pictures.length === 0) return null;
  return (
    <div className="flex flex-none flex-col gap-2 border-b border-border px-5 py-3 max-md:px-3.5">
      {failed.length > 0 ? (
        <Note
          tone="danger"
          title={`${countOf(failed.length, 'mailbox', 'mailboxes')} could not be read.`}
          lines={failed.map(({ id, user, message }) => ({
            key: String(id),
            text: `${user}: ${message}`,
          }))}
        />
      ) : null}
      {pictures.length > 0 ? (
        <Note
          tone="info"
          title={`${countOf(pictures.length, 'mail needs', 'mails need')} a look: the code may be in a picture.`}
          lines={pictures.map(({ key, mail, users }) => ({
            key,
            text: `${mail.subject || 'Email'}, ${mail.from || 'N/A'}, ${formatUsDateTime(mail.date)} (${users.length > 1 ? countOf(users.length, 'mailbox', 'mailboxes') : users.join('')})`,
          }))}
        />
      ) : null}
    </div>
  );
}

/** Mails without a readable code; the same mail in several mailboxes once. */
function pictureMails(mailboxes: readonly MailboxReport[]) {
  const found = new Map<
    string,
    { key: string; mail: MailboxReport['needs_look'][number]; users: string[] }
  >();
  for (const { user, needs_look } of mailboxes)
    for (const mail of needs_look) {
      const key = `${mail.subject}\n${mail.from}`;
      const known = found.get(key);
      if (!known) found.set(key, { key, mail, users: [user] });
      else if (!known.users.includes(user)) known.users.push(user);
    }
  return [...found.values()];
}

interface NoteProps {
  tone: 'danger' | 'info';
  title: string;
  lines: readonly { key: string; text: string }[];
}

function Note({ tone, title, lines }: NoteProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, FEW);
  return (
    <Banner
      tone={tone}
      title={title}
      actions={
        lines.length > FEW ? (
          <Button size="xs" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${lines.length}`}
          </Button>
        ) : null
      }
    >
      <span className="block max-h-40 overflow-y-auto">
        {shown.map(({ key, text }) => (
          <span key={key} className="block text-xs leading-[18px] break-words">
            {text}
          </span>
        ))}
      </span>
    </Banner>
  );
}
