import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { failureText, tryAgain } from '../../kit/failure.ts';
import { useQuestion } from '../../kit/question.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toast } from '../../ui/toast.tsx';
import { loadSampleData, type Report, removeSampleData, sampleDataQuery } from './queries.ts';

const CONTENT =
  '5 queues with 3,000 accounts, 4 categories, 48 profiles with test cards, 24 watched prices, 4 artists and 3 mailboxes with presale codes';
/** An artist of the simulated provider with which a new operator can continue. */
const NEXT_SEARCH = 'Northern Lanterns';
const NOT_LOADED = tryAgain('The sample data could not be loaded');
const NOT_REMOVED = tryAgain('The sample data could not be removed');

/**
 * Offers to load the sample data, shows the progress, and offers to remove it. Nothing with live
 * providers.
 * @param isInline in a banner, where the removal is offered too
 */
export function SampleDataOffer({ isInline = false }: { isInline?: boolean }) {
  const client = useQueryClient();
  const { data: report } = useQuery(sampleDataQuery);
  const load = useMutation({ mutationFn: () => loadSampleData(client) });
  const cancel = useMutation({ mutationFn: () => removeSampleData(client) });
  const [question, ask] = useQuestion();
  useLoadedMessage(report?.state, isInline);
  // A page that is in use offers no removal, but the dashboard does.
  if (!report || (report.state === 'loaded' && !isInline)) return null;
  const { state, failure } = report;
  const error = load.error
    ? failureText(load.error, NOT_LOADED)
    : cancel.error && failureText(cancel.error, NOT_REMOVED);
  const action = {
    none: {
      label: 'Load sample data',
      icon: <FlaskConical />,
      isBusy: load.isPending,
      run: () => load.mutate(),
    },
    loading: { label: 'Cancel', icon: null, isBusy: cancel.isPending, run: () => cancel.mutate() },
    loaded: {
      label: 'Remove sample data',
      icon: null,
      isBusy: false,
      run: () =>
        ask({
          title: 'Remove the sample data?',
          text: `${CONTENT} are removed. What you changed since stays, and is listed here.`,
          confirmLabel: 'Remove sample data',
          cancelLabel: 'Keep sample data',
          run: () => removeSampleData(client),
          done: 'The sample data are being removed',
          failure: NOT_REMOVED,
        }),
    },
    removing: null,
  }[state];
  return (
    <div
      className={
        isInline
          ? 'flex flex-none flex-wrap items-center justify-end gap-2.5 max-md:basis-full max-md:justify-start max-md:pl-6'
          : 'mt-5 flex basis-full flex-col items-center gap-2'
      }
    >
      <State report={report} isInline={isInline} />
      {failure ? <p className="text-xs text-warning-text">{failure} It is tried again.</p> : null}
      {error ? (
        <p role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      ) : null}
      {action ? (
        // One button for all states, so that it keeps the focus.
        <Button size="sm" icon={action.icon} busy={action.isBusy} onClick={action.run}>
          {action.label}
        </Button>
      ) : null}
      {question}
    </div>
  );
}

interface StateProps {
  report: Report;
  isInline: boolean;
}

/** The offer to load sample data, the progress, and the actions. */
function State({ report: { state, done, steps, kept: remaining }, isInline }: StateProps) {
  const label = state === 'loading' ? 'Loading the sample data' : 'Removing the sample data';
  return (
    <>
      {state !== 'none' || (isInline && remaining.length === 0) ? null : (
        <p className="max-w-[48ch] text-xs text-pretty text-text-muted">
          {remaining.length > 0
            ? `The sample data were removed. This stayed: ${remaining.join(' ')}`
            : `Only looking around? Load ${CONTENT}. They can be removed together.`}
        </p>
      )}
      {state === 'loaded' ? (
        <p role="status" className="text-xs text-text-muted">
          Sample data loaded. Next:{' '}
          <Link to="/ticketmaster" search={{ artistName: NEXT_SEARCH }} className={textLinkClass}>
            search “{NEXT_SEARCH}”
          </Link>
          .
        </p>
      ) : null}
      {state === 'loading' || state === 'removing' ? (
        <div className="w-52">
          <p role="status" className="mb-1 text-xs text-text-muted tabular-nums">
            {label}: {done} of {steps}
          </p>
          <Progress label={label} value={done} max={steps} />
        </div>
      ) : null}
    </>
  );
}

/**
 * Reports the end of loading on pages where the offer then disappears; the banner keeps its own
 * line.
 */
function useLoadedMessage(state: string | undefined, isInline: boolean): void {
  const navigate = useNavigate();
  const stateBefore = useRef(state);
  const report = useEffectEvent(() =>
    toast({
      title: 'Sample data loaded',
      text: `Next: search “${NEXT_SEARCH}”.`,
      action: {
        label: 'Search',
        run: () => void navigate({ to: '/ticketmaster', search: { artistName: NEXT_SEARCH } }),
      },
    }),
  );
  useEffect(() => {
    if (!isInline && stateBefore.current === 'loading' && state === 'loaded') report();
    stateBefore.current = state;
  }, [state, isInline]);
}
