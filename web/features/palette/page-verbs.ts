import type { LinkProps } from '@tanstack/react-router';
import type { Command } from '../../kit/keys/commands.ts';

/** A command that only its page can run: the palette opens the page first. */
interface PageVerb extends Pick<Command, 'id' | 'label' | 'keywords'> {
  to: NonNullable<LinkProps['to']>;
  /** The part of the page that offers it. */
  search?: { section?: string };
}

/** The commands that pages offer to the palette of other pages, by their own ids. */
export const PAGE_VERBS: readonly PageVerb[] = [
  {
    id: 'queues.upload',
    to: '/queues-tool',
    label: 'Upload queue files',
    keywords: ['csv', 'import', 'positions', 'category'],
  },
  {
    id: 'vf-queues.upload',
    to: '/vf-queues-tool',
    label: 'Upload [VF] queue files',
    keywords: ['verified fan', 'csv', 'import', 'positions', 'category'],
  },
  {
    id: 'profiles.upload',
    to: '/profiles',
    label: 'Upload profiles',
    keywords: ['csv', 'import', 'add'],
  },
  {
    id: 'notification-channels.add',
    to: '/settings',
    search: { section: 'channels' },
    label: 'Add notification channel',
    keywords: ['discord', 'slack', 'ntfy', 'webhook', 'push'],
  },
  {
    id: 'watch-rules.add',
    to: '/watch-rules',
    label: 'New watch rule',
    keywords: ['add', 'artists', 'catalogues'],
  },
  {
    id: 'api-tokens.add',
    to: '/settings',
    search: {},
    label: 'Create API token',
    keywords: ['bearer', 'machine', 'script', 'mcp'],
  },
  {
    id: 'imap-accounts.add',
    to: '/imap-accounts',
    label: 'Add IMAP account',
    keywords: ['mailbox', 'new'],
  },
  {
    id: 'imap-accounts.paste',
    to: '/imap-accounts',
    label: 'Paste IMAP accounts',
    keywords: ['mailboxes', 'import', 'add'],
  },
  {
    id: 'prices.add',
    to: '/event-price-monitoring',
    label: 'Add events to monitor',
    keywords: ['price', 'alert', 'watch'],
  },
  {
    id: 'prices.update',
    to: '/event-price-monitoring',
    label: 'Update price data',
    keywords: ['refresh', 'check', 'prices'],
  },
  {
    id: 'users.generate',
    to: '/user-generator',
    label: 'Generate users',
    keywords: ['addresses', 'names'],
  },
  {
    id: 'presale.search',
    to: '/presale-code-tool',
    label: 'Search Presale Codes',
    keywords: ['mails', 'mailboxes'],
  },
  {
    id: 'calendar.open',
    to: '/artist-monitor',
    label: 'Calendar of presales and on-sales',
    keywords: ['subscribe', 'ics'],
  },
];
