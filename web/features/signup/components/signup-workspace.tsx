import { useQuery } from '@tanstack/react-query';
import { FileDown, RotateCcw } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { variantOfLinks } from '../../../../shared/encore/fields.ts';
import { useCommands } from '../../../lib/commands.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { Section } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SwitchField } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { exportSignupEvents } from '../export-events.ts';
import { categoriesQuery } from '../queries.ts';
import type { SignupState } from '../state.ts';
import { useFeasibility } from '../use-feasibility.ts';
import type { Signup } from '../use-signup.ts';
import { BulkSettings } from './bulk-settings.tsx';
import { DispatchSection } from './dispatch-section.tsx';
import { EventsTable } from './events-table.tsx';
import { EXTRACT_FAILED } from './signup-results.tsx';

const EncoreParameters = lazy(() =>
  import('./encore-parameters.tsx').then((module) => ({ default: module.EncoreParameters })),
);

interface SignupWorkspaceProps {
  form: ReactNode;
  state: SignupState;
  signup: Signup;
}

/** Settings and dispatch on the left, the events with their accounts on the right. */
export function SignupWorkspace({ form, state, signup }: SignupWorkspaceProps) {
  const { change } = signup;
  const categories = useQuery(categoriesQuery());
  const feasibility = useFeasibility(state);
  const variant = variantOfLinks([state.infos.url]);
  const list = categories.data?.categories ?? [];
  const exportEvents = () => {
    exportSignupEvents(state, new Date());
    toast({ title: 'CSV exported' });
  };
  const reset = () => {
    const undo = signup.reset();
    toast({ title: 'Signup reset', tone: 'info', action: { label: 'Undo', run: undo } });
  };
  useCommands([
    { id: 'signup.export', label: 'Export events CSV', keywords: ['csv'], run: exportEvents },
    { id: 'signup.reset', label: 'Reset signup', run: reset },
  ]);
  return (
    <div className="flex min-h-0 flex-1 max-[899px]:flex-col max-[899px]:overflow-auto">
      <div className="flex min-h-0 w-[344px] flex-none flex-col border-r border-border max-[899px]:contents">
        <div className="min-h-0 flex-1 overflow-auto max-[899px]:flex-none max-[899px]:overflow-visible">
          {form}
          <BulkSettings state={state} change={change} categories={list} />
          <Section title="Encore parameters">
            <SwitchField checked={state.useEncore} onChange={(useEncore) => change({ useEncore })}>
              Use Encore parameters
              <span className="block text-xs text-text-muted">
                Adds a bot configuration per event to the ZIP.
              </span>
            </SwitchField>
          </Section>
          {state.useEncore ? (
            <Suspense fallback={<Skeleton className="mx-5 h-40" />}>
              <EncoreParameters state={state} change={change} />
            </Suspense>
          ) : null}
        </div>
        <DispatchSection state={state} feasibility={feasibility} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-[899px]:flex-none max-[899px]:border-t max-[899px]:border-border">
        <Toolbar className="max-sm:flex-wrap">
          <h2
            className="min-w-0 truncate font-[620] max-sm:max-w-[calc(100%-5.5rem)]"
            title={state.infos.title}
          >
            {state.infos.title === '' ? 'Signup page' : state.infos.title}
          </h2>
          <span className="tn flex-none text-xs text-text-muted">
            {countOf(state.infos.events.length, 'event')}
            {state.infos.events_found === undefined
              ? ''
              : `, the first of ${formatNumber(state.infos.events_found)} on the page`}
          </span>
          {variant === 'uk' ? <Badge tone="accent">UK Mode</Badge> : null}
          <span className="ml-auto flex flex-none gap-2 max-sm:-ml-px max-sm:w-full">
            <Button
              size="sm"
              icon={<FileDown aria-hidden="true" strokeWidth={1.75} />}
              onClick={exportEvents}
            >
              Export events CSV
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon={<RotateCcw aria-hidden="true" strokeWidth={1.75} />}
              onClick={reset}
            >
              Reset
            </Button>
          </span>
        </Toolbar>
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
        {signup.isSaveFailed ? (
          <Banner tone="warning" title="Not saved." className="m-3">
            The browser’s storage is full or blocked: these settings are lost when the page is left.
          </Banner>
        ) : null}
        {categories.data?.failure ? (
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
            Error loading categories data. Please try again. {categories.data.failure}
          </Banner>
        ) : null}
        <EventsTable
          state={state}
          change={change}
          categories={list}
          shortfalls={feasibility.answer?.shortfalls ?? []}
        />
      </div>
    </div>
  );
}
