import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { fieldsOf } from '../../../../shared/encore/values.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { planEncore } from '../plan.ts';
import type { useAccounts } from '../use-accounts.ts';
import type { useEncoreSettings } from '../use-encore-settings.ts';
import { AccountsSection } from './accounts-section.tsx';
import { AddEventsPanel } from './add-events-panel.tsx';
import { CsvPreview } from './csv-preview.tsx';
import { EncoreEventCard } from './encore-event-card.tsx';
import { ExportPanel } from './export-panel.tsx';
import { FieldsManagement } from './fields-management.tsx';
import { GeneralConfig } from './general-config.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

interface EncoreWorkspaceProps {
  events: readonly TicketingEvent[];
  missing: readonly string[];
  state: ReturnType<typeof useEncoreSettings>;
  accounts: ReturnType<typeof useAccounts>;
  isAdding: boolean;
  onAddingEnd: () => void;
  onEventIds: (ids: string[]) => void;
}

/** Events on the left, configuration on the right, the export under it. */
export function EncoreWorkspace(props: EncoreWorkspaceProps) {
  const { events, state, accounts } = props;
  const { settings, change } = state;
  const { available } = accounts;
  const plan = useMemo(
    () => planEncore(settings, events, available),
    [settings, events, available],
  );
  const shownSettings = useDeferredValue(settings);
  const shownPlan = useDeferredValue(plan);
  const ids = events.map((event) => event.id);
  const { customFields, disabledFields } = settings;
  const usable = useMemo(
    () =>
      fieldsOf(plan.variant, customFields).filter((field) => !disabledFields.includes(field.key)),
    [plan.variant, customFields, disabledFields],
  );
  const latest = useRef(props);
  latest.current = props;
  const remove = useCallback((removed: string) => {
    const { events: shown, onEventIds } = latest.current;
    onEventIds(shown.map(({ id }) => id).filter((id) => id !== removed));
  }, []);
  return (
    <div className="flex min-h-0 flex-1 max-[1099px]:block max-[1099px]:overflow-auto">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-5 max-[1099px]:overflow-visible max-md:p-3.5">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-md font-[620]">Selected Events ({events.length})</h2>
            {plan.variant === 'uk' ? <Badge tone="accent">UK Mode</Badge> : null}
          </div>
          {state.isSaveFailed ? (
            <Banner tone="warning" title="Not saved.">
              The browser’s storage is full or blocked: these settings are lost when the page is
              left.
            </Banner>
          ) : null}
          {props.missing.length > 0 ? (
            <Banner tone="warning" title="Not found.">
              The provider knows no event with the id {props.missing.join(', ')}.
            </Banner>
          ) : null}
          {props.isAdding ? (
            <AddEventsPanel
              chosen={ids}
              onAdd={(added) => props.onEventIds([...ids, ...added])}
              onCancel={props.onAddingEnd}
            />
          ) : null}
          {plan.events.map((eventPlan) => {
            const { id } = eventPlan.event;
            return (
              <EncoreEventCard
                key={id}
                plan={eventPlan}
                fields={usable}
                values={settings.perEvent[id]}
                general={settings.general}
                maxAccounts={settings.maxAccounts[id] ?? ''}
                ownAccounts={settings.ownAccounts[id]}
                change={change}
                onRemove={remove}
              />
            );
          })}
        </div>
        <CsvPreview settings={shownSettings} plan={shownPlan} available={available.list} />
      </div>
      <aside
        aria-label="Configuration"
        className="flex min-h-0 w-[360px] flex-none flex-col border-l border-border bg-surface max-[1099px]:w-auto max-[1099px]:border-t max-[1099px]:border-l-0"
      >
        <div className="min-h-0 flex-1 overflow-auto max-[1099px]:overflow-visible">
          <AccountsSection
            settings={settings}
            change={change}
            categories={accounts.categories}
            available={available}
            failure={accounts.failure}
            eventIds={ids}
          />
          <GeneralConfig
            title="General Bot Configuration"
            fields={usable}
            values={settings.general}
            onChange={(general) => change({ general })}
            onApplyToAll={() =>
              change((current) => ({ perEvent: copyToAll(ids, current.general) }))
            }
          />
          <WebhooksSection
            webhooks={settings.webhooks}
            onChange={(webhooks) => change({ webhooks })}
          />
          <FieldsManagement
            variant={plan.variant}
            disabledFields={settings.disabledFields}
            customFields={settings.customFields}
            onDisabledFields={(disabledFields) => change({ disabledFields })}
            onCustomFields={(customFields) => change({ customFields })}
          />
        </div>
        <ExportPanel
          settings={settings}
          plan={plan}
          available={available.list}
          onClear={state.clear}
        />
      </aside>
    </div>
  );
}

/** Applying copies the general values over every event's own (part 3, point 4). */
function copyToAll<T extends object>(ids: readonly string[], values: T): Record<string, T> {
  return Object.fromEntries(ids.map((id) => [id, { ...values }] as const));
}
