import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { salePath } from '../../../../shared/sales/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { Screen } from '../../../kit/screen.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useChannel } from '../../../lib/channel/index.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FootActions, SaleActions } from './actions.tsx';
import { Codes } from './codes.tsx';
import { Deeds } from './deeds.tsx';
import { Notes } from './notes.tsx';
import { Prices } from './prices.tsx';
import { Limit, SeatMap } from './published.tsx';
import { reloadSale, type Sale, saleQuery } from './sale-query.ts';
import { Strip } from './strip.tsx';
import { Windows } from './windows.tsx';

/** One event: its windows with a countdown, codes, prices, seat map, what the desk did, and the notes of the team. */
export function SaleScreen({ eventId }: { eventId: string }) {
  const query = useQuery(saleQuery(eventId));
  const { data, error } = query;
  useChannel('notification', ({ href, kind }) => {
    if (href === salePath(eventId) || kind === 'presale_code') void reloadSale();
  });
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (isUnknown && data === undefined) return <UnknownEvent />;
  const event = data?.event;
  return (
    <Screen
      title={event === undefined ? 'Event' : event.artist || event.name || 'Event'}
      context={event && [event.venue, event.city].filter((part) => part !== '').join(', ')}
      actions={data ? <SaleActions sale={data} /> : null}
    >
      <QueryView
        query={query}
        loading={<Loading />}
        failure={tryAgain('The event could not be loaded')}
      >
        {(sale) => <Parts sale={sale} />}
      </QueryView>
    </Screen>
  );
}

function Parts({ sale }: { sale: Sale }) {
  const { event } = sale;
  const place = [event.venue, event.city].filter((part) => part !== '').join(', ');
  const hasName = event.name !== '' && event.name !== event.artist;
  return (
    <div className="flex min-h-full flex-col">
      {hasName || event.note !== null || place !== '' ? (
        <p
          className={clsx(
            'flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-border px-5 py-2 text-xs text-text-muted max-md:px-3.5',
            // From this point on, the top bar shows the place.
            !hasName && event.note === null && 'md:hidden',
          )}
        >
          {hasName ? (
            <span className="font-medium text-text wrap-anywhere">{event.name}</span>
          ) : null}
          <span className="flex items-center gap-1.5">
            <Flag code={event.country} />
            {place || 'Place not published'}
          </span>
          {event.note === null ? null : (
            <Badge tone={event.note === 'Cancelled' ? 'danger' : 'warning'}>{event.note}</Badge>
          )}
        </p>
      ) : null}
      <Strip sale={sale} />
      <div className="grid flex-1 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0">
          <Windows sale={sale} />
          <Codes sale={sale} />
          <Prices sale={sale} />
          <SeatMap sale={sale} />
        </div>
        <div className="min-w-0 border-border max-xl:border-t xl:border-l">
          <Limit sale={sale} />
          <Deeds sale={sale} />
          <Notes sale={sale} />
        </div>
      </div>
      <FootActions sale={sale} />
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the event..." className="after-a-moment flex flex-col">
      <div className="flex h-28 items-center gap-5 border-b border-border px-5">
        <Skeleton className="h-16 w-14" />
        <Skeleton className="h-8 w-60" />
      </div>
      {[0, 1, 2].map((row) => (
        <div key={row} className="border-b border-border px-5 py-4">
          <Skeleton className="mb-4 h-4 w-40" />
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </div>
  );
}

function UnknownEvent() {
  return (
    <Screen title="Unknown event">
      <EmptyState
        title="This event is not known"
        actions={
          <>
            <Link to="/ticketmaster" className={buttonClass('primary')}>
              Search an artist
            </Link>
            <Link to="/agenda" className={buttonClass()}>
              Agenda
            </Link>
          </>
        }
      >
        No catalogue, no monitored artist and no watched price has it, and Ticketmaster does not
        list it. It may have taken place, or the address may be wrong.
      </EmptyState>
    </Screen>
  );
}
