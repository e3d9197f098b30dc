import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The rooms of the repository and who may import whom. A room is a folder; the longest matching name counts. Finer
 * rules (a store imports no service) are Biome's, in biome.json.
 */
interface Room {
  holds: string;
  /** Rooms that it may import besides itself. */
  imports: readonly string[];
}

export const ROOMS: Readonly<Record<string, Room>> = {
  shared: { holds: 'schemas and pure rules', imports: [] },
  migrations: { holds: 'the schema of the database', imports: [] },
  'package.json': { holds: 'the version', imports: [] },
  'mail-lines': { holds: 'reads a mail into lines', imports: ['shared'] },
  'code-finder': { holds: 'finds codes in these lines', imports: ['shared', 'mail-lines'] },
  'code-finder/training': {
    holds: 'fits the model of the finder',
    imports: ['shared', 'mail-lines', 'code-finder'],
  },
  sidecar: { holds: 'the mailbox scanner', imports: ['shared', 'mail-lines', 'code-finder'] },
  simulator: { holds: "the providers' stand-in", imports: [] },
  worker: {
    holds: 'entry points, the app, the context of a call',
    imports: [
      'shared',
      'worker/context',
      'worker/db',
      'worker/durable',
      'worker/features',
      'worker/http',
      'worker/jobs',
      'worker/providers',
      'worker/security',
    ],
  },
  'worker/db': {
    holds: 'tables, client, statements, release',
    imports: ['shared', 'migrations', 'package.json'],
  },
  'worker/context': {
    holds: 'environment and context: what a service is given',
    imports: ['shared', 'worker/db'],
  },
  'worker/security': {
    holds: 'passwords, sealing, guarded fetch',
    imports: ['shared', 'worker/context', 'worker/db'],
  },
  'worker/providers': {
    holds: 'the outside world',
    imports: ['shared', 'worker/context', 'worker/security'],
  },
  'worker/durable': {
    holds: 'Durable Objects',
    imports: ['shared', 'worker/context', 'worker/providers', 'worker/security'],
  },
  'worker/http': {
    holds: 'guard, limits, headers, error mapper',
    imports: ['shared', 'worker/context', 'worker/db', 'worker/security'],
  },
  'worker/features': {
    holds: 'routes, services, stores',
    imports: [
      'shared',
      'worker/context',
      'worker/db',
      'worker/durable',
      'worker/http',
      'worker/providers',
      'worker/security',
    ],
  },
  'worker/jobs': {
    holds: 'cron handlers, job queues',
    imports: ['shared', 'worker/context', 'worker/db', 'worker/features', 'worker/http'],
  },
  web: {
    holds: 'entry point and router',
    imports: ['shared', 'web/features', 'web/kit', 'web/lib', 'web/routes', 'web/ui'],
  },
  'web/ui': { holds: 'the design system', imports: [] },
  'web/lib': { holds: 'API client, session, formats', imports: ['shared', 'worker'] },
  'web/kit': { holds: 'grid, form, saved state, jobs', imports: ['shared', 'web/lib', 'web/ui'] },
  'web/features': {
    holds: 'what a capability looks like',
    imports: ['shared', 'web/kit', 'web/lib', 'web/ui'],
  },
  'web/routes': {
    holds: 'pages, composed of features',
    imports: ['shared', 'web/features', 'web/kit', 'web/lib', 'web/ui'],
  },
  scripts: {
    holds: 'start, commands, checks',
    imports: ['shared', 'web/ui', 'worker/db', 'worker/features', 'worker/http', 'worker/security'],
  },
};

/** Tests run everything, so they may import everything. */
const IMPORTS_ALL = /^tests(?:\/|$)/;

/** The room of a file or folder; its top folder if no room is named for it. */
export function roomOf(path: string): string {
  if (IMPORTS_ALL.test(path)) return 'tests';
  const [top = '', second = ''] = path.split('/');
  return `${top}/${second}` in ROOMS ? `${top}/${second}` : top;
}

/** Whether files of one room may import files of another. */
export function mayImport(from: string, to: string): boolean {
  if (from === to || IMPORTS_ALL.test(from)) return true;
  return ROOMS[from]?.imports.includes(to) ?? false;
}

/** The files of features that other web features may import: parts of several screens. */
const FEATURE_PARTS = [
  'account/',
  'pasted-accounts/',
  'api-tokens/tokens-section.tsx',
  'artist-monitor/monitored-artists.ts',
  'audit/history-button.tsx',
  'calendar/queries.ts',
  'catalogues/catalogues-section.tsx',
  'code-memory/',
  'doctor/doctor-section.tsx',
  'encore/current-encore.ts',
  'error/search-state.ts',
  'limit-guard/',
  'mailboxes/health/',
  'mailboxes/queries.ts',
  'mailboxes/sign-in/',
  'notification-channels/channels-section.tsx',
  'notification-channels/queries.ts',
  'notifications/queries.ts',
  'palette/command-palette.tsx',
  'palette/early-keys.tsx',
  'presale-watches/',
  'price-monitor/watched-events.ts',
  'queues/category-form.tsx',
  'queues/category-queries.ts',
  'queues/queue-counting.tsx',
  'recent-work/',
  'reminders/follow.tsx',
  'reminders/queries.ts',
  'reminders/reminders-section.tsx',
  'scanners/queries.ts',
  'site-generator/',
  'ticketing/artist-image.tsx',
  'ticketing/artist-queries.ts',
  'ticketing/event-queries.ts',
  'ticketing/remembered-events.ts',
  'ticketing/selection/event-selection.ts',
  'ticketing/selection/selection.ts',
].map((part) => `web/features/${part}`);

/**
 * Whether a file may import one of another feature. Features of the Worker are imported through
 * their `index.ts`.
 */
export function mayEnterFeature(file: string, imported: string): boolean {
  const [house, feature] = featureOf(imported);
  const [ownHouse, ownFeature] = featureOf(file);
  if (house !== ownHouse || feature === ownFeature) return true;
  return house === 'web'
    ? FEATURE_PARTS.some((part) => imported.startsWith(part))
    : imported === `worker/features/${feature}/index.ts`;
}

/** The folder and name of the feature that a file belongs to; empty if it belongs to none. */
const featureOf = (path: string): string[] =>
  /^(worker|web)\/features\/([^/]+)\//.exec(path)?.slice(1) ?? [];

/**
 * Rooms whose arrows would hide the others: nearly all may import shared, and each top folder its
 * own entry room.
 */
const UNDRAWN = ['shared', 'worker', 'web'];

/** The rooms and the imports that are allowed, as the Mermaid picture of docs/architecture.md. */
function drawRooms(): string {
  const nameOf = (room: string) => room.replaceAll(/[^a-z]/g, '_');
  const groups = ['worker', 'web'];
  const box = (room: string) => `${nameOf(room)}["<b>${room}</b><br/>${ROOMS[room]?.holds}"]`;
  const isIn = (group: string, room: string) => room === group || room.startsWith(`${group}/`);
  const rooms = Object.keys(ROOMS);
  const lines = [
    'flowchart TD',
    ...groups.flatMap((group) => [
      `  subgraph ${group}_house[" "]`,
      ...rooms.filter((room) => isIn(group, room)).map((room) => `    ${box(room)}`),
      '  end',
    ]),
    ...rooms
      .filter((room) => !groups.some((group) => isIn(group, room)))
      .map((room) => `  ${box(room)}`),
    ...rooms
      .filter((room) => !UNDRAWN.includes(room))
      .flatMap((room) =>
        (ROOMS[room]?.imports ?? [])
          .filter((imported) => !UNDRAWN.includes(imported))
          .map((imported) => `  ${nameOf(room)} --> ${nameOf(imported)}`),
      ),
  ];
  return lines.join('\n');
}

const DOCUMENT = 'docs/architecture.md';

/** The text of docs/architecture.md with the current picture. */
export function withPicture(text: string): string {
  return text.replace(/```mermaid\n[\s\S]*?\n```/, () => `\`\`\`mermaid\n${drawRooms()}\n\`\`\``);
}

if (import.meta.main) writeFileSync(DOCUMENT, withPicture(readFileSync(DOCUMENT, 'utf8')));
