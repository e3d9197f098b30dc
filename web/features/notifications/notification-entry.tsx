import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  AlarmClock,
  BellRing,
  CalendarPlus,
  Clock,
  KeyRound,
  Layers,
  type LucideIcon,
  Mailbox,
  MapPin,
  PackageCheck,
  PlugZap,
} from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { NotificationKind } from '../../../shared/notifications/schema.ts';
import { Time } from '../../kit/time.tsx';
import { describeEntry, type Entry } from './entries.ts';

type Look = readonly [icon: LucideIcon, color: string];

const LOOKS: Record<NotificationKind, Look> = {
  price_alert: [BellRing, 'text-danger-text'],
  artist_event: [CalendarPlus, 'text-accent-text'],
  presale_code: [KeyRound, 'text-warning-text'],
  sale_soon: [AlarmClock, 'text-accent-text'],
  sale_moved: [Clock, 'text-info-text'],
  mailbox: [Mailbox, 'text-warning-text'],
  system: [PlugZap, 'text-success-text'],
};
/** Topics that look different from others of their kind. */
const TOPIC_LOOKS: Readonly<Record<string, Look>> = {
  'Back in stock': [PackageCheck, 'text-success-text'],
  'New presale': [KeyRound, 'text-warning-text'],
  'Presale moved': [Clock, 'text-info-text'],
  'General sale moved': [Clock, 'text-info-text'],
  'Date changed': [Clock, 'text-info-text'],
  'Venue changed': [MapPin, 'text-info-text'],
};

interface NotificationEntryProps {
  entry: Entry;
  muted: readonly NotificationKind[];
  onRead: (ids: number[]) => void;
  /** Called when the operator opens the page of the entry. */
  onFollow: () => void;
}

/** One entry of the panel. Opening it marks it as read; a burst unfolds. */
export function NotificationEntry({ entry, muted, onRead, onFollow }: NotificationEntryProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { items, kind } = entry;
  const [first] = items;
  if (first === undefined) return null;
  const isBurst = items.length > 1;
  const unreadIds = items.flatMap(({ id, is_read }) => (is_read ? [] : [id]));
  const isUnread = unreadIds.length > 0 && !muted.includes(kind);
  const press = () => {
    if (unreadIds.length > 0) onRead(unreadIds);
    if (isBurst) setIsUnfolded(!isUnfolded);
  };
  const content = <Content entry={entry} first={first} isUnread={isUnread} />;
  const shared = {
    'data-entry': '',
    className:
      'relative grid w-full grid-cols-icon-fill-end gap-2.5 px-4 pt-1.75 pb-2 text-left -outline-offset-2! hover:bg-surface-hover',
  };
  return (
    <li className="[contain-intrinsic-size:auto_51px] [content-visibility:auto]">
      {first.href === null || isBurst ? (
        <button
          type="button"
          {...shared}
          {...(isBurst && { 'aria-expanded': isUnfolded })}
          onClick={press}
        >
          {content}
        </button>
      ) : (
        <Link
          to={first.href}
          {...shared}
          onClick={(event: MouseEvent) => {
            press();
            // If the page opens in a new tab, the panel stays.
            if (!event.metaKey && !event.ctrlKey) onFollow();
          }}
        >
          {content}
        </Link>
      )}
      {isUnfolded ? (
        <ol className="bg-surface-sunken pl-3">
          {items.map((item) => (
            <NotificationEntry
              key={item.id}
              entry={{ id: item.id, kind, items: [item] }}
              muted={muted}
              onRead={onRead}
              onFollow={onFollow}
            />
          ))}
        </ol>
      ) : null}
    </li>
  );
}

interface ContentProps {
  entry: Entry;
  /** The newest notification of the entry. */
  first: Entry['items'][number];
  isUnread: boolean;
}

function Content({ entry, first, isUnread }: ContentProps) {
  const { items, kind } = entry;
  const { title, topic, body } = describeEntry(entry);
  const [Icon, color] =
    items.length > 1
      ? ([Layers, LOOKS[kind][1]] as const)
      : (TOPIC_LOOKS[first.topic] ?? LOOKS[kind]);
  return (
    <>
      {isUnread ? (
        <>
          <span className="sr-only">Unread</span>
          <span
            aria-hidden="true"
            className="absolute top-3.5 left-1.25 size-1.5 rounded-full bg-accent"
          />
        </>
      ) : null}
      <Icon className={clsx('mt-0.5 size-4', color)} />
      <span className="min-w-0">
        <span className="block truncate">
          <b className="font-medium">{title}</b> <span className="text-text-muted">{topic}</span>
        </span>
        <span className="block truncate text-xs text-text-muted" title={body}>
          {body}
        </span>
      </span>
      <Time
        at={first.created_at}
        as="time"
        className="pt-0.5 text-xs text-text-subtle tabular-nums"
      />
    </>
  );
}
