import { encoreFileName } from '../../../shared/encore/file.ts';
import { isPublished } from '../../../shared/ticketing/view/values.ts';
import { isoDay } from '../../lib/format.ts';
import { textLinkClass } from '../../ui/text-link.ts';
import { describeExceeded } from '../limit-guard/texts.ts';
import type { ChangeDraft } from '../recent-work/session/use-work.ts';
import { ClearDraft, GenerateBlock } from '../site-generator/index.ts';
import {
  cutToLimits,
  describeChoice,
  describeWarnings,
  type EncorePlan,
  usedEvents,
} from './plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from './settings.ts';

interface EncoreExportProps {
  settings: EncoreSettings;
  change: ChangeDraft<EncoreSettings>;
  plan: EncorePlan;
  available: readonly string[];
  /** Null while the presets of a new list are loading. */
  webhooks: readonly string[] | null;
  /** Shows only the events with a problem or a warning. */
  onShowWarned: () => void;
  /** Returns an undo function. */
  onClear: () => () => void;
}

/** Export summary, the file, and Clear Cache. */
export function EncoreExport(props: EncoreExportProps) {
  const { settings, plan, available, webhooks, onClear } = props;
  const exceeded = plan.events.flatMap((event) => event.exceeded);
  const warning =
    [describeExceeded(exceeded), describeWarnings(plan)].filter(Boolean).join(' ') || null;
  const blocker = plan.blockers[0] ?? (webhooks === null ? 'Loading the preset webhooks.' : null);
  const counted = (count: number) => (plan.isUncounted ? null : count);
  const name = encoreFileName({
    artists: usedEvents(plan)
      .map(({ event }) => event.artist)
      .filter(isPublished),
    rows: plan.totalRows,
    date: isoDay(new Date()),
    variant: plan.variant,
  });
  return (
    <GenerateBlock
      label="Generate CSV Bot Configuration"
      figures={[
        { label: 'Total rows', value: counted(plan.totalRows) },
        { label: 'Total accounts', value: counted(plan.totalAccounts) },
        { label: 'Available accounts', value: counted(available.length) },
      ]}
      blocker={blocker}
      onShowBlocked={
        plan.events.some(({ problems }) => problems.length > 0) ? props.onShowWarned : undefined
      }
      warning={
        warning === null ? null : (
          <>
            {warning}{' '}
            <button type="button" className={textLinkClass} onClick={props.onShowWarned}>
              Show
            </button>
          </>
        )
      }
      name={name}
      rows={plan.totalRows}
      guard={{
        tool: 'encore',
        events: usedEvents(plan).map(({ guarded }) => guarded),
        onCut: (limits) => props.change((current) => cutToLimits(current, limits)),
      }}
      failureText="The CSV could not be generated."
      makeTask={() => ({
        site: 'encore',
        available: available.join('\n'),
        ...describeChoice(settings, plan, webhooks ?? []),
      })}
      aside={
        <ClearDraft
          key={plan.events.map(({ event }) => event.id).join()}
          label="Clear Cache"
          doneText="Cache cleared."
          isInitial={settings === INITIAL_SETTINGS}
          onClear={onClear}
        />
      }
    />
  );
}
