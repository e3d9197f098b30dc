import { clsx } from 'clsx';
import { Check, Copy, MailOpen } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { countOf, formatPercent, formatUsDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CodeGroup } from '../code-view.ts';
import { BandBadge } from './band-badge.tsx';
import { LIST_GRID } from './code-columns.ts';
import { Evidence } from './evidence.tsx';

/** Mailboxes that a tooltip names. */
const MOST_NAMED = 20;

interface CodeRowProps {
  group: CodeGroup;
  /** 'Code N', counted as the list is sorted. */
  number: number;
  isSelected: boolean;
  isCopied: boolean;
  isOpen: boolean;
  /** The same functions on every render. */
  onTouch: (key: string, isRange: boolean) => void;
  onCopy: (group: CodeGroup) => void;
  onOpen: (key: string) => void;
}

/** One code: what it is, why, from where, and how sure (part 2, "Presale Code Tool"). */
export const CodeRow = memo(function CodeRow(props: CodeRowProps) {
  const { group, number, isSelected, isCopied, isOpen } = props;
  const { best, all, accounts } = group;
  const where =
    accounts.length > 1 ? countOf(accounts.length, 'mailbox', 'mailboxes') : best.account;
  const date = best.email_date === '' ? '' : formatUsDateTime(best.email_date);
  return (
    <div
      role="presentation"
      className={clsx(LIST_GRID, 'min-h-[52px] py-1.5 @max-[600px]/codes:py-2.5')}
    >
      <Cell className="@max-[600px]/codes:self-start @max-[600px]/codes:pt-0.5">
        <Checkbox
          checked={isSelected}
          aria-label={`Select ${best.code}`}
          onClick={(click: MouseEvent) => props.onTouch(group.key, click.shiftKey)}
        />
      </Cell>
      <Cell className="@max-[600px]/codes:flex @max-[600px]/codes:items-baseline @max-[600px]/codes:gap-2">
        <p className="mono min-w-0 truncate leading-5 font-[640]" title={best.code}>
          {best.code}
        </p>
        <p className="tn flex-none text-2xs leading-4 text-text-subtle">
          <span>Code {number}</span>
          {all.length > 1 ? `, ${countOf(all.length, 'mail')}` : ''}
        </p>
      </Cell>
      <Cell className="@max-[600px]/codes:col-span-2 @max-[600px]/codes:col-start-2 @max-[600px]/codes:row-start-2">
        {best.evidence === '' ? null : <Evidence isShort text={best.evidence} code={best.code} />}
        <p className="flex gap-2 text-xs leading-[18px] text-text-muted">
          <bdi className="min-w-0 truncate" title={best.email_subject}>
            {best.email_subject || 'Email'}
          </bdi>
          <bdi className="max-w-[46%] flex-none truncate text-text-subtle" title={best.email_from}>
            {nameOf(best.email_from) || 'N/A'}
          </bdi>
        </p>
      </Cell>
      <Cell className="@max-[760px]/codes:hidden @max-[600px]/codes:col-start-2 @max-[600px]/codes:row-start-3 @max-[600px]/codes:flex @max-[600px]/codes:gap-x-2 max-md:flex-col">
        <p
          className="min-w-0 truncate leading-5 text-text-muted @max-[600px]/codes:text-xs"
          title={accounts.slice(0, MOST_NAMED).join(', ')}
        >
          {where}
        </p>
        <p className="tn flex-none truncate text-xs leading-[18px] text-text-subtle @max-[600px]/codes:leading-5">
          {date}
        </p>
      </Cell>
      <Cell className="flex items-center justify-end gap-2 @max-[600px]/codes:col-start-3 @max-[600px]/codes:row-start-1">
        <BandBadge confidence={best.confidence} />
        <span className="tn min-w-8 text-right">{formatPercent(best.confidence)}</span>
      </Cell>
      <Cell className="flex items-center justify-end gap-1 @max-[600px]/codes:col-start-3 @max-[600px]/codes:row-start-3">
        <Button
          size="xs"
          className="min-w-[74px]"
          icon={
            isCopied ? (
              <Check aria-hidden="true" strokeWidth={2} />
            ) : (
              <Copy aria-hidden="true" strokeWidth={1.75} />
            )
          }
          onClick={() => props.onCopy(group)}
        >
          {isCopied ? 'Copied!' : 'Copy'}
          <span className="sr-only"> {best.code}</span>
        </Button>
        <IconButton
          size="xs"
          label={`Mail with code ${best.code}`}
          aria-expanded={isOpen}
          icon={<MailOpen aria-hidden="true" strokeWidth={1.75} />}
          onClick={() => props.onOpen(group.key)}
        />
      </Cell>
    </div>
  );
});

/** `Lumen Club <news@lumen.example>` is known by its name; the details show the whole. */
const nameOf = (sender: string): string =>
  /^"?([^"<]*[^"<\s])"?\s*<[^<>]+>$/.exec(sender)?.[1] ?? sender;

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
    <div role="gridcell" className={clsx('min-w-0', className)}>
      {children}
    </div>
  );
}
