/** First values of a new mailbox (part 1, 9). */
export const IMAP_DEFAULTS = { host: 'imap.gmail.com', port: 993, is_active: true } as const;
