import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  CircleCheck,
  CircleDot,
  ClipboardPaste,
  ExternalLink,
  Pause,
  Play,
  TriangleAlert,
} from 'lucide-react';
import {
  availabilityOf,
  formatPrice,
  sectionsOf,
} from '../../../../shared/price-monitor/prices.ts';
import type { PriceCheck, WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { salePageId } from '../../../../shared/sales/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { Time } from '../../../kit/time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Availability } from '../../../ui/availability.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { iconButtonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { HistoryButton } from '../../audit/history-button.tsx';
import { eventQuery } from '../actions/changes.ts';
import { type EventActions, EventMenu } from '../actions/event-menu.tsx';
import { SaleBadge } from '../list/sale-badge.tsx';
import { useLiveEvent } from '../live/live-event.ts';
import type { PricesSearch } from '../search-state.ts';
import { dayOf, isRefused, placeOf, shownSaleState, titleOf } from '../view.ts';
import { AlertsTab } from './alerts-tab.tsx';
import { HistoryTab } from './history-tab.tsx';

interface EventPanelProps {
  url: string;
  /** The event in the list; undefined if the list has not loaded it. */
  listed: WatchedEvent | undefined;
  view: PricesSearch;
  onView: (part: Partial<PricesSearch>) => void;
  actions: EventActions;
}

/** One event beside the list: price history, all prices, alerts and checks. */
export function EventPanel({ url, listed, view, onView, actions }: EventPanelProps) {
  const query = useQuery(eventQuery(url));
  const event = useLiveEvent(listed ?? query.data?.data);
  const close = () => onView({ event: undefined, tab: undefined, days: undefined });
  return (
    <SidePanel
      size="details"
      title={event ? titleOf(event) : 'Event'}
      subtitle={event ? [placeOf(event), dayOf(event)].filter(Boolean).join(', ') : undefined}
      onClose={close}
      actions={event ? <PanelActions event={event} actions={actions} /> : null}
    >
      {event ? (
        <>
          <SaleLine event={event} actions={actions} />
          <EventTabs event={event} query={query} view={view} onView={onView} />
        </>
      ) : (
        <QueryView
          query={query}
          loadingLabel="Loading the event"
          headingLevel={3}
          failure={tryAgain('The event could not be loaded')}
        >
          {() => null}
        </QueryView>
      )}
    </SidePanel>
  );
}

interface PanelActionsProps {
  event: WatchedEvent;
  actions: EventActions;
}

function PanelActions({ event, actions }: PanelActionsProps) {
  const { id, url, is_paused: isPaused } = event;
  return (
    <>
      <Link
        to="/sale/$eventId"
        params={{ eventId: salePageId(id, null) }}
        aria-label="All about this sale"
        title="All about this sale"
        className={iconButtonClass()}
      >
        <CalendarClock />
      </Link>
      <HistoryButton kind="price_target" id={String(id)} name={titleOf(event)} />
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Open the event page"
        title="Open the event page"
        className={iconButtonClass()}
      >
        <ExternalLink />
      </a>
      <IconButton
        label={isPaused ? 'Resume' : 'Pause'}
        icon={isPaused ? <Play /> : <Pause />}
        onClick={() => actions.pause([event], !isPaused)}
      />
      <EventMenu event={event} actions={actions} />
    </>
  );
}

/** Why no tickets can be bought, or why the page cannot be read. */
function SaleLine({ event, actions }: PanelActionsProps) {
  if (shownSaleState(event) === null) return null;
  return (
    <p className="flex flex-none items-center gap-2 border-b border-border px-4 py-2 text-xs text-text-muted max-md:px-3.5">
      <SaleBadge event={event} />
      <span className="min-w-0 wrap-anywhere">
        {event.failure ??
          (event.sale_state === 'not_yet' && event.opens_at ? (
            <>
              From <Time at={event.opens_at} as="point" />
            </>
          ) : null)}
      </span>
      {isRefused(event) ? (
        <Button
          size="xs"
          className="ml-auto flex-none"
          icon={<ClipboardPaste />}
          onClick={() => actions.paste(event)}
        >
          Paste page
        </Button>
      ) : null}
    </p>
  );
}

interface EventTabsProps extends Pick<EventPanelProps, 'view' | 'onView'> {
  event: WatchedEvent;
  query: { data?: { checks: PriceCheck[] } | undefined };
}

function EventTabs({ event, query, view, onView }: EventTabsProps) {
  const sections = sectionsOf(event.prices);
  return (
    <Tabs
      label="Details"
      value={view.tab ?? 'history'}
      onChange={(tab) => onView({ tab: tab === 'history' ? undefined : tab })}
      tabs={[
        {
          value: 'history',
          label: 'History',
          content: (
            <HistoryTab
              event={event}
              days={view.days ?? '7'}
              onDays={(days) => onView({ days: days === '7' ? undefined : days })}
            />
          ),
        },
        {
          value: 'prices',
          label: 'Prices now',
          count: formatNumber(sections.length),
          content: <PricesNow event={event} sections={sections} />,
        },
        {
          value: 'alerts',
          label: 'Alerts',
          count: formatNumber(event.alerts.length),
          content: <AlertsTab event={event} />,
        },
        {
          value: 'checks',
          label: 'Checks',
          content: <Checks event={event} checks={query.data?.checks ?? []} />,
        },
      ]}
    />
  );
}

interface PricesNowProps {
  event: WatchedEvent;
  sections: ReturnType<typeof sectionsOf>;
}

/** Every price with its tickets and areas, lowest first. */
function PricesNow({ event, sections }: PricesNowProps) {
  const now = useNow();
  if (sections.length === 0)
    return (
      <EmptyState
        title={event.availability === 'unread' ? 'Not read yet' : 'No prices'}
        headingLevel={3}
      >
        {event.availability === 'unread'
          ? 'Prices appear after the first check.'
          : 'The last check found no tickets.'}
      </EmptyState>
    );
  return (
    <>
      <p className="flex-none px-4 py-2 text-xs text-text-muted max-md:px-3.5">
        <PriceOrigin source={event.source} at={event.read_at} now={now} />
      </p>
      <Table label="Prices now" density="compact" scrollClassName="min-h-0 flex-1">
        <thead>
          <tr>
            <HeadCell align="right">Price</HeadCell>
            <HeadCell align="right">Available</HeadCell>
            <HeadCell>Class</HeadCell>
            <HeadCell>Areas</HeadCell>
          </tr>
        </thead>
        <tbody>
          {sections.map(({ price, available, areas }) => (
            <tr key={price}>
              <td className="tn text-right font-medium">{formatPrice(price, event.currency)}</td>
              <td className="tn text-right">{formatNumber(available)}</td>
              <td>
                <Availability level={availabilityOf(available)} />
              </td>
              <td className="w-full whitespace-normal text-text-muted">{areas.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

const OUTCOMES = {
  changed: { word: 'New prices', icon: <CircleDot className="text-accent-text" /> },
  unchanged: { word: 'No change', icon: <CircleCheck className="text-text-subtle" /> },
  failed: { word: 'Failed', icon: <TriangleAlert className="text-warning-text" /> },
};

interface ChecksProps {
  event: WatchedEvent;
  /** Newest first. */
  checks: readonly PriceCheck[];
}

function Checks({ event, checks }: ChecksProps) {
  const now = useNow();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {event.failure === null ? null : (
        <Banner tone="warning" className="m-3" title={event.failure}>
          {event.failures > 1 ? `${formatNumber(event.failures)} checks in a row failed. ` : ''}
          {event.next_check_at ? (
            <>
              The next check is at <Time at={event.next_check_at} as="moment" now={now} />.
            </>
          ) : null}
        </Banner>
      )}
      <ol aria-label="Checks" className="m-0 list-none p-0">
        {checks.map(({ at, outcome, text, durationMs }) => (
          <li
            key={at}
            className="grid grid-cols-[88px_16px_minmax(0,1fr)_auto] gap-2 border-b border-border px-4 py-1.5 text-xs max-md:px-3.5 [&_svg]:mt-0.5 [&_svg]:size-3.5"
          >
            <Time at={at} as="point" className="tn text-text-subtle" />
            {OUTCOMES[outcome].icon}
            <span className="wrap-anywhere">
              <span className="font-medium">{OUTCOMES[outcome].word}</span>{' '}
              <span className="text-text-muted">{text}</span>
            </span>
            <span className="tn text-text-subtle">{formatNumber(durationMs)} ms</span>
          </li>
        ))}
      </ol>
      <p className="px-4 py-3 text-xs text-text-muted max-md:px-3.5">
        {event.is_paused ? 'Paused: it is not checked.' : null}
        {!event.is_paused && event.next_check_at ? (
          <>
            Next check at <Time at={event.next_check_at} as="moment" now={now} />.
          </>
        ) : null}
      </p>
    </div>
  );
}
