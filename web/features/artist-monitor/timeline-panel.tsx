import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  CalendarClock,
  CalendarPlus,
  CheckCheck,
  Clock,
  Funnel,
  KeyRound,
  MapPin,
  Radar,
  Tag,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CHANGE_KINDS } from '../../../shared/artist-monitor/change-kinds.ts';
import {
  type ArtistChange,
  type ChangeKind,
  describeChange,
} from '../../../shared/artist-monitor/changes.ts';
import type { ArtistCheck } from '../../../shared/artist-monitor/schema.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { failureText, tryAgain } from '../../kit/failure.ts';
import { MoreButton, usePages } from '../../kit/pages.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { Time } from '../../kit/time.tsx';
import { formatDay, isoDay } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Menu, MenuRadio } from '../../ui/menu.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { HistoryButton } from '../audit/history-button.tsx';
import { describeWait, type MonitorRow } from './artist-columns.tsx';
import { changesQuery, seenChange } from './queries.ts';

const LOOKS: Record<ChangeKind, { label: string; icon: ReactNode; color: string }> = {
  started: { label: 'Monitoring started', icon: <Radar />, color: 'text-text-subtle' },
  new_event: { label: 'New events', icon: <CalendarPlus />, color: 'text-accent-text' },
  new_presale: { label: 'New presales', icon: <KeyRound />, color: 'text-warning-text' },
  presale_moved: { label: 'Presales moved', icon: <CalendarClock />, color: 'text-warning-text' },
  sale_moved: { label: 'General sales moved', icon: <CalendarClock />, color: 'text-info-text' },
  date: { label: 'Dates changed', icon: <Clock />, color: 'text-info-text' },
  venue: { label: 'Venues changed', icon: <MapPin />, color: 'text-info-text' },
  status: { label: 'Sale states', icon: <Tag />, color: 'text-success-text' },
};

const KINDS: { value: ChangeKind | 'all'; label: string }[] = [
  { value: 'all', label: 'All kinds' },
  ...CHANGE_KINDS.map((value) => ({ value, label: LOOKS[value].label })),
];

interface TimelinePanelProps {
  /** Undefined for the timeline of all artists. */
  row: MonitorRow | undefined;
  onAll: () => void;
  onClose: () => void;
  className?: string | undefined;
}

/** The changes of one artist or of all by day, newest first. */
export function TimelinePanel({ row, onAll, onClose, className }: TimelinePanelProps) {
  const [kind, setKind] = useState<ChangeKind | 'all'>('all');
  const { query, rows } = usePages(
    changesQuery(row?.artist.artist_id, kind === 'all' ? undefined : kind),
  );
  const [seen, setSeen] = useSaved(seenChange);
  const newest = rows[0]?.id ?? 0;
  return (
    <SidePanel
      title={row?.artist.artist_name ?? 'What is new'}
      onClose={onClose}
      className={clsx('lg:w-(--size-panel-log)!', className)}
    >
      <div className="flex items-center gap-1 px-3 pt-2">
        {row ? (
          <>
            <Button size="xs" variant="ghost" onClick={onAll}>
              All artists
            </Button>
            <HistoryButton
              size="xs"
              kind="artist"
              id={row.artist.artist_id}
              name={row.artist.artist_name}
            />
          </>
        ) : null}
        <Menu
          label="Kinds of changes"
          trigger={
            <Button size="xs" variant="ghost" icon={<Funnel />}>
              {KINDS.find(({ value }) => value === kind)?.label}
            </Button>
          }
        >
          <MenuRadio label="Show" value={kind} onChange={setKind} choices={KINDS} />
        </Menu>
        {row === undefined && kind === 'all' && newest > seen ? (
          <Button size="xs" variant="ghost" icon={<CheckCheck />} onClick={() => setSeen(newest)}>
            Mark all as read
          </Button>
        ) : null}
      </div>
      {row?.check?.failure ? <FailedCheck failure={row.check.failure} check={row.check} /> : null}
      {query.isPending ? <TableSkeleton label="Loading the timeline" rows={6} /> : null}
      {query.isLoadingError ? (
        <ErrorState
          title={failureText(query.error, tryAgain('The timeline could not be loaded'))}
          headingLevel={3}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && rows.length === 0 ? (
        <EmptyState
          title={kind === 'all' ? 'Nothing yet' : 'No change of this kind'}
          headingLevel={3}
        >
          New events, presales and changes of date, venue or status appear here after a check.
        </EmptyState>
      ) : null}
      <Days changes={rows} seen={seen} hasNames={row === undefined} />
      <div className="flex justify-center pt-1 pb-3 empty:hidden">
        <MoreButton size="xs" query={query}>
          Load earlier changes
        </MoreButton>
      </div>
    </SidePanel>
  );
}

function FailedCheck({ failure, check }: { failure: string; check: ArtistCheck }) {
  return (
    <Banner tone="warning" className="m-3 mb-1">
      {failure} The next check is{' '}
      <Time at={check.next_check_at} text={describeWait(check, useNow())} />.
    </Banner>
  );
}

interface DaysProps {
  changes: readonly ArtistChange[];
  seen: number;
  hasNames: boolean;
}

function Days({ changes, seen, hasNames }: DaysProps) {
  const today = isoDay(new Date(useNow()));
  const yesterday = isoDay(new Date(Date.parse(`${today}T12:00:00`) - DAY_MS));
  const names: Record<string, string> = { [today]: 'Today', [yesterday]: 'Yesterday' };
  const days = Map.groupBy(changes, ({ at }) => isoDay(new Date(at)));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={names[day] ?? formatDay(day)}>
      <h3 className="px-3.5 pt-2 pb-1 text-2xs font-medium text-text-muted">
        {names[day] ?? formatDay(day)}
      </h3>
      <ol className="m-0 list-none p-0">
        {ofDay.map((change) => (
          <Entry
            key={change.id}
            change={change}
            isNew={change.id > seen && change.kind !== 'started'}
            hasName={hasNames}
          />
        ))}
      </ol>
    </section>
  ));
}

function Entry({
  change,
  isNew,
  hasName,
}: {
  change: ArtistChange;
  isNew: boolean;
  hasName: boolean;
}) {
  const { icon, color } = LOOKS[change.kind];
  const { title, detail } = describeChange(change);
  return (
    <li className="group relative grid grid-cols-[38px_16px_minmax(0,1fr)] gap-2 px-3.5 py-1.5 leading-4.5">
      {isNew ? (
        <span className="absolute top-3 left-1 size-1.5 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      ) : null}
      <Time at={change.at} as="time" className="tn text-xs text-text-subtle" />
      <span
        aria-hidden="true"
        className={clsx(
          'relative pt-0.5 [&_svg]:size-3.5',
          'after:absolute after:top-5.5 after:-bottom-3 after:left-[6.5px] after:border-l after:border-border-strong group-last:after:hidden',
          color,
        )}
      >
        {icon}
      </span>
      <div className="min-w-0">
        {hasName ? <b className="font-medium">{change.artist_name} </b> : null}
        <span className={hasName ? 'text-text-muted' : 'font-medium'}>{title}</span>
        <p className="text-xs wrap-anywhere text-text-muted">
          {change.place.nation ? <Flag code={change.place.nation} /> : null}{' '}
          {change.event_id === '' ? (
            detail
          ) : (
            <Link
              to="/sale/$eventId"
              params={{ eventId: change.event_id }}
              className="hover:underline"
            >
              {detail}
            </Link>
          )}
          {change.told_by ? `, from the catalogue of ${countryName(change.told_by)}` : null}
        </p>
      </div>
    </li>
  );
}
