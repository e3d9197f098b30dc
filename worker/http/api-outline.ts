import { doneAnswer, emptyAnswer, failureBody } from '../../shared/answers.ts';
import { CALLS_A_MINUTE } from '../../shared/api-tokens/schema.ts';
import { SCOPES } from '../../shared/api-tokens/scopes.ts';
import type { Outline } from './openapi.ts';

/**
 * The version of the API document. A change that callers notice, such as a field that is removed or
 * becomes required, needs a new one; `tests/unit/api-document.test.ts` compares.
 */
export const API_VERSION = '3.0.0';

const DESCRIPTION = `The calls that the web app makes, for programs of the team.

Sign in with a token that Settings creates: \`Authorization: Bearer bod_...\`. A token acts as its operator, with the scopes
that each call names: \`read\` for calls that change nothing, \`write\` for those that change something, and \`secrets\`
besides for those that answer card data, passwords, saved work or whole mails.

Answers are JSON with \`success\`. A failure has \`success: false\`, a \`message\` for people, and \`issues\` for the fields of
a request that are not valid. Its status is that of its code in \`x-error-codes\`. X-Request-Id names the call in the log and
in the audit trail. A list that is returned page by page has a cursor: send it with the next call until it is null.
\`x-limits\` has the largest body and the most calls of an operator; a token may make ${CALLS_A_MINUTE} calls a minute. Further calls are
answered with 429 and Retry-After, the seconds to wait. New fields and calls may be added at any time.`;

/** The groups of calls with their summaries. A call that is missing here is listed as "Other". */
const GROUPS: Outline['groups'] = [
  {
    name: 'Account',
    calls: {
      'POST /auth/login': 'Sign in',
      'POST /auth/login/second-factor': 'Sign in with a second factor',
      'GET /auth/me': 'Read your account',
      'POST /auth/logout': 'Sign out',
      'POST /auth/password': 'Change your password',
      'GET /auth/passkeys': 'List passkeys',
      'POST /auth/passkeys/options': 'Begin to add a passkey',
      'POST /auth/passkeys': 'Add a passkey',
      'POST /auth/passkeys/remove': 'Remove a passkey',
      'POST /auth/confirm/options': 'Begin to confirm with a passkey',
      'POST /auth/confirm': 'Confirm with a passkey',
      'GET /auth/sessions': 'List sessions',
      'DELETE /auth/sessions/:id': 'End a session',
      'GET /api-tokens': 'List API tokens',
      'POST /api-tokens': 'Create an API token',
      'DELETE /api-tokens/:id': 'Revoke an API token',
    },
  },
  {
    name: 'Dashboard and search',
    calls: {
      'GET /dashboard': 'Read the dashboard',
      'GET /palette': 'Find objects by name',
      'GET /history': 'Read the history of an object',
    },
  },
  {
    name: 'Resale events',
    calls: {
      'GET /events': 'List artists with their events and scores',
      'GET /events/feed': 'Read the state of the feed',
      'GET /events/feed/artists': 'List artists with their figures and scores, in blocks',
      'GET /events/feed/artists/:id': 'List the events of an artist of the feed',
      'GET /events/feed/matches': 'Find artists by name, venue and city',
    },
  },
  {
    name: 'Ticketing',
    calls: {
      'GET /events/get_artists/:name': 'Search artists',
      'GET /events/artist/:id': 'List the events of an artist',
      'GET /events/by-ids': 'Read events by id',
      'POST /events/get-available-sections': 'Read the sections of an event',
      'POST /events/by-urls': 'Read events by address',
      'GET /encore/webhook-presets': 'List the cart webhooks of the team',
    },
  },
  {
    name: 'Artist monitor',
    calls: {
      'GET /events/monitored-artists': 'List monitored artists',
      'POST /events/monitored-artists': 'Monitor an artist',
      'PUT /events/monitored-artists/:artist_id': 'Change the monitoring of an artist',
      'DELETE /events/monitored-artists/:artist_id': 'Stop monitoring an artist',
      'POST /events/monitored-artists/:artist_id/check': 'Check an artist now',
      'GET /events/artist-checks': 'Read the state of the checks',
      'GET /events/artist-changes': 'List changes of monitored artists',
    },
  },
  {
    name: 'Catalogues and sales',
    calls: {
      'GET /catalogues': 'List the catalogues of countries',
      'PUT /catalogues': 'Choose the catalogues that are read',
      'PUT /catalogues/:country': 'Turn a catalogue on or off',
      'POST /catalogues/:country/read': 'Read a catalogue now',
      'GET /sales': 'List the sales that open next',
      'GET /sale/:event_id': 'Read all that is known of an event and its sales',
      'GET /sale/:event_id/codes': 'List all codes that fit an event',
      'POST /sales/readiness': 'Read the codes and saved works for a list of sales',
      'POST /sale/:event_id/notes': 'Add a note about an event',
      'PATCH /sale-notes/:id': 'Change a note of yours',
      'DELETE /sale-notes/:id': 'Delete a note of yours',
      'GET /watch-rules': 'List watch rules',
      'POST /watch-rules': 'Add a watch rule',
      'PUT /watch-rules/:id': 'Change a watch rule',
      'PATCH /watch-rules/:id': 'Pause or resume a watch rule',
      'DELETE /watch-rules/:id': 'Delete a watch rule',
      'POST /watch-rules/match-artists': 'Find the artists of pasted names',
      'POST /watch-rules/count': 'Count the events that match a rule',
    },
  },
  {
    name: 'Calendar',
    calls: {
      'GET /calendar': 'Read the state of the calendar',
      'POST /calendar/subscription': 'Make an address for calendar programs',
      'DELETE /calendar/subscription': 'End the address for calendar programs',
      'GET /calendar/download': 'Download the calendar',
      'POST /calendar/download': 'Download events as a calendar',
      'POST /calendar/events': 'Add events to the calendar',
      'DELETE /calendar/events': 'Empty the calendar',
      'GET /calendar.ics': 'Read the calendar with its own token',
    },
  },
  {
    name: 'Presale codes and mailboxes',
    calls: {
      'POST /presale-codes/search': 'Search mailboxes for presale codes',
      'GET /presale-codes/mail': 'Read the mail of a code',
      'POST /found-codes/:id/verdict': 'Answer whether a found code is right',
      'GET /code-memory': 'Read what was learned about senders of codes',
      'DELETE /code-memory': 'Delete all that was learned about senders of codes',
      'DELETE /code-memory/:sender': 'Delete what was learned about a sender',
      'GET /presale-watches': 'List your watches',
      'POST /presale-watches': 'Watch mailboxes for presale codes',
      'PATCH /presale-watches/:id': 'Rename, pause or resume a watch',
      'DELETE /presale-watches/:id': 'Delete a watch',
      'GET /presale-watches/:id/codes': 'List the codes of a watch',
      'GET /imap-accounts': 'List mailboxes',
      'GET /imap-accounts/:id/folders': 'List the folders of a mailbox',
      'POST /imap-accounts': 'Add a mailbox',
      'POST /imap-accounts/sign-in': 'Sign in to a mailbox at its provider',
      'GET /imap-accounts/sign-in/:flow': 'Read the state of a sign-in',
      'GET /imap-accounts/sign-in/callback': 'Return from the page of a provider',
      'POST /imap-accounts/import': 'Add many mailboxes',
      'POST /imap-accounts/test': 'Test a mailbox',
      'POST /imap-accounts/check': 'Check stored mailboxes',
      'PUT /imap-accounts/:id': 'Change a mailbox',
      'DELETE /imap-accounts/:id': 'Delete a mailbox',
    },
  },
  {
    name: 'Queues',
    calls: {
      'POST /queues/insert': 'Upload a queue file',
      'GET /queues/get': 'Rank accounts',
      'GET /queues/export': 'Export accounts',
      'GET /queues/list': 'List queue files',
      'POST /queues/delete': 'Delete a queue file',
      'GET /queues/accounts': 'List categories with their accounts',
      'POST /queues/accounts': 'Add accounts to a category',
      'POST /queues/category/rename': 'Rename a category',
      'POST /queues/category/delete': 'Delete a category',
      'POST /queues/category/transfer': 'Move accounts to another category',
      'POST /queues/category/remove': 'Remove accounts from a category',
      'POST /queues/accounts/holders': 'Find the categories of accounts',
      'GET /queues/pool': 'List the accounts to choose from',
      'POST /queues/best-accounts': 'List the best accounts',
    },
  },
  {
    name: 'Sign-up',
    calls: {
      'POST /events/signup-infos': 'Read a sign-up page',
      'POST /events/dispatch-csv': 'Make the files of a sign-up',
    },
  },
  {
    name: 'Limit guard',
    calls: {
      'GET /limit-rules': "Read the operator's own rule of limits",
      'PUT /limit-rules': "Change the operator's own rule of limits",
      'POST /limit-answers': 'Record that a file beyond a limit was confirmed',
    },
  },
  {
    name: 'Profiles and users',
    calls: {
      'GET /profiles': 'List profiles',
      'GET /profiles/notes': 'Count notes of profiles',
      'POST /profiles': 'Import profiles',
      'POST /profiles/full': 'Read profiles with their secrets',
      'POST /profiles/delete': 'Delete profiles',
      'POST /profiles/restore': 'Restore deleted profiles',
      'PUT /profiles/:id/split': 'Correct the name and address of a profile',
      'POST /profiles/:id/reveal': 'Reveal the secrets of a profile',
      'DELETE /profiles/:id': 'Delete a profile',
      'POST /users/get_random': 'Generate users',
    },
  },
  {
    name: 'Prices',
    calls: {
      'GET /events/monitored-price-event': 'List the addresses of watched events',
      'POST /events/monitored-price-event': 'Watch the prices of an event',
      'DELETE /events/monitored-price-event': 'Stop watching an event',
      'POST /events/update-monitored-price-event': 'Check all watched events',
      'GET /events/price-targets': 'List watched events',
      'POST /events/price-targets': 'Watch many events',
      'GET /events/price-targets/export': 'Export watched events',
      'POST /events/price-targets/pause': 'Pause or resume events',
      'POST /events/price-targets/tags': 'Change the tags of events',
      'POST /events/price-targets/alerts': 'Add an alert to events',
      'POST /events/price-targets/remove': 'Remove events',
      'POST /events/price-targets/check': 'Check events now',
      'GET /events/price-target': 'Read a watched event',
      'POST /events/price-observations': 'Read prices from the pasted source of a page',
      'GET /events/price-history': 'Read the price history of an event',
      'GET /events/price-alerts': 'List the alerts of an event',
      'POST /events/price-alerts': 'Add an alert',
      'GET /events/tag-alerts': 'List the alerts of tags',
      'POST /events/tag-alerts': 'Add an alert for a tag',
      'POST /events/price-alerts/:id/test': 'Send a test of an alert',
      'DELETE /events/price-alerts/:id': 'Delete an alert',
    },
  },
  {
    name: 'Recent work',
    calls: {
      'GET /recent-work': 'List saved work',
      'POST /recent-work': 'Save new work',
      'POST /recent-work/find': 'Find the work of a key',
      'GET /recent-work/presets': 'List presets',
      'GET /recent-work/:id': 'Open a work',
      'PUT /recent-work/:id': 'Save a work',
      'PATCH /recent-work/:id': 'Rename a work',
      'POST /recent-work/:id/duplicate': 'Duplicate a work',
      'DELETE /recent-work/:id': 'Delete a work',
      'POST /recent-work/:id/restore': 'Restore a deleted work',
    },
  },
  {
    name: 'Notifications',
    calls: {
      'GET /notifications': 'List notifications',
      'POST /notifications/read': 'Mark notifications as read',
      'PUT /notifications/muted': 'Mute kinds of notifications',
      'POST /notifications/resend': 'Send failed posts to the webhook again',
    },
  },
  {
    name: 'Reminders',
    calls: {
      'POST /sales/followed': 'Read which sales of a list of events are followed',
      'POST /sales/follow': 'Follow a sale',
      'DELETE /sales/follow': 'Follow a sale no longer',
      'GET /reminder-settings': 'Read the lead times of reminders',
      'PUT /reminder-settings': 'Choose the lead times of reminders',
    },
  },
  {
    name: 'Notification channels',
    calls: {
      'GET /notification-channels': 'List channels',
      'POST /notification-channels': 'Add a channel',
      'GET /notification-channels/push-key': 'Read the key of push subscriptions',
      'PATCH /notification-channels/:id': 'Change or pause a channel',
      'DELETE /notification-channels/:id': 'Delete a channel',
      'POST /notification-channels/:id/test': 'Send a test message',
    },
  },
  {
    name: 'Views',
    calls: {
      'GET /views': 'List your views and shared ones',
      'POST /views': 'Save a view of a screen',
      'PUT /views/:id': 'Change a view of yours',
      'DELETE /views/:id': 'Delete a view of yours',
    },
  },
  {
    name: 'System',
    calls: {
      'GET /health': 'Read the state of the product',
      'GET /openapi.json': 'Read this document',
      'GET /metrics': 'Read metrics for Prometheus',
      'GET /doctor': 'Check the installation',
      'POST /mcp': 'Call tools by the Model Context Protocol',
      'GET /public-address': 'Read the addresses of the product',
      'GET /sample-data': 'Read the state of the sample data',
      'POST /sample-data': 'Load sample data',
      'DELETE /sample-data': 'Remove sample data',
      'GET /scanner': 'Connect a mailbox scanner',
      'POST /scanner/catalogues/claim': 'Begin to read a catalogue, as a scanner',
      'POST /scanner/catalogues/alive': 'Keep the reading of a catalogue',
      'POST /scanner/catalogues/hashes': 'List the hashes of stored events',
      'POST /scanner/catalogues/changes': 'Store changes of a catalogue',
      'POST /scanner/catalogues/end': 'End the reading of a catalogue',
      'POST /scanner/mailboxes/token': 'Replace an access token that a mail server refused',
      'POST /scanner/watches/memory': 'Read the answers about codes, as a scanner',
      'POST /scanner/watches/open': 'Read the watches of a mailbox, as a scanner',
      'POST /scanner/watches/results': 'Store the codes of new mails',
      'POST /scanner/watches/states': 'Store how watched mailboxes are read',
      'GET /ws': 'Connect to the live channel',
    },
  },
];

const BEARER = { type: 'http', scheme: 'bearer' };
const IN_QUERY = { type: 'apiKey', in: 'query', name: 'token' };

/** The part of the document that is not generated from the routes, except for its examples. */
export const OUTLINE: Omit<Outline, 'examples'> = {
  info: { title: 'Boxoffice Desk', version: API_VERSION, description: DESCRIPTION },
  groups: GROUPS,
  securitySchemes: {
    session: { ...BEARER, description: 'The token of POST /api/auth/login.' },
    token: {
      ...BEARER,
      description: `A token of POST /api/api-tokens (bod_...), with scopes of ${SCOPES.join(', ')}.`,
    },
    scanner: { ...BEARER, description: 'The token of a scanner (SCANNER_TOKEN).' },
    reading: {
      ...BEARER,
      description:
        'The token of a reading, which POST /api/scanner/catalogues/claim answers and which ends with the reading.',
    },
    channel: {
      ...IN_QUERY,
      description:
        'The token of a session. It is in the query because a browser sets no headers on a WebSocket.',
    },
    calendar: {
      ...IN_QUERY,
      description: 'The token in the address that POST /api/calendar/subscription answers.',
    },
  },
  headers: {
    'X-Request-Id': 'The id of the call in the log and in the audit trail.',
    'X-Release': 'The version and the schema of the desk: `1.0.0+0000_first`.',
    'Retry-After': 'The seconds after which the call may be repeated.',
    'X-Requirement':
      'What the operator must do first: `own-password` (choose a password) or `passkey` (confirm with it).',
  },
  failures: {
    bad_request: { description: 'The request is not valid; `issues` names its fields.' },
    invalid_token: { description: 'There is no token, or it is not valid any more.' },
    forbidden: {
      description:
        'The token lacks a scope, or the operator must do something first (X-Requirement).',
      headers: ['X-Requirement'],
    },
    not_found: { description: 'There is no such object.' },
    payload_too_large: { description: 'The body is larger than this call accepts.' },
    too_many_requests: {
      description: `Too many calls: more than the limits of this call, or more than ${CALLS_A_MINUTE} a minute with one token.`,
      headers: ['Retry-After'],
    },
  },
  names: [
    [failureBody, 'Failure'],
    [doneAnswer, 'Done'],
    [emptyAnswer, 'Empty'],
  ],
};
