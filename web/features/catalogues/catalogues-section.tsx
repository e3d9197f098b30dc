import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleAlert, Clock, RefreshCw } from 'lucide-react';
import type { Catalogue, CatalogueCountry } from '../../../shared/catalogues/schema.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { SectionHead } from '../../kit/section-head.tsx';
import { Time } from '../../kit/time.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { Badge, StatusDot } from '../../ui/badge.tsx';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stat, StatRow } from '../../ui/stat.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { HeadCell, Missing, Table } from '../../ui/table.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { cataloguesQuery, inOrder, readAgain, switchCatalogue } from './queries.ts';

const FAILED = tryAgain('Failed to change the catalogues');

interface Change {
  country: CatalogueCountry;
  isOn: boolean;
}

/** Changes run one after the other, also one from a confirmation. */
const CHANGES = {
  scope: { id: 'catalogues' },
  mutationFn: ({ country, isOn }: Change) => switchCatalogue(country, isOn),
};

const offQuestion = (
  { country, events }: Catalogue,
  run: (change: Change) => Promise<unknown>,
): Question => ({
  title: `Stop reading ${countryName(country)}?`,
  text: `Its ${formatNumber(events)} events leave the list of sales. They are read again, as for the first time, when you turn the catalogue on.`,
  confirmLabel: 'Turn off',
  cancelLabel: 'Keep reading',
  busyLabel: 'Turning off...',
  run: () => run({ country, isOn: false }),
  done: `${countryName(country)} is off`,
  failure: FAILED,
});

/** Settings: the countries whose events are read completely. */
export function CataloguesSection() {
  const query = useQuery(cataloguesQuery);
  const [question, ask] = useQuestion();
  const change = useMutation({ ...CHANGES, onError: toastFailure(FAILED) });
  const turnOff = useMutation(CHANGES);
  const reading = useMutation({
    mutationFn: readAgain,
    onError: toastFailure(tryAgain('Failed to read the catalogue')),
  });
  const onSwitch = (catalogue: Catalogue, isOn: boolean) => {
    if (!isOn && catalogue.events > 0) ask(offQuestion(catalogue, turnOff.mutateAsync));
    else change.mutate({ country: catalogue.country, isOn });
  };
  return (
    <>
      <SectionHead title="Catalogues">
        A country is read once a day with one call: every event with its presales and sales, for the
        sales that open next.
      </SectionHead>
      <QueryView
        query={query}
        loadingLabel="Loading catalogues..."
        failure="Failed to load the catalogues"
      >
        {(catalogues) => (
          <>
            <Totals catalogues={catalogues} />
            <CatalogueTable
              catalogues={inOrder(catalogues, countryName)}
              changing={change.isPending ? change.variables : null}
              onSwitch={onSwitch}
              onRead={(country) => reading.mutate(country)}
            />
          </>
        )}
      </QueryView>
      {question}
    </>
  );
}

function Totals({ catalogues }: { catalogues: readonly Catalogue[] }) {
  const on = catalogues.filter(({ state }) => state !== 'off');
  const sum = (of: 'events' | 'changes') =>
    formatNumber(on.reduce((total, catalogue) => total + catalogue[of], 0));
  return (
    <StatRow label="Totals of the catalogues">
      <Stat label="Countries on" value={on.length} unit={`of ${catalogues.length}`} />
      <Stat label="Events known" value={sum('events')} />
      <Stat label="Latest changes" value={sum('changes')} />
      <Stat label="Calls a day" value={on.length} />
    </StatRow>
  );
}

interface CatalogueTableProps {
  catalogues: readonly Catalogue[];
  changing: Change | null;
  onSwitch: (catalogue: Catalogue, isOn: boolean) => void;
  onRead: (country: CatalogueCountry) => void;
}

function CatalogueTable({ catalogues, changing, onSwitch, onRead }: CatalogueTableProps) {
  const now = useNow();
  return (
    <Table
      label="Catalogues"
      scrollClassName="flex-none"
      className="max-md:[&_:is(td,th)]:px-1.5 max-md:[&_:is(td,th):first-child]:pl-3.5 max-md:[&_:is(td,th):last-child]:pr-3.5"
    >
      <thead>
        <tr>
          <HeadCell>Country</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell align="right">Events</HeadCell>
          <HeadCell align="right" className="max-xl:hidden">
            Changed
          </HeadCell>
          <HeadCell className="max-md:hidden">Last read</HeadCell>
          <HeadCell align="right" className="max-md:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
          <HeadCell align="right">On</HeadCell>
        </tr>
      </thead>
      {catalogues.map((catalogue) => (
        <CatalogueRows
          key={catalogue.country}
          catalogue={catalogue}
          now={now}
          isOn={changing?.country === catalogue.country ? changing.isOn : catalogue.state !== 'off'}
          onSwitch={(isOn) => onSwitch(catalogue, isOn)}
          onRead={() => onRead(catalogue.country)}
        />
      ))}
    </Table>
  );
}

interface CatalogueRowsProps {
  catalogue: Catalogue;
  now: number;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onRead: () => void;
}

/** A country with the reason why it waits or fails. */
function CatalogueRows({ catalogue, now, isOn, onSwitch, onRead }: CatalogueRowsProps) {
  const { country, state, events, changes, read_at, next_at, reason } = catalogue;
  const isFailing = state === 'failing';
  return (
    <tbody>
      <tr className={state === 'off' ? 'text-text-muted' : undefined}>
        <td>
          <span className="flex items-center gap-2 font-medium">
            <Flag code={country} />
            {countryName(country)}
          </span>
        </td>
        <td>
          <StateText state={state} />
        </td>
        <td className="tn" data-align="right">
          {read_at === null ? <Missing>Not read</Missing> : formatNumber(events)}
        </td>
        <td className="tn max-xl:hidden" data-align="right">
          {read_at === null ? null : formatNumber(changes)}
        </td>
        <td className={`tn max-md:hidden ${isFailing ? 'text-warning-text' : ''}`}>
          {read_at === null ? null : <Time at={read_at} as="moment" now={now} />}
        </td>
        <td data-align="right" className="max-md:hidden">
          {state === 'ok' || state === 'failing' ? (
            <IconButton
              size="xs"
              label={`Read ${countryName(country)} again`}
              icon={<RefreshCw />}
              onClick={onRead}
            />
          ) : null}
        </td>
        <td data-align="right">
          <SwitchField checked={isOn} onChange={onSwitch} className="justify-end">
            <span className="sr-only">{countryName(country)}</span>
          </SwitchField>
        </td>
      </tr>
      {reason === null ? null : (
        <tr data-note="">
          <td colSpan={7} className="h-auto! whitespace-normal!">
            <span
              className={`flex items-start gap-2 pb-2 pl-6 text-xs ${isFailing ? 'text-danger-text' : 'text-text-muted'}`}
            >
              {isFailing ? (
                <CircleAlert className="mt-0.5 size-3.5 flex-none" />
              ) : (
                <Clock className="mt-0.5 size-3.5 flex-none" />
              )}
              <span>
                {reason}
                {isFailing && next_at !== null ? (
                  <>
                    {' '}
                    Next try: <Time at={next_at} as="moment" now={now} />.{' '}
                    <button
                      type="button"
                      className={clsx(textLinkClass, 'md:hidden')}
                      onClick={onRead}
                    >
                      Read again
                      <span className="sr-only"> {countryName(country)}</span>
                    </button>
                  </>
                ) : null}
              </span>
            </span>
          </td>
        </tr>
      )}
    </tbody>
  );
}

const STATES = {
  ok: <StatusDot tone="success">Up to date</StatusDot>,
  waiting: <StatusDot tone="info">Waiting</StatusDot>,
  failing: (
    <Badge tone="danger" icon={<CircleAlert />}>
      Failing
    </Badge>
  ),
  off: <StatusDot>Off</StatusDot>,
};

const StateText = ({ state }: { state: Catalogue['state'] }) => STATES[state];
