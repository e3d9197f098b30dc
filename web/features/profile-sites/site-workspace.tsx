import { useQuery } from '@tanstack/react-query';
import { EyeOff, Trash2 } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Profile } from '../../../shared/profiles/schema.ts';
import { copyToAll, type FieldValues } from '../../../shared/site-generator/fields.ts';
import { type ProfileSite, profileFile } from '../../../shared/site-generator/profile-site.ts';
import { previewSiteCsv } from '../../../shared/site-generator/site-file.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { useExpanded } from '../../kit/data-grid/use-expanded.ts';
import { countOf, formatNumber, isoDay } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Section } from '../../ui/panel.tsx';
import { limitRuleQuery } from '../limit-guard/queries.ts';
import { describeExceeded } from '../limit-guard/texts.ts';
import { PresetsMenu } from '../recent-work/presets/presets-menu.tsx';
import { type OpenWork, useSummary } from '../recent-work/session/use-work.ts';
import { WorkStatus } from '../recent-work/work-view.tsx';
import {
  ClearDraft,
  CsvPreview,
  CustomFields,
  FieldList,
  GeneralConfig,
  GenerateBlock,
  GeneratorLayout,
  ObjectList,
} from '../site-generator/index.ts';
import { INITIAL_DRAFT, type SiteDraft } from './draft.ts';
import { AccountsForAll } from './events/accounts-field.tsx';
import { AddEvents } from './events/add-events.tsx';
import { EventRow } from './events/event-row.tsx';
import { SentEvents } from './events/sent-events.tsx';
import {
  cutToLimits,
  describeReuse,
  describeSiteFile,
  draftTitle,
  maskedProfile,
  planSite,
  readProxies,
  type SiteTool,
} from './plan.ts';
import { presetTool, presetValuesOf, withPreset } from './presets.ts';
import {
  chosenQuery,
  loadChosen,
  PREVIEW_ROWS,
  type ProfileStock,
} from './profiles/profile-list.ts';
import { ProfilesSection } from './profiles/profiles-section.tsx';
import { SplitCheck } from './profiles/split-check.tsx';

interface SiteWorkspaceProps {
  tool: SiteTool;
  site: ProfileSite;
  work: OpenWork<SiteDraft>;
  stock: ProfileStock;
  /** The choice of the site. */
  cards: ReactNode;
  /** Events sent from the ticketing tool; undefined if there are none or they are loading. */
  sent: readonly TicketingEvent[] | undefined;
  /** Called once the sent events are in the draft. */
  onTaken: () => void;
  /** Called with the number of events in the draft. */
  onEventCount: (count: number) => void;
}

/** The draft with its secrets, which only this page has, and the plan computed from it. */
function useSitePlan({ site, stock, work }: Pick<SiteWorkspaceProps, 'site' | 'stock' | 'work'>) {
  const { draft: stored, change } = work;
  const [secrets, setSecrets] = useState<FieldValues>({});
  const draft = useMemo(
    () => ({ ...stored, settings: { ...stored.settings, ...secrets } }),
    [stored, secrets],
  );
  const chosen = useQuery(chosenQuery(stock, draft));
  const count = chosen.data?.count ?? null;
  const rule = useQuery(limitRuleQuery).data ?? null;
  const plan = useMemo(() => planSite(site, draft, count, rule), [site, draft, count, rule]);
  const changeSetting = (key: string, value: FieldValues[string]) =>
    isSecret(site, key)
      ? setSecrets({ ...secrets, [key]: value })
      : change({ settings: { ...stored.settings, [key]: value } });
  return { draft, plan, chosen, changeSetting };
}
type SitePlan = ReturnType<typeof useSitePlan>;

/** Events on the left, configuration and profiles on the right, the preview and the export below them. */
export function SiteWorkspace(props: SiteWorkspaceProps) {
  const { tool, site, stock, work } = props;
  const { draft: stored, change } = work;
  const planned = useSitePlan(props);
  const { draft, plan, chosen } = planned;
  useSummary(work.summarize, {
    title: draftTitle(site, stored),
    events: stored.events.length,
    rows: plan.rows,
  });
  const presets = useMemo(() => presetTool(tool, site), [tool, site]);
  const preset = useMemo(() => presetValuesOf(site, stored), [site, stored]);
  const { onEventCount } = props;
  useEffect(() => onEventCount(stored.events.length), [onEventCount, stored.events.length]);
  const date = isoDay(new Date());
  const chooseFailure = chosen.error && 'The profiles could not be chosen. Load the page again.';
  return (
    <>
      <PresetsMenu
        tool={presets}
        current={preset}
        onLoad={(values) => {
          const { events, perEvent, proxies, ...before } = stored;
          change(withPreset(stored, preset, values));
          return () => change(before);
        }}
        description="Configuration, custom fields and the choice of profiles. Events, proxies, webhooks and passwords are left out."
      />
      <GeneratorLayout
        objectsLabel={`Events (${draft.events.length})`}
        objects={<EventList {...props} {...planned} />}
        preview={
          <>
            <SplitCheck site={site} stock={stock} draft={draft} />
            <Preview
              site={site}
              draft={draft}
              plan={plan}
              date={date}
              profiles={chosen.data?.first ?? []}
            />
          </>
        }
        config={<Configuration site={site} stock={stock} work={work} {...planned} />}
        generate={
          <SiteExport {...props} {...planned} date={date} blocker={chooseFailure ?? plan.blocker} />
        }
      />
    </>
  );
}

interface SiteExportProps extends Pick<SiteWorkspaceProps, 'tool' | 'site' | 'work'> {
  draft: SitePlan['draft'];
  plan: SitePlan['plan'];
  /** `YYYY-MM-DD` */
  date: string;
  /** Why the file cannot be generated; null if it can. */
  blocker: string | null;
}

/** The export summary, the file, and Reset. */
function SiteExport({ tool, site, work, draft, plan, date, blocker }: SiteExportProps) {
  const { draft: stored, change } = work;
  return (
    <GenerateBlock
      label="Generate CSV"
      figures={[
        { label: 'Rows', value: plan.rows },
        { label: 'Profiles', value: plan.profiles ?? 0 },
        { label: 'Columns', value: plan.columns },
      ]}
      missing={plan.missing}
      blocker={blocker}
      name={`${tool.name}-${site.name}-config-${date}.csv`}
      rows={plan.rows}
      failureText={tool.failureText}
      warning={describeExceeded(plan.events.flatMap(({ exceeded }) => exceeded))}
      guard={{
        tool: tool.name,
        events: plan.events.map(({ guarded }) => guarded),
        onCut: (limits) => change((current) => cutToLimits(current, limits)),
      }}
      makeTask={async (signal) => ({
        site: 'profiles',
        tool: tool.name,
        name: site.name,
        file: describeSiteFile(draft, plan, date),
        ...(await loadChosen(draft, plan.rows, signal)),
      })}
      aside={
        <ClearDraft
          label="Reset"
          doneText="Draft cleared."
          isInitial={stored === INITIAL_DRAFT}
          onClear={work.clear}
        />
      }
    />
  );
}

/** The events, below the choice of the site and the ways to add events. */
function EventList({
  site,
  work,
  cards,
  sent,
  onTaken,
  draft,
  plan,
}: SiteWorkspaceProps & SitePlan) {
  const { change } = work;
  const [openIds, toggle] = useExpanded();
  const reuse = describeReuse(plan);
  return (
    <ObjectList
      label="Events"
      head={
        <>
          {cards}
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-md font-semibold">Events ({formatNumber(draft.events.length)})</h2>
            <span className="tn text-xs text-text-muted">{countOf(plan.rows, 'account')}</span>
            <WorkStatus work={work} />
            {draft.events.length > 0 ? (
              <Button
                size="xs"
                variant="ghost"
                className="ml-auto"
                icon={<Trash2 />}
                onClick={() => change({ events: [], perEvent: {} })}
              >
                Remove all
              </Button>
            ) : null}
          </div>
          <AddEvents site={site} events={draft.events} change={change} />
          <SentEvents site={site} sent={sent} change={change} onTaken={onTaken} />
          <AccountsForAll events={draft.events} max={plan.profiles ?? 0} change={change} />
          {reuse === null ? null : <Banner tone="info">{reuse}</Banner>}
        </>
      }
      items={plan.events}
      keyOf={({ event }) => event.id}
      estimatedHeight={58}
      renderItem={(entry) => (
        <EventRow
          entry={entry}
          fields={plan.fields}
          countryCodes={site.countryCodes}
          values={draft.perEvent[entry.event.id]}
          global={draft.global}
          maxAccounts={plan.profiles ?? 0}
          isOpen={openIds.has(entry.event.id)}
          change={change}
          onToggle={toggle}
        />
      )}
    />
  );
}

/** Settings of all events: the site's fields and settings, proxies, custom fields, and the profiles. */
function Configuration({
  site,
  stock,
  work: { change },
  draft,
  plan,
  changeSetting,
}: Pick<SiteWorkspaceProps, 'site' | 'stock' | 'work'> & SitePlan) {
  return (
    <>
      <GeneralConfig
        title="Global configuration"
        fields={plan.fields}
        values={draft.global}
        onChange={(global) => change({ global })}
        onApplyToAll={() =>
          change(({ events, global }) => ({ perEvent: copyToAll(events, global) }))
        }
      >
        {site.settings.length > 0 ? (
          <div className="mt-3">
            <FieldList
              fields={site.settings}
              values={draft.settings}
              inherited={(field) => field.defaultValue}
              onChange={changeSetting}
            />
          </div>
        ) : null}
      </GeneralConfig>
      {site.takesProxies ? (
        <Section>
          <Field label="Proxy list" optional hint={describeProxies(draft.proxies)}>
            {(control) => (
              <Textarea
                {...control}
                rows={5}
                spellCheck={false}
                className="mono"
                value={draft.proxies}
                onChange={(event) => change({ proxies: event.target.value })}
              />
            )}
          </Field>
        </Section>
      ) : null}
      {site.takesCustomFields ? (
        <Section title="Custom fields">
          <CustomFields
            fields={draft.customFields}
            taken={[
              ...site.columns.map(({ header }) => header),
              ...site.fields.map(({ key }) => key),
            ]}
            onChange={(customFields) => change({ customFields })}
          />
        </Section>
      ) : null}
      <ProfilesSection draft={draft} stock={stock} chosen={plan.profiles} change={change} />
    </>
  );
}

const isSecret = (site: ProfileSite, key: string): boolean =>
  site.settings.some((field) => field.key === key && field.type === 'secret');

function describeProxies(text: string): string {
  const count = readProxies(text).length;
  return count === 0
    ? 'One per line, used in turn.'
    : `${countOf(count, 'proxy', 'proxies')}, used in turn.`;
}

type PreviewProps = Pick<SiteWorkspaceProps, 'site'> & {
  draft: Parameters<typeof describeSiteFile>[0];
  plan: Parameters<typeof describeSiteFile>[1];
  date: string;
  profiles: readonly Profile[];
};

/** The first rows with masked profiles: secrets are read when the file is generated. */
function Preview({ site, date, ...props }: PreviewProps) {
  const draft = useDeferredValue(props.draft);
  const plan = useDeferredValue(props.plan);
  const lines = useMemo(() => {
    const profiles = props.profiles.map(maskedProfile);
    const file = profileFile(site, { ...describeSiteFile(draft, plan, date), profiles });
    return previewSiteCsv(file, PREVIEW_ROWS);
  }, [site, draft, plan, date, props.profiles]);
  return (
    <CsvPreview
      lines={lines}
      totalRows={plan.rows}
      columns={plan.columns}
      note={
        <span className="flex items-center gap-1.5 text-xs text-text-muted max-sm:hidden">
          <EyeOff className="size-3.5" />
          Card data is masked here only
        </span>
      }
    />
  );
}
