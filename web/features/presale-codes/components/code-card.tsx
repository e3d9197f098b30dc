import { MailOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { type ConfidenceBand, confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../shared/presale-codes/schema.ts';
import { countOf, formatPercent, formatUsDateTime } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { CodeGroup } from '../code-groups.ts';
import { Evidence } from './evidence.tsx';

const BANDS: Record<ConfidenceBand, { tone: Tone; word: string }> = {
  high: { tone: 'success', word: 'High' },
  medium: { tone: 'warning', word: 'Medium' },
  low: { tone: 'danger', word: 'Low' },
};

/** One code: what it is, why, from where, and how sure. */
export function CodeCard({ group, number }: { group: CodeGroup; number: number }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { best, all, accounts } = group;
  const { tone, word } = BANDS[confidenceBand(best.confidence)];
  const where =
    accounts.length > 1 ? countOf(accounts.length, 'mailbox', 'mailboxes') : best.account;
  return (
    <li className="border-b border-border px-5 py-3 max-md:px-3.5">
      <div className="grid grid-cols-[minmax(150px,200px)_minmax(0,1fr)_auto] items-start gap-x-5 gap-y-1.5 max-[1100px]:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h3 className="text-2xs font-normal text-text-subtle">Code {number}</h3>
          <p className="mono text-md font-[640] break-all">{best.code}</p>
        </div>
        <div className="min-w-0 max-[1100px]:col-span-2 max-[1100px]:row-start-2">
          <p className="truncate font-medium" title={best.email_subject}>
            {best.email_subject || 'Email'}
          </p>
          <p className="truncate text-xs text-text-muted" title={best.email_from}>
            {best.email_from || 'N/A'}
          </p>
          <Evidence text={best.evidence} code={best.code} />
          <p className="tn mt-1 text-xs text-text-subtle">
            {where}
            {best.email_date ? `, ${formatUsDateTime(best.email_date)}` : ''}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Badge tone={tone}>
            {word} {formatPercent(best.confidence)}
          </Badge>
          <CopyButton labelled text={best.code} label="Copy" />
          <Button
            size="xs"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            icon={<MailOpen aria-hidden="true" strokeWidth={1.75} />}
            onClick={() => setOpen(!isOpen)}
          >
            {all.length > 1 ? countOf(all.length, 'mail') : 'Mail'}
            <span className="sr-only"> with code {best.code}</span>
          </Button>
        </div>
      </div>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen ? <Mails mails={all} /> : null}
      </div>
    </li>
  );
}

function Mails({ mails }: { mails: readonly FoundCode[] }) {
  return (
    <ul className="m-0 mt-2.5 list-none rounded-md bg-bg p-0">
      {mails.map((mail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the mails of a code are a fixed list.
        <li key={index} className="border-border px-3 py-2 [&+li]:border-t">
          <dl className="m-0 grid grid-cols-[74px_minmax(0,1fr)] gap-y-0.5 text-xs">
            <dt className="text-text-muted">Account</dt>
            <dd className="m-0 break-all">{mail.account}</dd>
            <dt className="text-text-muted">Subject</dt>
            <dd className="m-0 break-words">{mail.email_subject || 'Email'}</dd>
            <dt className="text-text-muted">Sender</dt>
            <dd className="m-0 break-words">{mail.email_from || 'N/A'}</dd>
            <dt className="text-text-muted">Date</dt>
            <dd className="tn m-0">{formatUsDateTime(mail.email_date)}</dd>
            <dt className="text-text-muted">Confidence</dt>
            <dd className="tn m-0">{formatPercent(mail.confidence)}</dd>
            <dt className="text-text-muted">Evidence</dt>
            <dd className="m-0 break-words">{mail.evidence}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
