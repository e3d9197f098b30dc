import type { LinkProps } from '@tanstack/react-router';
import {
  Bot,
  CalendarClock,
  CalendarRange,
  ChartNoAxesCombined,
  ContactRound,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  ListFilter,
  ListOrdered,
  type LucideIcon,
  Mailbox,
  MoonStar,
  Radar,
  Repeat2,
  Settings,
  Ticket,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react';

/** A page of the sidebar or the palette. */
export interface Page {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  /** A second address of the page. */
  alias?: string;
  /** The letter after G. */
  letter: string;
  /** Shows whether live messages arrive. */
  isLive?: boolean;
}

const page = (to: Page['to'], label: string, icon: LucideIcon, letter: string): Page => ({
  to,
  label,
  icon,
  letter,
});

/** The links of the sidebar in order; dashed lines separate the groups. */
export const PAGE_GROUPS: readonly (readonly Page[])[] = [
  [
    { ...page('/', 'Dashboard', LayoutDashboard, 'd'), alias: '/dashboard' },
    page('/events', 'Events', CalendarRange, 'e'),
    page('/agenda', 'Agenda', CalendarClock, 'l'),
  ],
  [
    page('/ticketmaster', 'Ticketing Tool', Ticket, 't'),
    page('/artist-monitor', 'Artist Monitor', Radar, 'a'),
    page('/watch-rules', 'Watch Rules', ListFilter, 'w'),
  ],
  [
    page('/queues-tool', 'Queues Tool', ListOrdered, 'q'),
    page('/vf-queues-tool', '[VF] Queues Tool', ListChecks, 'v'),
    page('/signup', '[VF] SignUp', UserRoundPlus, 'u'),
  ],
  [
    page('/profiles', 'Profiles', ContactRound, 'p'),
    page('/encore-tool', 'Encore Tool', Repeat2, 'n'),
    page('/adonis-tool', 'Adonis Tool', Bot, 'o'),
    page('/tsuki-tool', 'Tsuki Tool', MoonStar, 'k'),
    page('/user-generator', 'User Generator', UsersRound, 'g'),
  ],
  [
    {
      ...page('/event-price-monitoring', 'Event Price Monitoring', ChartNoAxesCombined, 'm'),
      isLive: true,
    },
    page('/presale-code-tool', 'Presale Code Tool', KeyRound, 'c'),
    page('/imap-accounts', 'IMAP Accounts', Mailbox, 'i'),
  ],
];

const SETTINGS_PAGE: Page = page('/settings', 'Settings', Settings, 's');

/** The pages of the palette and of the G shortcuts. */
export const ALL_PAGES: readonly Page[] = [...PAGE_GROUPS.flat(), SETTINGS_PAGE];
