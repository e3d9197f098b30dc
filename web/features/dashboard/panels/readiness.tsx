import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { NextOpening } from '../../../../shared/dashboard/schema.ts';
import { READINESS_LIMITS, type Readiness } from '../../../../shared/sales/readiness.ts';
import { cut } from '../../../../shared/text.ts';
import { api, send } from '../../../lib/api.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Missing } from '../../../ui/table.tsx';
import { WORK_TOOLS } from '../../recent-work/work-link.ts';

/** Codes and works of other operators announce themselves to no list: they are at most this old. */
const REFRESH_MS = 60_000;

type Row = Pick<NextOpening, 'artist' | 'event_ids'>;

const readinessQuery = (rows: readonly Row[]) =>
  queryOptions({
    queryKey: ['dashboard', 'readiness', rows],
    queryFn: async ({ signal }) => {
      const json = {
        rows: rows.map(({ artist, event_ids }) => ({ artist: cut(artist, 500), event_ids })),
      };
      return (await send(api.sales.readiness.$post({ json }, { init: { signal } }))).data;
    },
    enabled: rows.length > 0,
    refetchInterval: REFRESH_MS,
  });

type Prepared = Readiness | 'loading' | 'failed';
const ReadinessOf = createContext<(opening: Row) => Prepared>(() => 'loading');

const keyOf = ({ artist, event_ids }: Row): string => JSON.stringify([artist, event_ids]);

/** Reads with one call what is prepared for the rows of a list. The list must be memoised. */
export function ReadinessOfRows({
  openings,
  children,
}: {
  openings: readonly NextOpening[];
  children: ReactNode;
}) {
  const rows = useMemo(
    () =>
      openings
        .slice(0, READINESS_LIMITS.rows)
        .map(({ artist, event_ids }) => ({ artist, event_ids })),
    [openings],
  );
  const { data, isError } = useQuery(readinessQuery(rows));
  const find = useMemo(() => {
    const prepared = new Map(rows.map((row, index) => [keyOf(row), data?.[index]]));
    return (row: Row) => prepared.get(keyOf(row)) ?? (isError ? 'failed' : 'loading');
  }, [rows, data, isError]);
  return <ReadinessOf value={find}>{children}</ReadinessOf>;
}

export const useReadiness = (opening: NextOpening): Prepared => use(ReadinessOf)(opening);

interface CellProps {
  opening: NextOpening;
  prepared: Prepared;
}

/** A value that is not there yet, or could not be read. */
const NotRead = ({ prepared }: { prepared: 'loading' | 'failed' }) => (
  <Missing>{prepared === 'loading' ? 'Loading' : 'Not known'}</Missing>
);

const needsCode = ({ kind }: NextOpening): boolean => kind === 'presale';

/** `2 codes`, `No code`, `Not watched` or `None needed` */
function codesText(opening: NextOpening, { codes }: Readiness): string {
  if (codes !== null && codes > 0) return countOf(codes, 'code');
  if (!needsCode(opening)) return 'None needed';
  return codes === null ? 'Not watched' : 'No code';
}

/** The likely codes of the artist or the event. */
export function CodesCell({ opening, prepared }: CellProps) {
  if (typeof prepared === 'string') return <NotRead prepared={prepared} />;
  const text = codesText(opening, prepared);
  const isMissing = needsCode(opening) && prepared.codes === 0;
  return (
    <span
      title="Likely codes of the last 90 days, from watches and searches of the artist or event and from mails that name the artist"
      className={
        isMissing ? 'text-danger-text' : prepared.codes ? 'font-medium' : 'text-text-muted'
      }
    >
      {text}
    </span>
  );
}

/** `24`, or `24 in 2 events` for a work of several. */
function rowsText({ rows, events }: NonNullable<Readiness['work']>): string {
  if (rows === null || rows === 0) return 'No rows yet';
  return events !== null && events > 1
    ? `${formatNumber(rows)} in ${countOf(events, 'event')}`
    : formatNumber(rows);
}

/** The rows of the newest saved work: one for each account and event. */
export function AccountsCell({ prepared }: Pick<CellProps, 'prepared'>) {
  if (typeof prepared === 'string') return <NotRead prepared={prepared} />;
  const { work } = prepared;
  if (work === null) {
    return (
      <span title="No saved work has the event" className="text-text-muted">
        No work
      </span>
    );
  }
  return (
    <span
      title={`Rows of the newest saved work with the event, one for each account and event. Saved by ${work.saved_by}`}
    >
      <span className="block">{rowsText(work)}</span>
      <span className="block text-xs text-text-muted">{WORK_TOOLS[work.kind]}</span>
    </span>
  );
}

interface State {
  text: string;
  tone: Tone;
  why: string;
}

const NO_FILE = 'No file yet';

/** What is missing before the sale opens; the first thing that is. */
function stateOf(opening: NextOpening, { codes, work }: Readiness): State {
  if (needsCode(opening) && codes === 0)
    return {
      text: 'Code missing',
      tone: 'danger',
      why: 'A watch runs and has found no likely code',
    };
  if (needsCode(opening) && codes === null)
    return {
      text: 'Code not watched',
      tone: 'warning',
      why: 'No watch looks for codes of this artist or event',
    };
  if (work === null || !work.rows)
    return { text: NO_FILE, tone: 'neutral', why: 'No saved work with the event has rows' };
  return {
    text: 'Ready',
    tone: 'success',
    why: `${needsCode(opening) ? 'A likely code was found, and a' : 'A'} saved work has rows for the event`,
  };
}

export function StateCell({ opening, prepared }: CellProps) {
  if (typeof prepared === 'string') return <NotRead prepared={prepared} />;
  const { text, tone, why } = stateOf(opening, prepared);
  return (
    <span title={why}>
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}

/** The facts that the state beside this line does not contain. */
function lineText(opening: NextOpening, prepared: Prepared): string {
  if (prepared === 'loading') return 'Loading codes and accounts';
  if (prepared === 'failed') return 'Codes and accounts not known';
  const { codes, work } = prepared;
  const parts = codes ? [countOf(codes, 'code')] : [];
  if (work !== null) parts.push(`${rowsText(work)}, ${WORK_TOOLS[work.kind]}`);
  else if (stateOf(opening, prepared).text !== NO_FILE) parts.push('No work');
  return parts.join(', ');
}

/** Codes and accounts in one line, where there are no columns for them. */
export function ReadinessLine({ opening, prepared }: CellProps) {
  return <span className="min-w-0 text-xs text-text-muted">{lineText(opening, prepared)}</span>;
}
