import { useState } from 'react';
import type { ExceededLimit } from '../../../shared/limit-guard/exceeded.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { OpenDialog } from '../../ui/dialog.tsx';
import { questionTitle } from './texts.ts';

interface LimitDialogProps {
  exceeded: readonly ExceededLimit[];
  /** The number of events in the file. */
  events: number;
  /** The name of the file; null if the server chooses it. */
  file: string | null;
  /** Writes the file unchanged: 'Generate anyway'. */
  confirmLabel: string;
  onConfirm: () => void;
  /** Lowers tickets and accounts to the limits, and writes the file. */
  onCut: () => void;
  onClose: () => void;
}

/**
 * The question whether a file beyond limits is written unchanged, cut to the limits, or not at all.
 */
export function LimitDialog(props: LimitDialogProps) {
  const { exceeded, file } = props;
  const [isChecked, setIsChecked] = useState(false);
  return (
    <OpenDialog
      size="lg"
      title={questionTitle(exceeded, props.events, props.confirmLabel)}
      description={
        exceeded.some(({ kind }) => kind === 'tickets')
          ? 'The shop can cancel orders above its limit, and laws on ticket sales can forbid them. Your answer is recorded in the audit trail.'
          : 'Your rule in Settings allows fewer accounts for one event. Your answer is recorded in the audit trail.'
      }
      onClose={props.onClose}
      footer={
        <>
          <Button className="mr-auto max-md:mr-0 max-md:flex-1" onClick={props.onClose}>
            Change the events
          </Button>
          <Button
            className="max-md:flex-1"
            aria-disabled={!isChecked || undefined}
            aria-describedby={isChecked ? undefined : CHECK_ID}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
          <Button
            variant="primary"
            className="max-md:order-first max-md:w-full"
            data-focus-first
            onClick={props.onCut}
          >
            Cut to the limits
          </Button>
        </>
      }
    >
      <LimitTable exceeded={exceeded} />
      <CheckboxField className="mt-4" checked={isChecked} onChange={setIsChecked}>
        <span id={CHECK_ID}>I have checked these events and may ask for more</span>
        <span className="tn block text-xs wrap-anywhere text-text-muted">
          Recorded: your name, the time, {countOf(exceeded.length, 'limit')}
          {file === null ? ' and the name of the file' : ` and the file ${file}`}
        </span>
      </CheckboxField>
    </OpenDialog>
  );
}

/** Only one dialog is open at a time. */
const CHECK_ID = 'limit-dialog-check';

function LimitTable({ exceeded }: { exceeded: readonly ExceededLimit[] }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[40dvh] overflow-auto"
    >
      <table aria-label="Limits" className="w-full border-collapse">
        <thead className="sticky top-0 bg-surface-raised text-2xs text-text-muted">
          <tr className="border-b border-border-strong">
            <th scope="col" className="py-1.5 text-left font-medium">
              Event
            </th>
            {['File asks', 'Limit', 'Above'].map((name) => (
              <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {exceeded.map(({ event_id, event, kind, asked, limit }) => (
            <tr key={`${event_id} ${kind}`} className="border-b border-border">
              <td className="py-2 wrap-anywhere">{event}</td>
              <td className="tn py-2 pl-3 text-right">
                {kind === 'tickets' ? formatNumber(asked) : countOf(asked, 'account')}
              </td>
              <td className="tn py-2 pl-3 text-right">
                {formatNumber(limit)}
                {kind === 'tickets' ? '' : ', your rule'}
              </td>
              <td className="tn py-2 pl-3 text-right font-semibold text-warning-text">
                +{formatNumber(asked - limit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
