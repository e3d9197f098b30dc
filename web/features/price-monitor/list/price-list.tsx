import { BellPlus, Pause, Play, RefreshCw, Tag, Trash2 } from 'lucide-react';
import type { Sort } from '../../../../shared/columns.ts';
import type { EventSort } from '../../../../shared/price-monitor/event-sort.ts';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { CardGrid } from '../../../kit/data-grid/card-grid.tsx';
import { GridFooter } from '../../../kit/data-grid/grid-footer.tsx';
import {
  type GridSelection,
  useGridKeys,
  useGridSelection,
} from '../../../kit/data-grid/use-grid-selection.ts';
import type { Pages } from '../../../kit/pages.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { loadNextPage } from '../../../lib/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { EventActions } from '../actions/event-menu.tsx';
import { PriceCard } from './price-card.tsx';
import { PriceRows } from './price-rows.tsx';

/** The size of a card in px. */
export const CARD = { minWidth: 264, height: 206 };

const idOf = ({ id }: WatchedEvent): string => String(id);

interface PriceListProps {
  view: 'grid' | 'list';
  pages: Pages<WatchedEvent>;
  /** The address of the event whose details are open. */
  openUrl: string | undefined;
  listKey: string;
  sort: EventSort;
  onSort: (sort: EventSort) => void;
  /** The same on every render. */
  actions: EventActions;
}

/**
 * Monitored events as cards or rows, with selection. Enter opens the event at the cursor; Delete opens the dialog that
 * removes the selected events, or without a selection the one at the cursor.
 */
export function PriceList(props: PriceListProps) {
  const { view, openUrl, actions } = props;
  const { query, rows, total } = props.pages;
  const remove = (event: WatchedEvent) => actions.remove(chosen.length > 0 ? chosen : [event]);
  const selection: GridSelection = useGridSelection({
    rows,
    rowId: idOf,
    onOpen: actions.open,
    rowKeys: { Delete: remove },
  });
  const chosen = rows.filter((event) => selection.selected.has(idOf(event)));
  useGridKeys(selection, 'event');
  const grid = {
    label: 'Monitored events',
    rows,
    rowId: idOf,
    selection,
    onEnd:
      query.hasNextPage && !query.isFetchingNextPage ? () => void loadNextPage(query) : undefined,
  };
  return (
    <>
      {view === 'list' ? (
        <PriceRows
          {...grid}
          actions={actions}
          openUrl={openUrl}
          total={total}
          sort={readSort(props.sort)}
          onSort={(sort) => props.onSort(writeSort(sort))}
          listKey={props.listKey}
        />
      ) : (
        <CardGrid
          {...grid}
          {...CARD}
          renderCard={(event, state) => (
            <PriceCard
              {...state}
              event={event}
              isOpen={event.url === openUrl}
              actions={actions}
              onTouch={selection.touch}
            />
          )}
        />
      )}
      <GridFooter
        count={`${formatNumber(rows.length)} of ${countOf(total, 'event')}`}
        selection={selection}
        actions={<ChosenActions chosen={chosen} actions={actions} />}
      >
        {query.isFetchingNextPage ? <Spinner /> : null}
      </GridFooter>
    </>
  );
}

interface ChosenActionsProps extends Pick<PriceListProps, 'actions'> {
  chosen: readonly WatchedEvent[];
}

function ChosenActions({ chosen, actions }: ChosenActionsProps) {
  const isAnyRunning = chosen.some(({ is_paused }) => !is_paused);
  const count = formatNumber(chosen.length);
  return (
    <>
      <Button
        size="xs"
        icon={<RefreshCw />}
        disabled={!isAnyRunning}
        onClick={() => actions.check(chosen)}
      >
        Check ({count})
      </Button>
      <Button
        size="xs"
        icon={isAnyRunning ? <Pause /> : <Play />}
        onClick={() => actions.pause(chosen, isAnyRunning)}
      >
        {isAnyRunning ? 'Pause' : 'Resume'} ({count})
      </Button>
      <Button size="xs" icon={<BellPlus />} onClick={() => actions.alert(chosen)}>
        Add alert ({count})
      </Button>
      <Button size="xs" icon={<Tag />} onClick={() => actions.tag(chosen)}>
        Tags ({count})
      </Button>
      <Button size="xs" icon={<Trash2 />} onClick={() => actions.remove(chosen)}>
        Remove ({count})
      </Button>
    </>
  );
}

const readSort = (sort: EventSort): Sort =>
  sort.startsWith('-') ? { column: sort.slice(1), order: 'desc' } : { column: sort, order: 'asc' };

/** The heads of the list name fields that the server sorts by. */
const writeSort = ({ column, order }: Sort): EventSort =>
  `${order === 'desc' ? '-' : ''}${column}` as EventSort;
