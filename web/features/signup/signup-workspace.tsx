import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FileDown, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { variantOfLinks } from '../../../shared/encore/fields.ts';
import { minimumAccounts } from '../../../shared/signup/constants.ts';
import { artistOfTitle } from '../../../shared/signup/names.ts';
import { attempt, tryAgain } from '../../kit/failure.ts';
import { useCommands } from '../../kit/keys/commands.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { PaneSwitch } from '../../ui/pane-switch.tsx';
import { Section } from '../../ui/panel.tsx';
import { Fields, useScrollArea } from '../../ui/read-only.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { limitRuleQuery } from '../limit-guard/queries.ts';
import { type OpenWork, useSummary } from '../recent-work/session/use-work.ts';
import { WorkStatus } from '../recent-work/work-view.tsx';
import { DispatchSection } from './dispatch/dispatch-section.tsx';
import { useFeasibility } from './dispatch/use-feasibility.ts';
import { BulkSettings } from './events/bulk-settings.tsx';
import { EventsTable } from './events/events-table.tsx';
import { countSlots, exportSignupEvents } from './events/export-events.ts';
import { UndatedEntries } from './events/undated-entries.tsx';
import { type EventsView, useEventsView } from './events/use-events-view.ts';
import { categoriesQuery } from './queries.ts';
import { EXTRACT_FAILED } from './signup-results.tsx';
import type { SignupState } from './state.ts';
import type { Signup } from './use-signup.ts';

const EXPORT_FAILED = tryAgain('The events could not be exported');

const EncoreParameters = latePart(
  () => import('./dispatch/encore-parameters.tsx'),
  'EncoreParameters',
  () => <Skeleton className="mx-5 h-40" />,
);

interface SignupWorkspaceProps {
  form: ReactNode;
  state: SignupState;
  signup: Signup & { work: OpenWork<SignupState> };
}

/** Actions on all rows at once, and the texts in rows that could not be used. */
function useAllRows({ state, signup, feasibility, view }: AllRowsOptions) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** Texts that could not be used are dropped when the accounts of their events are set. */
  const [resets, setResets] = useState<Readonly<Record<string, number>>>({});
  const ids = state.infos.events.map(({ value }) => value);
  const resetRows = (some: readonly string[]) =>
    setResets((now) => ({
      ...now,
      ...Object.fromEntries(some.map((id) => [id, (now[id] ?? 0) + 1] as const)),
    }));
  const noteProblem = (field: string, problem: string | null) =>
    setProblems(({ [field]: _, ...others }) =>
      problem === null ? others : { ...others, [field]: problem },
    );
  const setAccountsOfAll = (count: number) => {
    const changed = view.chosen.length > 0 ? view.chosen : ids;
    const same = Object.fromEntries(changed.map((id) => [id, count] as const));
    signup.change({ accounts: { ...state.accounts, ...same } });
    resetRows(changed);
  };
  const exportEvents = () => {
    const slots = countSlots(state);
    const { answer } = feasibility;
    // The minimum number that is needed, shown during the count and if the accounts are missing.
    const accountsUsed =
      answer?.requested === slots
        ? answer.accountsUsed
        : minimumAccounts(slots, state.eventsByAccount);
    attempt(EXPORT_FAILED, () => exportSignupEvents(state, accountsUsed, new Date()));
  };
  const reset = () => {
    const undo = signup.reset();
    resetRows(ids);
    view.clear();
    toast({ title: 'Signup reset', tone: 'info', action: { label: 'Undo', run: undo } });
  };
  useCommands([
    { id: 'signup.export', label: 'Export events CSV', keywords: ['csv'], run: exportEvents },
    { id: 'signup.reset', label: 'Reset signup', run: reset },
  ]);
  return { problems, noteProblem, resets, setAccountsOfAll, exportEvents, reset };
}

interface AllRowsOptions extends Pick<SignupWorkspaceProps, 'state' | 'signup'> {
  feasibility: ReturnType<typeof useFeasibility>;
  view: EventsView;
}

/**
 * Settings and dispatch on the left, the events with their accounts on the right. Below 900 px one of the two shows,
 * and the dispatch stays below it.
 */
export function SignupWorkspace({ form, state, signup }: SignupWorkspaceProps) {
  const { change } = signup;
  const [pane, setPane] = useState<'events' | 'settings'>('events');
  useSummary(signup.work.summarize, {
    title: artistOfTitle(state.infos.title) || state.infos.title || state.infos.url,
    events: state.infos.events.length,
    rows: Object.values(state.accounts).reduce((sum, count) => sum + count, 0),
  });
  const categories = useQuery(categoriesQuery());
  const feasibility = useFeasibility(state);
  const list = categories.data?.categories ?? [];
  const view = useEventsView(state.infos.events);
  const rows = useAllRows({ state, signup, feasibility, view });
  const rule = useQuery(limitRuleQuery).data ?? null;
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <PaneSwitch
        className="lg:hidden"
        value={pane}
        onChange={setPane}
        choices={[
          { value: 'events', label: `Events (${formatNumber(state.infos.events.length)})` },
          { value: 'settings', label: 'Settings' },
        ]}
      />
      <div className="flex min-h-0 w-(--size-panel-form) flex-none flex-col border-r border-border max-lg:contents">
        <SettingsPane form={form} state={state} change={change} isShown={pane === 'settings'}>
          <BulkSettings
            state={state}
            change={change}
            categories={list}
            onAccounts={feasibility.retry}
            selected={view.chosen}
            onAccountsOfAll={rows.setAccountsOfAll}
            onProblem={rows.noteProblem}
          />
        </SettingsPane>
        <Fields>
          <DispatchSection
            state={state}
            change={change}
            feasibility={feasibility}
            problems={rows.problems}
          />
        </Fields>
      </div>
      <div
        className={clsx(
          'flex min-h-0 min-w-0 flex-1 flex-col',
          pane !== 'events' && 'max-lg:hidden',
        )}
      >
        <EventsHead
          state={state}
          signup={signup}
          onExport={rows.exportEvents}
          onReset={rows.reset}
        />
        <UndatedEntries undated={state.infos.undated} className="m-3 mb-0" />
        <Failures signup={signup} categories={categories} />
        <EventsFilter view={view} total={state.infos.events.length} />
        <Fields>
          <EventsTable
            state={state}
            view={view}
            resets={rows.resets}
            change={change}
            categories={list}
            onProblem={rows.noteProblem}
            shortfalls={feasibility.answer?.shortfalls ?? []}
            accountsPerEvent={rule}
          />
        </Fields>
      </div>
    </div>
  );
}

interface SettingsPaneProps extends Pick<SignupWorkspaceProps, 'form' | 'state'> {
  change: Signup['change'];
  /** False below 900 px while the events are shown. */
  isShown: boolean;
  /** The settings of all events. */
  children: ReactNode;
}

function SettingsPane({ form, state, change, isShown, children }: SettingsPaneProps) {
  const scrollArea = useScrollArea('Settings');
  return (
    <div
      {...scrollArea}
      className={clsx('min-h-0 flex-1 overflow-auto', !isShown && 'max-lg:hidden')}
    >
      <Fields>
        {form}
        {children}
        <Section title="Encore parameters">
          <SwitchField checked={state.useEncore} onChange={(useEncore) => change({ useEncore })}>
            Use Encore parameters
            <span className="block text-xs text-text-muted">
              Adds a bot configuration per event to the ZIP.
            </span>
          </SwitchField>
        </Section>
        {state.useEncore ? <EncoreParameters state={state} change={change} /> : null}
      </Fields>
    </div>
  );
}

interface EventsHeadProps extends Pick<SignupWorkspaceProps, 'state' | 'signup'> {
  onExport: () => void;
  onReset: () => void;
}

/** The title and the number of events, and the actions on all of them. */
function EventsHead({ state, signup, onExport, onReset }: EventsHeadProps) {
  const { title, url, events, events_found } = state.infos;
  return (
    <Toolbar className="max-sm:flex-wrap">
      <h2 className="min-w-0 truncate font-semibold max-sm:max-w-[calc(100%-5.5rem)]" title={title}>
        {title === '' ? 'Signup page' : title}
      </h2>
      <span
        className={clsx(
          'tn flex-none text-xs text-text-muted',
          // The top bar also has the number, and the title needs the space.
          events_found === undefined && 'md:max-2xl:hidden',
        )}
      >
        {countOf(events.length, 'event')}
        {events_found === undefined
          ? ''
          : `, the first of ${formatNumber(events_found)} on the page`}
      </span>
      {variantOfLinks([url]) === 'uk' ? <Badge tone="accent">UK Mode</Badge> : null}
      <WorkStatus work={signup.work} />
      <span className="ml-auto flex flex-none gap-2 max-sm:-ml-px max-sm:w-full">
        <Button size="sm" icon={<FileDown />} onClick={onExport}>
          Export events CSV
        </Button>
        <Fields>
          <Button size="sm" variant="ghost" icon={<RotateCcw />} onClick={onReset}>
            Reset
          </Button>
        </Fields>
      </span>
    </Toolbar>
  );
}

/** The filter of the events, and how many are selected. Nothing for a single event. */
function EventsFilter({ view, total }: { view: EventsView; total: number }) {
  const { text, setText, shown, chosen } = view;
  if (total < 2) return null;
  const inView = new Set(shown);
  const hidden = chosen.filter((id) => !inView.has(id)).length;
  return (
    <Toolbar>
      <div className="w-60 min-w-0 max-md:flex-1">
        <SearchInput label="Filter events" value={text} onChange={setText} />
      </div>
      <span role="status" className="tn text-xs text-text-muted">
        {text.trim() === '' ? '' : `${formatNumber(shown.length)} of ${countOf(total, 'event')}`}
      </span>
      {chosen.length === 0 ? null : (
        <span className="ml-auto flex items-center gap-2 text-xs">
          <span className="tn font-medium whitespace-nowrap">
            {formatNumber(chosen.length)} selected
            {hidden === 0 ? '' : `, ${formatNumber(hidden)} out of view`}
          </span>
          <Button size="xs" variant="ghost" onClick={view.clear}>
            Clear
          </Button>
        </span>
      )}
    </Toolbar>
  );
}

interface FailuresProps {
  signup: Signup;
  categories: UseQueryResult<{ failure?: string | null | undefined }>;
}

/** Loads the failed part again: the page or the categories. */
function Failures({ signup, categories }: FailuresProps) {
  const failure = categories.data?.failure;
  return (
    <>
      {signup.error ? (
        <Banner
          tone="danger"
          title={EXTRACT_FAILED}
          className="m-3"
          actions={
            <Button size="sm" onClick={signup.retry}>
              Retry
            </Button>
          }
        >
          {signup.error.message}
        </Banner>
      ) : null}
      {failure ? (
        <Banner
          tone="warning"
          title="Failed to load categories data"
          className="m-3"
          actions={
            <Button size="sm" onClick={() => void categories.refetch()}>
              Retry
            </Button>
          }
        >
          Error loading categories data. Please try again. {failure}
        </Banner>
      ) : null}
    </>
  );
}
