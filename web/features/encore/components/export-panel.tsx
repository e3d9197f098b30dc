import { FileDown, Trash2, Undo2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { encoreFileName } from '../../../../shared/encore/csv.ts';
import { useCommands } from '../../../lib/commands.ts';
import { formatNumber, isoDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { BlockedReason, FieldError } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.tsx';
import { generateCsv } from '../generate-csv.ts';
import { choiceOf, type EncorePlan, linkOf } from '../plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from '../settings.ts';

interface ExportPanelProps {
  settings: EncoreSettings;
  plan: EncorePlan;
  available: readonly string[];
  /** Answers what takes the clearing back. */
  onClear: () => () => void;
}

/** Export summary, the file, and Clear Cache. Stays in sight under the scrolling configuration. */
export function ExportPanel({ settings, plan, available, onClear }: ExportPanelProps) {
  const reasonId = useId();
  const { progress, failure, generate, cancel } = useGenerate({ settings, plan, available });
  const [blocker] = plan.blockers;
  useCommands(
    blocker === undefined
      ? [
          {
            id: 'encore.generate',
            label: 'Generate CSV Bot Configuration',
            keywords: ['export', 'csv'],
            run: () => void generate(),
          },
        ]
      : [],
  );
  return (
    <section
      aria-label="Export Summary"
      className="flex flex-none flex-col gap-2.5 border-t border-border px-5 py-3 max-md:px-3.5"
    >
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-[620]">Export Summary</h2>
        <ClearCache
          key={plan.events.map(({ event }) => event.id).join()}
          isInitial={settings === INITIAL_SETTINGS}
          onClear={onClear}
        />
      </div>
      <dl className="grid grid-cols-3 gap-2">
        <Figure label="Total rows" value={plan.totalRows} />
        <Figure label="Total accounts" value={plan.totalAccounts} />
        <Figure label="Available accounts" value={plan.availableAccounts} />
      </dl>
      {progress === null ? null : (
        <div className="flex items-center gap-2.5">
          <Progress label="Rows written" value={progress} max={plan.totalRows} className="flex-1" />
          <span className="tn text-xs text-text-muted">
            {formatNumber(progress)} / {formatNumber(plan.totalRows)}
          </span>
          <Button size="xs" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <Button
        variant="primary"
        className="w-full"
        busy={progress !== null}
        aria-disabled={blocker !== undefined || undefined}
        aria-describedby={blocker === undefined ? undefined : reasonId}
        icon={<FileDown aria-hidden="true" strokeWidth={1.75} />}
        onClick={() => void generate()}
      >
        Generate CSV Bot Configuration
      </Button>
      {blocker === undefined ? null : <BlockedReason id={reasonId}>{blocker}</BlockedReason>}
      {failure === null ? null : (
        <div role="alert">
          <FieldError>{failure}</FieldError>
        </div>
      )}
    </section>
  );
}

/** Clears at once; Undo stays in its place until something else is set. */
function ClearCache({
  isInitial,
  onClear,
}: Pick<ExportPanelProps, 'onClear'> & { isInitial: boolean }) {
  const [undo, setUndo] = useState<(() => void) | null>(null);
  if (isInitial && undo !== null) {
    return (
      <span role="status" className="flex items-center gap-1.5 text-xs text-text-muted">
        Cache cleared.
        <Button
          size="xs"
          variant="ghost"
          icon={<Undo2 aria-hidden="true" strokeWidth={1.75} />}
          onClick={undo}
        >
          Undo
        </Button>
      </span>
    );
  }
  return (
    <Button
      size="xs"
      variant="ghost"
      icon={<Trash2 aria-hidden="true" strokeWidth={1.75} />}
      onClick={() => {
        const takeBack = onClear();
        setUndo(() => takeBack);
      }}
    >
      Clear Cache
    </Button>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-2xs text-text-muted">{label}</dt>
      <dd className="tn m-0 text-lg font-[620]">{formatNumber(value)}</dd>
    </div>
  );
}

function useGenerate({ settings, plan, available }: Omit<ExportPanelProps, 'onClear'>) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  async function generate() {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress(0);
    const name = encoreFileName({
      artists: plan.events.map(({ event }) => event.artist),
      rows: plan.totalRows,
      date: isoDay(new Date()),
      variant: plan.variant,
    });
    try {
      const isDone = await generateCsv({
        name,
        rows: plan.totalRows,
        signal: controller.signal,
        onProgress: setProgress,
        task: {
          available: available.join('\n'),
          events: plan.events.map(({ event }) => ({
            id: event.id,
            url: linkOf(event),
            ...choiceOf(settings, event.id),
          })),
          fields: plan.enabledFields,
          config: { global: settings.general, events: settings.perEvent },
          customFields: settings.customFields,
          cartWebhooks: settings.webhooks,
        },
      });
      if (isDone)
        toast({ title: 'CSV generated', text: `${formatNumber(plan.totalRows)} rows in ${name}` });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setFailure(`The CSV could not be generated. ${reason}`);
    } finally {
      setProgress(null);
    }
  }

  return { progress, failure, generate, cancel: () => running.current?.abort() };
}
