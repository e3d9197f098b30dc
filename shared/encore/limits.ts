/** At most so many addresses of event pages are looked up at once. */
export const MAX_EVENT_URLS = 100;
