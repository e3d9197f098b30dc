import { type RefObject, useState } from 'react';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { countOf, formatPercent, formatUsDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { BandBadge } from './band-badge.tsx';
import type { CodeGroup } from './code-view.ts';
import { Evidence } from './evidence.tsx';

/** Mails shown before "Show more". */
const PAGE = 25;

interface CodePanelProps {
  group: CodeGroup;
  panelRef: RefObject<HTMLDivElement | null>;
  onClose: () => void;
}

/** The mails of a code: beside the list, or over it on narrow screens. */
export function CodePanel({ group, panelRef, onClose }: CodePanelProps) {
  const { best, all, accounts } = group;
  const [shownCount, setShownCount] = useState(PAGE);
  const left = all.length - shownCount;
  return (
    <div
      ref={panelRef}
      className="flex min-h-0 flex-none max-[1280px]:absolute max-[1280px]:inset-y-0 max-[1280px]:right-0 max-[1280px]:z-(--z-sidebar) max-[1280px]:shadow-lg max-[900px]:fixed max-[900px]:inset-x-0 max-[900px]:top-auto max-[900px]:h-[72dvh] max-[900px]:z-(--z-modal)"
    >
      <SidePanel
        title={all.length > 1 ? `${countOf(all.length, 'mail')}` : 'Mail'}
        onClose={onClose}
      >
        <div className="flex flex-col gap-2 border-b border-border px-5 py-4 max-md:px-3.5">
          <div className="flex items-start gap-2">
            <p className="mono min-w-0 flex-1 text-lg leading-6 font-semibold break-all">
              {best.code}
            </p>
            <CopyButton labelled text={best.code} label="Copy" />
          </div>
          <p className="tn flex flex-wrap items-center gap-2 text-xs text-text-muted">
            <BandBadge confidence={best.confidence} />
            {formatPercent(best.confidence)} likely, in{' '}
            {countOf(accounts.length, 'mailbox', 'mailboxes')}
          </p>
        </div>
        <ul className="m-0 list-none p-0" aria-label="Mails">
          {all.slice(0, shownCount).map((mail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the mails of a code keep their order.
            <Mail key={index} mail={mail} />
          ))}
        </ul>
        {left > 0 ? (
          <div className="p-4 text-center">
            <Button onClick={() => setShownCount(shownCount + PAGE)}>
              Show {Math.min(PAGE, left)} more of {all.length}
            </Button>
          </div>
        ) : null}
      </SidePanel>
    </div>
  );
}

function Mail({ mail }: { mail: FoundCode }) {
  const facts = [
    ['Account', mail.account],
    ['Subject', mail.email_subject || 'Email'],
    ['Sender', mail.email_from || 'N/A'],
    ['Date', formatUsDateTime(mail.email_date)],
    ['Confidence', formatPercent(mail.confidence)],
  ] as const;
  return (
    <li className="border-border px-5 py-3.5 max-md:px-3.5 [&+li]:border-t">
      {mail.evidence === '' ? null : (
        <div className="mb-2.5 border-l-2 border-border-strong pl-2.5">
          <Evidence text={mail.evidence} code={mail.code} />
        </div>
      )}
      <dl className="m-0 grid grid-cols-[72px_minmax(0,1fr)] gap-y-0.5 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-muted">{name}</dt>
            <dd className="tn m-0 break-words" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
