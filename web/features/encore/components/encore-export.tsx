import { encoreFileName } from '../../../../shared/encore/file.ts';
import { isPublished } from '../../../../shared/ticketing/view-values.ts';
import { isoDay } from '../../../lib/format.ts';
import { ClearDraft, GenerateBlock } from '../../site-generator/index.ts';
import { describeChoice, type EncorePlan, usedEvents } from '../plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from '../settings.ts';

interface EncoreExportProps {
  settings: EncoreSettings;
  plan: EncorePlan;
  available: readonly string[];
  /** Null while the presets of a new list are loading. */
  webhooks: readonly string[] | null;
  /** Returns an undo function. */
  onClear: () => () => void;
}

/** Export summary, the file, and Clear Cache. */
export function EncoreExport({ settings, plan, available, webhooks, onClear }: EncoreExportProps) {
  const blocker = plan.blockers[0] ?? (webhooks === null ? 'Loading the preset webhooks.' : null);
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
        { label: 'Total rows', value: plan.totalRows },
        { label: 'Total accounts', value: plan.totalAccounts },
        { label: 'Available accounts', value: available.length },
      ]}
      blocker={blocker}
      name={name}
      rows={plan.totalRows}
      version={plan}
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
