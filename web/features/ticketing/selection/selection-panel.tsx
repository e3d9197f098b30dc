import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { MOST_SELECTED, type SelectedEvent } from '../../../../shared/ticketing/selection.ts';
import { formatEventDate } from '../../../../shared/ticketing/view/dates.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { Published, StatusBadge } from '../events/event-facts.tsx';
import { eventName } from './event-links.tsx';
import { deselectEvents } from './selection.ts';
import type { SelectionActions } from './use-selection-actions.tsx';

interface SelectionPanelProps {
  events: readonly SelectedEvent[];
  actions: SelectionActions;
  onClose: () => void;
}

/** The panel of the button in the top bar: the selected events of all artists, and their actions. */
export function SelectionPanel({ events, actions, onClose }: SelectionPanelProps) {
  if (events.length === 0) return <Nothing onClose={onClose} />;
  const [create, ...others] = actions;
  const leaveBy = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <>
      <div className="flex items-center gap-2 border-b border-border py-2 pr-3 pl-5">
        <h2 className="text-md font-semibold">Selected events</h2>
        <span className="rounded-full bg-surface-active px-1.5 text-2xs leading-4.5 font-medium text-text-muted tabular-nums">
          {formatNumber(events.length)}
          <span className="sr-only"> events</span>
        </span>
        {events.length >= MOST_SELECTED ? (
          <span className="text-xs text-warning-text">The most that can be selected</span>
        ) : null}
        <Button
          variant="ghost"
          size="xs"
          className="ml-auto"
          onClick={() => deselectEvents(new Set(events.map(({ id }) => id)))}
        >
          Clear all
        </Button>
      </div>
      <List events={events} onFollow={onClose} />
      <div className="flex flex-col gap-2 border-t border-border px-5 py-3 max-md:px-3.5">
        <Button variant="primary" icon={create.icon} onClick={leaveBy(create.run)}>
          {create.label} ({formatNumber(events.length)})
        </Button>
        <div className="grid grid-cols-2 gap-2 [&>:last-child:nth-child(odd)]:col-span-2">
          {others.map(({ id, label, icon, run }) => (
            <Button key={id} size="sm" icon={icon} onClick={leaveBy(run)}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
}

/** Two lines of text, in px. */
const ROW_HEIGHT = 48;
const HEAD_HEIGHT = 33;

interface ListProps {
  events: readonly SelectedEvent[];
  onFollow: () => void;
}

/** By artist and date. Delete removes the event at the cursor. */
function List({ events, onFollow }: ListProps) {
  const rows = useMemo(() => events.toSorted(byArtistAndDate), [events]);
  const columns = useMemo(() => columnsWith(onFollow), [onFollow]);
  return (
    <div
      style={{ height: `min(${rows.length * (ROW_HEIGHT + 1) + HEAD_HEIGHT}px, 400px, 44dvh)` }}
      className="flex flex-col"
    >
      <DataGrid
        label="Selected events"
        rows={rows}
        rowId={idOf}
        rowName={eventName}
        columns={columns}
        rowHeight={ROW_HEIGHT}
        rowKeys={ROW_KEYS}
      />
    </div>
  );
}

const idOf = ({ id }: SelectedEvent): string => id;
const remove = ({ id }: SelectedEvent): void => deselectEvents(new Set([id]));
const ROW_KEYS = { Delete: remove };
const byArtistAndDate = (a: SelectedEvent, b: SelectedEvent): number =>
  a.artist.localeCompare(b.artist, 'en') || Number(a.date > b.date) - Number(a.date < b.date);

const columnsWith = (onFollow: () => void) =>
  gridColumns<SelectedEvent>({
    event: {
      label: 'Event',
      width: 'minmax(0, 1fr)',
      cell: (event) => (
        <span className="block min-w-0 leading-4.5">
          <Link
            to="/ticketmaster"
            search={{ byId: event.artistId }}
            onClick={onFollow}
            className={`${textLinkClass} block truncate`}
          >
            {event.artist}
          </Link>
          <span className="block truncate text-xs text-text-muted">
            <Flag code={event.nation} className="mr-1.5" />
            <Published value={event.venue} />, <Published value={event.location} />
          </span>
        </span>
      ),
    },
    date: {
      label: 'Date',
      width: '132px',
      cell: (event) => (
        <span className="flex flex-col items-start gap-0.5">
          <span className="tn text-xs">
            <Published value={formatEventDate(event.date)} />
          </span>
          <StatusBadge event={event} />
        </span>
      ),
    },
    remove: {
      label: 'Remove',
      width: '24px',
      buttons: (event) => (
        <IconButton
          size="xs"
          label={`Remove ${eventName(event)}`}
          icon={<X />}
          onClick={() => remove(event)}
        />
      ),
    },
  });

function Nothing({ onClose }: Pick<SelectionPanelProps, 'onClose'>) {
  return (
    <EmptyState
      title="No events selected"
      actions={
        <Link to="/ticketmaster" onClick={onClose} className={buttonClass('secondary', 'sm')}>
          Open Ticketing Tool
        </Link>
      }
    >
      Events that you select in the Ticketing Tool stay here across artists, searches and reloads.
    </EmptyState>
  );
}
