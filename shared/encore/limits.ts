/** The maximum number of addresses of event pages in one call. */
export const MAX_EVENT_URLS = 100;
