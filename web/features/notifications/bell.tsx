import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Notification, NotificationKind } from '../../../shared/notifications/schema.ts';
import { useKeyCommand } from '../../kit/keys/key-command.ts';
import { useChannel, useConnectionState } from '../../lib/channel/index.ts';
import { onMessageOpened } from '../../lib/service-worker.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { CountBadge, shortCount } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyLabel } from '../../ui/kbd.tsx';
import { Popover } from '../../ui/popover.tsx';
import { announce } from './announce.ts';
import { NotificationPanel } from './notification-panel.tsx';
import { reload, summaryQuery } from './queries.ts';

/** Notifications that arrive within this time are loaded and announced together. */
const GATHER_MS = 1_000;
/** If the channel is not connected by then, the counts are fetched. */
const CONNECTED_WITHIN_MS = 10_000;
const KEYS = 'g b';

/** The bell of the top bar: the count of unread notifications, and the panel with all of them. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useSummary();
  const unread = data?.unread ?? 0;
  useLiveNotifications(data?.muted ?? []);
  const bell = useRef<HTMLButtonElement>(null);
  const open = () => {
    // The panel returns the focus to the element that had it.
    bell.current?.focus();
    setIsOpen(true);
  };
  const keywords = ['bell', 'alerts', 'unread'];
  const command = { id: 'notifications.open', label: 'Open notifications', keywords, run: open };
  useKeyCommand(KEYS, command, { scope: 'app' });
  return (
    <Popover
      label="Notifications"
      align="end"
      className="flex w-102 flex-col overflow-hidden! p-0!"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton
          ref={bell}
          label={unread > 0 ? `Notifications, ${shortCount(unread)} unread` : 'Notifications'}
          tooltipSide="bottom"
          shortcut={keyLabel(KEYS)}
          icon={
            <CountBadge count={unread}>
              <BellIcon />
            </CountBadge>
          }
        />
      }
    >
      <NotificationPanel onClose={() => setIsOpen(false)} />
    </Popover>
  );
}

/** Announces notifications that arrive, except muted ones, and loads the counts and the list again. */
function useLiveNotifications(muted: readonly NotificationKind[]): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const arrived = useRef<Notification[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = () => {
    timer.current = undefined;
    const announced = arrived.current.filter(({ kind }) => !muted.includes(kind)).reverse();
    arrived.current = [];
    void reload(client);
    announce(announced, (href) => void navigate({ href }));
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => onMessageOpened((path) => void navigate({ href: path })), [navigate]);
  useChannel('notification', ({ operator_id: concerned = null, ...notification }) => {
    if (concerned !== null && concerned !== client.getQueryData(currentUserQuery.queryKey)?.id)
      return;
    arrived.current.push(notification);
    timer.current ??= setTimeout(flush, GATHER_MS);
  });
}

/**
 * The counts, loaded once the channel is connected or has failed to connect: later changes then arrive as messages. They are
 * loaded again after the connection was lost.
 */
function useSummary() {
  const client = useQueryClient();
  const state = useConnectionState();
  const before = useRef(state);
  const [hasTried, setHasTried] = useState(state === 'connected');
  useEffect(() => {
    const timer = setTimeout(() => setHasTried(true), CONNECTED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const last = before.current;
    before.current = state;
    if (state === last) return;
    if (state === 'connected' && hasTried) void reload(client);
    if (state === 'connected' || last === 'connecting') setHasTried(true);
  }, [state, hasTried, client]);
  return useQuery({ ...summaryQuery, enabled: hasTried });
}
