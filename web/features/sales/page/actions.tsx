import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  Bell,
  BellRing,
  Bot,
  CalendarPlus,
  ChartNoAxesCombined,
  Ellipsis,
  ExternalLink,
  MoonStar,
  Repeat2,
  Ticket,
  UserRoundPlus,
} from 'lucide-react';
import { WATCHED_PREFIX } from '../../../../shared/sales/schema.ts';
import { safeLink } from '../../../../shared/ticketing/view/values.ts';
import { attempt, toastFailure, tryAgain } from '../../../kit/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { addToCalendar } from '../../calendar/queries.ts';
import { selectEvents } from '../../ticketing/selection/event-selection.ts';
import { useWatchPrice } from './prices.tsx';
import { followWindows } from './queries.ts';
import { useServerNow } from './sale-clock.ts';
import type { Sale } from './sale-query.ts';
import { stateOf } from './view.ts';
import { canFollow } from './windows.tsx';

/** Whether the tools that require ids of the provider accept the event. */
const isListed = (eventId: string): boolean => !eventId.startsWith(WATCHED_PREFIX);

/** The actions for the event: here, or on another screen with the event filled in. */
export function SaleActions({ sale }: { sale: Sale }) {
  const { event, prices } = sale;
  const page = safeLink(event.url);
  const watch = useWatchPrice(event.url);
  return (
    <>
      <FollowButton sale={sale} />
      {page === null ? null : prices === null ? (
        <Button
          size="sm"
          icon={<ChartNoAxesCombined />}
          busy={watch.isPending}
          onClick={() => watch.mutate()}
          className="max-xl:hidden"
        >
          Watch price
        </Button>
      ) : (
        <Link
          to="/event-price-monitoring"
          search={{ event: prices.url }}
          className={`${buttonClass('secondary', 'sm')} max-xl:hidden`}
        >
          <ChartNoAxesCombined />
          Price watched
        </Link>
      )}
      {page === null ? null : (
        <a
          href={page}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('secondary', 'sm')} max-md:hidden`}
        >
          Event page
          <ExternalLink />
        </a>
      )}
      {isListed(event.event_id) ? (
        <Link
          to="/encore-tool"
          search={selectEvents([event.event_id])}
          className={`${buttonClass('primary', 'sm')} max-md:hidden`}
        >
          <Repeat2 />
          Create Encore Tool
        </Link>
      ) : null}
      <MoreActions sale={sale} />
    </>
  );
}

/** The main action at the foot of a small screen. */
export function FootActions({ sale: { event } }: { sale: Sale }) {
  const page = safeLink(event.url);
  return (
    <div className="sticky bottom-0 z-(--z-sticky) flex gap-2 border-t border-border bg-surface p-3 md:hidden">
      {isListed(event.event_id) ? (
        <Link
          to="/encore-tool"
          search={selectEvents([event.event_id])}
          className={`${buttonClass('primary', 'md')} flex-1`}
        >
          <Repeat2 />
          Create Encore Tool
        </Link>
      ) : null}
      {page === null ? null : (
        <a
          href={page}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('secondary', 'md')} flex-1`}
        >
          Event page
          <ExternalLink />
        </a>
      )}
    </div>
  );
}

/** Follows all future windows, or none. */
function FollowButton({ sale: { event, clockOffsetMs } }: { sale: Sale }) {
  const now = useServerNow(clockOffsetMs);
  const ahead = event.windows.filter((window) => stateOf(window, now) === 'ahead');
  const isFollowed = ahead.length > 0 && ahead.every((window) => window.is_followed);
  const follow = useMutation({
    mutationFn: () =>
      followWindows(
        event.event_id,
        ahead.filter((window) => window.is_followed === isFollowed),
        !isFollowed,
      ),
    onError: toastFailure(tryAgain('Failed to change the reminders')),
  });
  if (ahead.length === 0 || !canFollow(event)) return null;
  return (
    <Button
      size="sm"
      icon={isFollowed ? <BellRing /> : <Bell />}
      aria-pressed={isFollowed}
      busy={follow.isPending}
      onClick={() => follow.mutate()}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

function MoreActions({ sale: { event, prices } }: { sale: Sale }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const watch = useWatchPrice(event.url);
  const { event_id: id, artist } = event;
  const addEvent = async () => {
    await addToCalendar(client, [id]);
    toast({ title: 'Event added to the calendar' });
  };
  return (
    <Menu
      label="More actions"
      trigger={<IconButton variant="secondary" label="More actions" icon={<Ellipsis />} />}
    >
      {isListed(id) ? (
        <>
          <MenuItem
            icon={<Bot />}
            onSelect={() => void navigate({ to: '/adonis-tool', search: selectEvents([id]) })}
          >
            Send to Adonis
          </MenuItem>
          <MenuItem
            icon={<MoonStar />}
            onSelect={() => void navigate({ to: '/tsuki-tool', search: selectEvents([id]) })}
          >
            Send to Tsuki
          </MenuItem>
        </>
      ) : null}
      <MenuItem icon={<UserRoundPlus />} onSelect={() => void navigate({ to: '/signup' })}>
        Dispatch accounts
      </MenuItem>
      {prices === null && safeLink(event.url) !== null ? (
        <MenuItem icon={<ChartNoAxesCombined />} onSelect={() => watch.mutate()}>
          Watch price
        </MenuItem>
      ) : null}
      {isListed(id) ? (
        <MenuItem
          icon={<CalendarPlus />}
          onSelect={() => attempt(tryAgain('Failed to add the event to the calendar'), addEvent)}
        >
          Add to calendar
        </MenuItem>
      ) : null}
      {artist === '' ? null : (
        <MenuItem
          icon={<Ticket />}
          onSelect={() => void navigate({ to: '/ticketmaster', search: { artistName: artist } })}
        >
          All events of the artist
        </MenuItem>
      )}
    </Menu>
  );
}
