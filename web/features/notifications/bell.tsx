import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Notification } from '../../../shared/notifications/schema.ts';
import { useChannel, useConnectionState } from '../../lib/channel/index.ts';
import { useCommands } from '../../lib/commands.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyLabel } from '../../ui/kbd.tsx';
import { Popover } from '../../ui/popover.tsx';
import { announce } from './announce.ts';
import { NotificationPanel } from './notification-panel.tsx';
import { reload, summaryQuery } from './queries.ts';

/** Notifications that arrive within this time are loaded and announced together. */
const GATHER_MS = 1_000;
const MOST_SHOWN = 99;
const KEYS = 'g b';

/** The bell of the top bar: the count of unread notifications, and the panel with all of them. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(summaryQuery);
  const unread = data?.unread ?? 0;
  useLiveNotifications();
  const bell = useRef<HTMLButtonElement>(null);
  const open = () => {
    // The panel gives the focus back to what had it.
    bell.current?.focus();
    setIsOpen(true);
  };
  useShortcut(KEYS, 'Open notifications', open, { scope: 'app' });
  useCommands([
    {
      id: 'notifications.open',
      label: 'Notifications',
      keywords: ['bell', 'alerts', 'unread'],
      shortcut: keyLabel(KEYS),
      run: open,
    },
  ]);
  return (
    <Popover
      label="Notifications"
      align="end"
      className="flex w-[408px] flex-col overflow-hidden! p-0!"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton
          ref={bell}
          label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          tooltipSide="bottom"
          shortcut={keyLabel(KEYS)}
          icon={
            <span className="relative">
              <BellIcon />
              {unread > 0 ? (
                <span
                  aria-hidden="true"
                  className="absolute -top-1.5 left-[9px] min-w-[15px] rounded-full bg-accent px-1 text-center text-2xs leading-[15px] font-semibold text-accent-contrast tabular-nums ring-2 ring-surface"
                >
                  {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
                </span>
              ) : null}
            </span>
          }
        />
      }
    >
      <NotificationPanel onClose={() => setIsOpen(false)} />
    </Popover>
  );
}

/** Loads the counts and the list again when notifications arrive, and after the connection was lost. */
function useLiveNotifications(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useConnectionState();
  const { data } = useQuery(summaryQuery);
  const arrived = useRef<Notification[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = () => {
    timer.current = undefined;
    const muted = data?.muted ?? [];
    const heard = arrived.current.filter(({ kind }) => !muted.includes(kind)).reverse();
    arrived.current = [];
    announce(heard, (href) => void navigate({ href }));
    void reload(client);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useChannel('notification', (notification) => {
    arrived.current.push(notification);
    timer.current ??= setTimeout(flush, GATHER_MS);
  });
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'connected' && wasLost.current) void reload(client);
    wasLost.current = state !== 'connected';
  }, [state, client]);
}
