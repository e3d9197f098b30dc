import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { encoreFields, TAKEN_NAMES } from '../../../shared/encore/fields.ts';
import { encoreFile } from '../../../shared/encore/file.ts';
import { copyToAll } from '../../../shared/site-generator/fields.ts';
import { previewSiteCsv } from '../../../shared/site-generator/site-file.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { isPublished } from '../../../shared/ticketing/view/values.ts';
import { useExpanded } from '../../kit/data-grid/use-expanded.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { Section } from '../../ui/panel.tsx';
import { limitRuleQuery } from '../limit-guard/queries.ts';
import { PresetsMenu } from '../recent-work/presets/presets-menu.tsx';
import { type OpenWork, useSummary } from '../recent-work/session/use-work.ts';
import { useWebhooks } from '../site-generator/fields/use-webhooks.ts';
import {
  CsvPreview,
  CustomFields,
  GeneralConfig,
  GeneratorLayout,
  ObjectList,
  WebhooksSection,
} from '../site-generator/index.ts';
import { AccountsSection } from './accounts/accounts-section.tsx';
import type { Accounts } from './accounts/use-accounts.ts';
import { EncoreExport } from './encore-export.tsx';
import { EncoreEventCard } from './events/encore-event-card.tsx';
import { EventsHead } from './events/events-head.tsx';
import { describeFile, type EncorePlan, planEncore } from './plan.ts';
import { type ChangeEventIds, type EncoreSettings, encorePresets, presetOf } from './settings.ts';

const PREVIEW_ROWS = 6;

interface EncoreWorkspaceProps {
  events: readonly TicketingEvent[];
  /** Ids without an event at the provider. */
  missing: readonly string[];
  /** When the oldest of the events was read, in milliseconds; null if there is none. */
  readAt: number | null;
  work: OpenWork<EncoreSettings>;
  accounts: Accounts;
  onEventIds: ChangeEventIds;
}

/** Events on the left, configuration on the right, the preview and the export below them. */
export function EncoreWorkspace(props: EncoreWorkspaceProps) {
  const { events, work, accounts } = props;
  const { draft: settings, change, summarize } = work;
  const { available } = accounts;
  const webhooks = useWebhooks(settings.webhooks);
  const rule = useQuery(limitRuleQuery).data ?? null;
  const plan = useMemo(
    () => planEncore(settings, events, available, rule),
    [settings, events, available, rule],
  );
  const summary = { title: titleOf(events), events: events.length, rows: plan.totalRows };
  useSummary(summarize, summary);
  /** Clears the settings. The events stay, so unlisted ones keep their addresses. */
  const clear = () => {
    const undo = work.clear();
    if (Object.keys(settings.unlisted).length > 0) change({ unlisted: settings.unlisted });
    return undo;
  };
  const preset = useMemo(() => presetOf(settings), [settings]);
  const [showsWarned, setShowsWarned] = useState(false);
  const isReduced = showsWarned && plan.events.some(hasWarning);
  return (
    <>
      <PresetsMenu
        tool={encorePresets}
        current={preset}
        onLoad={(values) => {
          change(values);
          return () => change(preset);
        }}
        description="Categories, ratios, configuration and fields. Events, accounts and webhooks are left out."
      />
      <GeneratorLayout
        objectsLabel={`Events (${events.length})`}
        objects={
          <EventList
            {...props}
            plan={plan}
            isReduced={isReduced}
            onShowAll={() => setShowsWarned(false)}
          />
        }
        preview={
          <Preview
            settings={settings}
            plan={plan}
            available={available.list}
            webhooks={webhooks ?? []}
          />
        }
        config={<Configuration {...props} plan={plan} />}
        generate={
          <EncoreExport
            settings={settings}
            change={change}
            plan={plan}
            available={available.list}
            webhooks={webhooks}
            onShowWarned={() => setShowsWarned(true)}
            onClear={clear}
          />
        }
      />
    </>
  );
}

const hasWarning = ({ warning, problems, exceeded }: EncorePlan['events'][number]): boolean =>
  warning !== null || problems.length > 0 || exceeded.length > 0;

interface EventListProps extends EncoreWorkspaceProps {
  plan: EncorePlan;
  /** Whether only the events with a warning are shown. */
  isReduced: boolean;
  onShowAll: () => void;
}

function EventList({ plan, isReduced, onShowAll, ...props }: EventListProps) {
  const { work, accounts, onEventIds } = props;
  const { draft: settings, change } = work;
  const [openIds, toggle] = useExpanded();
  const remove = useCallback(
    (removed: string) => onEventIds((ids) => ids.filter((id) => id !== removed)),
    [onEventIds],
  );
  return (
    <ObjectList
      label="Selected events"
      head={
        <EventsHead
          {...props}
          variant={plan.variant}
          hasMaxPrice={plan.enabledFields.some(({ key }) => key === 'MaxPrice')}
          onShowAll={isReduced ? onShowAll : null}
        />
      }
      items={isReduced ? plan.events.filter(hasWarning) : plan.events}
      keyOf={({ event }) => event.id}
      estimatedHeight={134}
      renderItem={(eventPlan) => {
        const { id } = eventPlan.event;
        return (
          <EncoreEventCard
            plan={eventPlan}
            fields={plan.usableFields}
            values={settings.perEvent[id]}
            general={settings.general}
            maxAccounts={settings.maxAccounts[id] ?? ''}
            ownAccounts={settings.ownAccounts[id]}
            queueType={accounts.type}
            isOpen={openIds.has(id)}
            change={change}
            onToggle={toggle}
            onRemove={remove}
          />
        );
      }}
    />
  );
}

/** Settings of all events: accounts, configuration, webhooks and fields. */
function Configuration({
  events,
  accounts,
  work,
  plan,
}: EncoreWorkspaceProps & { plan: EncorePlan }) {
  const { draft: settings, change } = work;
  return (
    <>
      <AccountsSection settings={settings} change={change} accounts={accounts} events={events} />
      <GeneralConfig
        title="General Bot Configuration"
        fields={plan.usableFields}
        values={settings.general}
        onChange={(general) => change({ general })}
        onApplyToAll={() => change((current) => ({ perEvent: copyToAll(events, current.general) }))}
      />
      <WebhooksSection
        title="Global Webhooks"
        webhooks={settings.webhooks}
        onChange={(list) => change({ webhooks: list })}
      />
      <FieldsManagement plan={plan} settings={settings} change={change} />
    </>
  );
}

const CITIES_NAMED = 3;

/** Artists and cities, because works of the same artist differ in their cities. */
function titleOf(events: readonly TicketingEvent[]): string {
  const artists = new Set(events.map(({ artist }) => artist).filter(isPublished));
  const cities = new Set(
    events.map(({ location }) => location.split(',')[0] ?? '').filter(isPublished),
  );
  const more = cities.size > CITIES_NAMED ? ` and ${cities.size - CITIES_NAMED} more` : '';
  const named = [...cities].slice(0, CITIES_NAMED).join(', ');
  const title = [[...artists].join(', '), named + more].filter(Boolean).join(': ');
  return title || events.map(({ id }) => `Event ${id}`).join(', ');
}

interface PreviewProps {
  settings: EncoreSettings;
  plan: EncorePlan;
  available: readonly string[];
  webhooks: readonly string[];
}

function Preview(props: PreviewProps) {
  const settings = useDeferredValue(props.settings);
  const plan = useDeferredValue(props.plan);
  const { available, webhooks } = props;
  const { lines, columns } = useMemo(() => {
    const file = encoreFile(describeFile(settings, plan, { available, webhooks }));
    return { lines: previewSiteCsv(file, PREVIEW_ROWS), columns: file.columns.length };
  }, [settings, plan, available, webhooks]);
  return (
    <CsvPreview
      lines={lines}
      totalRows={plan.isUncounted ? null : plan.totalRows}
      columns={columns}
    />
  );
}

interface FieldsManagementProps {
  plan: EncorePlan;
  settings: EncoreSettings;
  change: EncoreWorkspaceProps['work']['change'];
}

/** The columns of the file: fields to switch on and off, custom ones to add and remove. */
function FieldsManagement({ plan, settings, change }: FieldsManagementProps) {
  const { disabledFields, customFields } = settings;
  const off = new Set(disabledFields);
  const toggle = (key: string, isOn: boolean) =>
    change({
      disabledFields: isOn
        ? disabledFields.filter((other) => other !== key)
        : [...disabledFields, key],
    });
  return (
    <Section
      title="Fields Management"
      actions={
        <span className="tn text-xs text-text-muted">{plan.usableFields.length} enabled</span>
      }
    >
      <fieldset className="m-0 mb-3.5 border-0 p-0">
        <legend className="sr-only">Available fields</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(138px,1fr))] gap-x-3 gap-y-2">
          {encoreFields(plan.variant).map(({ key, label }) => (
            <CheckboxField key={key} checked={!off.has(key)} onChange={(isOn) => toggle(key, isOn)}>
              {label}
            </CheckboxField>
          ))}
        </div>
      </fieldset>
      <CustomFields
        fields={customFields}
        taken={TAKEN_NAMES}
        onChange={(fields) => change({ customFields: fields })}
      />
    </Section>
  );
}
