import { clsx } from 'clsx';
import {
  Bell,
  BellOff,
  CalendarClock,
  CirclePause,
  ClipboardPaste,
  Clock,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
} from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useState } from 'react';
import { formatPrice } from '../../../../shared/price-monitor/prices.ts';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { Card } from '../../../kit/data-grid/card-grid.tsx';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { Time } from '../../../kit/time.tsx';
import { countOf } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { type EventActions, EventMenu } from '../actions/event-menu.tsx';
import { useLiveEvent } from '../live/live-event.ts';
import {
  alertsText,
  dayOf,
  type Flash,
  isRefused,
  nextFlash,
  periodText,
  placeOf,
  sectionTexts,
  shownPrice,
  signedPrice,
  sparkValues,
  stateOf,
  titleOf,
} from '../view.ts';
import { SaleBadge } from './sale-badge.tsx';

interface PriceCardProps {
  event: WatchedEvent;
  isSelected: boolean;
  isAtCursor: boolean;
  /** Whether its details are shown beside the list. */
  isOpen: boolean;
  /** `actions` and `onTouch` must be the same objects on every render, or the memo has no effect. */
  actions: EventActions;
  onTouch: (id: string, isRange: boolean) => void;
}

/** A monitored event: place, date, lowest price with its day, tickets left, alerts and the last check. */
export const PriceCard = memo(function PriceCard(props: PriceCardProps) {
  const { isSelected, isAtCursor, isOpen, actions, onTouch } = props;
  const event = useLiveEvent(props.event);
  const now = useNow();
  const state = stateOf(event);
  const title = titleOf(event);
  const sections = sectionTexts(event);
  const day = dayOf(event);
  return (
    <Card
      label={title}
      isSelected={isSelected}
      isAtCursor={isAtCursor}
      isOpen={isOpen}
      isQuiet={state === 'paused' || state === 'sold-out' || state === 'cancelled'}
      className="flex h-full flex-col pt-2.5 pr-2.5 pl-3.25 hover:shadow-sm"
    >
      <div className="flex items-start gap-1">
        <div className="relative min-w-0 flex-1">
          <h2 className="truncate text-md leading-5 font-semibold">
            {/* The place below the name also opens the event. */}
            <button
              type="button"
              title={title}
              className="max-w-full truncate rounded-sm text-left after:absolute after:inset-x-0 after:-top-1.5 after:-bottom-1.5 hover:underline"
              onClick={() => actions.open(event)}
            >
              {title}
            </button>
          </h2>
          <p className="flex items-center gap-1.5 text-xs text-text-muted">
            <span className="truncate">{placeOf(event) || new URL(event.url).host}</span>
            {event.country ? <Flag code={event.country} /> : null}
          </p>
        </div>
        <span className="flex h-6 items-center px-1">
          <Checkbox
            checked={isSelected}
            aria-label={`Select ${title}`}
            onClick={(click: MouseEvent) => onTouch(String(event.id), click.shiftKey)}
          />
        </span>
        <EventMenu event={event} actions={actions} />
      </div>
      <div className="mt-2 flex items-center gap-2 text-xs text-text-muted">
        <span className="min-w-0 flex-1 truncate">
          {day ? <span className="tn font-medium text-text">{day}, </span> : null}
          {sections.length > 0 ? countOf(sections.length, 'price') : wordOf(event)}
        </span>
        <SaleBadge event={event} />
      </div>
      <Sections event={event} sections={sections} now={now} />
      <div className="mt-1.5 mb-2.25 flex min-h-12 items-end gap-2">
        <div className="min-w-0 flex-1">
          <LivePrice event={event} size="card" />
          <p className="flex h-4.5 items-center gap-1 text-xs [&_svg]:size-3.5 [&_svg]:flex-none">
            <Note event={event} now={now} />
          </p>
        </div>
        <ChartOrPaste event={event} onPaste={actions.paste} />
      </div>
      <Footer event={event} now={now} />
    </Card>
  );
});

/**
 * The prices with their areas. If an event is paused or fails, the source and the age of its prices
 * are here.
 */
function Sections({
  event,
  sections,
  now,
}: {
  event: WatchedEvent;
  sections: string[];
  now: number;
}) {
  // The foot has no room for them beside the next check or the pause.
  const hasOwnLine = event.is_paused || event.failure !== null;
  const [first = '', ...others] = sections;
  const short =
    others.length === 0 ? first : `${first} and ${countOf(others.length, 'other price')}`;
  return (
    <div className="tn mt-0.5 min-h-8 text-xs leading-4 text-text-muted">
      <p className={hasOwnLine ? 'truncate' : 'line-clamp-2'} title={sections.join('\n')}>
        {(hasOwnLine ? short : sections.join(' · ')) || '\u00a0'}
      </p>
      {hasOwnLine ? (
        <p className="truncate">
          <PriceOrigin source={event.source} at={event.read_at} now={now} />
        </p>
      ) : null}
    </div>
  );
}

interface ChartOrPasteProps {
  event: WatchedEvent;
  onPaste: EventActions['paste'];
}

/**
 * The lowest price over a day; for an event whose page refuses programs, the button for pasting its
 * source.
 */
function ChartOrPaste({ event, onPaste }: ChartOrPasteProps) {
  return isRefused(event) ? (
    <Button
      size="xs"
      icon={<ClipboardPaste />}
      title="The site refuses programs. Copy the source of its page from your browser, and paste it."
      onClick={() => onPaste(event)}
    >
      Paste page
    </Button>
  ) : (
    <Sparkline
      area={stateOf(event) === 'on-sale'}
      width={112}
      height={44}
      values={sparkValues(event)}
      reference={event.alerts.find(({ kind }) => kind === 'below')?.value ?? undefined}
      label={`Lowest price of ${titleOf(event)} over a day`}
    />
  );
}

function Footer({ event, now }: { event: WatchedEvent; now: number }) {
  return (
    <footer className="mt-auto -mr-2.5 -ml-3.25 flex items-center gap-1.5 border-t border-border px-3 py-1.5 text-xs text-text-muted">
      {event.alerts.length > 0 ? (
        <Bell className="size-3 flex-none" strokeWidth={2} />
      ) : (
        <BellOff className="size-3 flex-none" strokeWidth={2} />
      )}
      <span className="tn truncate">{alertsText(event)}</span>
      <span className="tn ml-auto flex-none">
        <CheckTime event={event} now={now} />
      </span>
    </footer>
  );
}

/** The text in place of prices. */
const wordOf = ({ availability }: WatchedEvent): string =>
  availability === 'unread' ? 'Not read yet' : 'No prices';

/** The lowest price, tinted for a moment when it changes. */
export function LivePrice({ event, size }: { event: WatchedEvent; size: 'card' | 'row' }) {
  const price = shownPrice(event);
  const text = price === null ? null : formatPrice(price, event.currency);
  const [flash, setFlash] = useState<Flash>({ price, at: 0, direction: null });
  const next = nextFlash(flash, price, Date.parse(event.changed_at ?? '') || 0);
  if (next !== flash) setFlash(next);
  return (
    <span
      // A new element restarts the animation.
      key={next.at}
      className={clsx(
        'tn block w-max truncate rounded-sm px-1.25 font-semibold',
        size === 'card'
          ? '-ml-1.25 max-w-full leading-7.5 tracking-[-0.025em]'
          : '-mr-1.25 ml-auto max-w-[calc(100%+5px)]',
        // Beside the chart there is room for nine large characters; Kč 1,054.00 has eleven.
        size === 'card' && ((text?.length ?? 0) > 9 ? 'text-lg' : 'text-2xl'),
        stateOf(event) !== 'on-sale' && 'text-text-muted',
        next.direction === 'up' && 'flash-up',
        next.direction === 'down' && 'flash-down',
      )}
    >
      {text === null ? (
        <span className={clsx('text-sm font-normal tracking-normal', size === 'row' && 'text-xs')}>
          {wordOf(event)}
        </span>
      ) : (
        text
      )}
    </span>
  );
}

interface NoteProps {
  event: WatchedEvent;
  now: number;
  /** The number of lines that a reason may take. */
  lines?: 1 | 2;
}

/** Why there is no live price, or how it moved. */
export function Note({ event, now, lines = 1 }: NoteProps): ReactNode {
  const state = stateOf(event);
  if (state === 'paused')
    return <Muted>{event.paused_by ? `Paused by ${event.paused_by}` : 'Paused'}</Muted>;
  if (state === 'failing')
    return (
      <span
        className="flex min-w-0 items-center gap-1 text-warning-text"
        title={event.failure ?? ''}
      >
        <TriangleAlert />
        <span className={lines === 1 ? 'truncate' : 'line-clamp-2 leading-4 whitespace-normal'}>
          {event.failure}
        </span>
      </span>
    );
  if (state === 'new') return <Muted>Waiting for the first check</Muted>;
  if (state === 'not-yet' && event.opens_at)
    return (
      <span className="flex min-w-0 items-center gap-1 text-info-text">
        <CalendarClock />
        <span className="truncate">
          Opens <Time at={event.opens_at} as="point" />
        </span>
      </span>
    );
  if (state === 'sold-out' && event.last_seen)
    return (
      <Muted>
        Last seen <Time at={event.last_seen.at} as="moment" now={now} />
      </Muted>
    );
  if (state !== 'on-sale') return <Muted> </Muted>;
  const { move } = event;
  if (move === null || move.amount === 0)
    return <Muted>{move === null ? ' ' : `No change in ${periodText(move.minutes)}`}</Muted>;
  const isUp = move.amount > 0;
  const Icon = isUp ? TrendingUp : TrendingDown;
  return (
    <span
      className={clsx(
        'flex min-w-0 items-center gap-1 whitespace-nowrap',
        isUp ? 'text-danger-text' : 'text-success-text',
      )}
    >
      <Icon />
      <span className="tn">{signedPrice(move.amount, event.currency)}</span>
      <Muted>in {periodText(move.minutes)}</Muted>
    </span>
  );
}

const Muted = ({ children }: { children: ReactNode }) => (
  <span className="truncate text-text-muted">{children}</span>
);

/** Where and when the price was read, or when it will be read after a failure. */
export function CheckTime({ event, now }: { event: WatchedEvent; now: number }): ReactNode {
  if (event.is_paused)
    return (
      <span className="flex items-center gap-1">
        <CirclePause className="size-3" strokeWidth={2} />
        paused
      </span>
    );
  if (event.failure !== null && event.next_check_at !== null)
    return (
      <span className="flex items-center gap-1 text-warning-text">
        <Clock className="size-3" strokeWidth={2} />
        next check <Time at={event.next_check_at} as="moment" now={now} />
      </span>
    );
  return event.checked_at === null ? (
    'not checked yet'
  ) : (
    <PriceOrigin source={event.source} at={event.read_at} now={now} />
  );
}
