import { FileDown, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useKeyCommand } from '../../../kit/keys/key-command.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { BlockedReason, FieldError } from '../../../ui/field.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { type GenerateOptions, useGenerate } from './use-generate.ts';

const KEYS = 'mod+Enter';

const LimitDialog = latePart(() => import('../../limit-guard/limit-dialog.tsx'), 'LimitDialog');

interface GenerateBlockProps extends GenerateOptions {
  label: string;
  /** A value is null while it is being counted. */
  figures: readonly { label: string; value: number | null }[];
  /**
   * The missing part of the draft: one line that replaces the block. Null if there is something to
   * generate.
   */
  missing?: string | null;
  /** Why nothing can be generated; null if something can. */
  blocker: string | null;
  /** Shows the objects that block it; undefined if none does. */
  onShowBlocked?: (() => void) | undefined;
  /** Points for the operator to check, although the file can be generated. */
  warning?: ReactNode;
  /** Content at the right of the heading. */
  aside?: ReactNode;
}

/** The contents of the file, the button that writes it, and its progress, failure or the reason why it is blocked. */
export function GenerateBlock(props: GenerateBlockProps) {
  const { missing = null, blocker, warning = null, name, rows, label } = props;
  const { progress, failure, question, generate, cancel, ...answers } = useGenerate(props);
  const reasonId = useId();
  const isReady = missing === null && blocker === null;
  const command = {
    id: 'generator.generate',
    label,
    keywords: ['export', 'csv'],
    run: generate,
  };
  useKeyCommand(KEYS, command, { enabled: isReady });
  if (missing !== null) {
    return (
      <div className="flex flex-none items-center gap-2 border-t border-border bg-surface px-5 py-3 max-md:px-3.5">
        <div role="status" className="flex-1">
          <BlockedReason id={reasonId}>{missing}</BlockedReason>
        </div>
        {props.aside}
      </div>
    );
  }
  return (
    <section
      aria-label="Export Summary"
      data-keep-clear=""
      className="flex flex-none flex-col gap-2.5 border-t border-border bg-surface px-5 py-3 max-xl:gap-2 max-xl:py-2.5 max-md:px-3.5"
    >
      <div className="flex items-center gap-2 max-xl:min-h-6">
        <h2 className="flex-1 font-semibold">Export Summary</h2>
        {props.aside}
      </div>
      <Figures figures={props.figures} />
      {progress === null ? null : <Writing rows={progress} of={rows} onCancel={cancel} />}
      {warning === null ? null : <Warning>{warning}</Warning>}
      <Button
        variant="primary"
        className="w-full"
        busy={progress !== null}
        aria-disabled={blocker !== null || undefined}
        aria-describedby={blocker === null ? undefined : reasonId}
        icon={<FileDown />}
        onClick={generate}
      >
        {label}
      </Button>
      {failure === null ? null : (
        <div role="alert">
          <FieldError>{failure}</FieldError>
        </div>
      )}
      {blocker === null ? (
        <p className="text-xs leading-4.25 break-words text-text-muted">{name}</p>
      ) : (
        <BlockedReason id={reasonId}>
          {blocker}{' '}
          {props.onShowBlocked === undefined ? null : (
            <button type="button" className={textLinkClass} onClick={props.onShowBlocked}>
              Show
            </button>
          )}
        </BlockedReason>
      )}
      {question.length === 0 ? null : (
        <LimitDialog
          exceeded={question}
          events={props.guard.events.filter(({ accounts }) => accounts > 0).length}
          file={name}
          confirmLabel="Generate anyway"
          onConfirm={answers.confirm}
          onCut={answers.cut}
          onClose={answers.dismiss}
        />
      )}
    </section>
  );
}

interface WritingProps {
  /** The rows that are written. */
  rows: number;
  of: number;
  onCancel: () => void;
}

function Writing({ rows, of, onCancel }: WritingProps) {
  return (
    <div className="flex items-center gap-2.5">
      <Progress label="Rows written" value={rows} max={of} className="flex-1" />
      <span className="tn text-xs text-text-muted">
        {formatNumber(rows)} / {formatNumber(of)}
      </span>
      <Button size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** What the file contains: rows, profiles, columns. */
function Figures({ figures }: Pick<GenerateBlockProps, 'figures'>) {
  return (
    <dl className="grid grid-cols-3 gap-2 max-xl:[@media(max-height:560px)]:hidden">
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="min-w-0 sm:max-xl:flex sm:max-xl:items-baseline sm:max-xl:gap-x-1.5"
        >
          <dt className="truncate text-2xs text-text-muted">{label}</dt>
          <dd className="tn m-0 text-lg font-semibold max-xl:text-base">
            {value === null ? '…' : formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-1.25 text-xs leading-4.25 text-warning-text">
      <TriangleAlert className="mt-[2.5px] size-3 flex-none" strokeWidth={2} />
      <span>{children}</span>
    </p>
  );
}
