/** A host name or an IP address. */
export const HOST_SHAPE =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,62})?(?:\.[a-z0-9](?:[a-z0-9-]{0,62})?)*|[0-9a-f:]{2,45})$/i;
export const HOST_WRONG = 'Enter the name of a mail server, such as imap.gmail.com.';

/** First values of a new mailbox (part 1, 9). */
export const IMAP_DEFAULTS = { host: 'imap.gmail.com', port: 993, is_active: true } as const;
