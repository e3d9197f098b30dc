/** The screens with views: the first part of their addresses. */
export const VIEW_SCREENS = [
  ...(['agenda', 'artist-monitor', 'event-price-monitoring', 'events', 'imap-accounts'] as const),
  ...(['presale-code-tool', 'profiles', 'queues-tool', 'ticketmaster', 'vf-queues-tool'] as const),
] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** The screen at a path; null if it has no views. */
export const screenAt = (path: string): ViewScreen | null =>
  VIEW_SCREENS.find((screen) => path === `/${screen}`) ?? null;
