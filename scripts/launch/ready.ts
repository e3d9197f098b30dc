import type { Launch } from './service.ts';
import { answers, waitUntil } from './wait.ts';

/** Waits until the login page and the database answer, then prints what an operator needs to begin. */
export async function printReady(launch: Launch, ended: Promise<string>): Promise<void> {
  const origin = `http://localhost:${launch.settings.PORT}`;
  const isReady = async () =>
    (await answers(`${origin}/login`)) && (await answers(`${origin}/api/health`));
  await waitUntil('The web app', isReady, ended);

  const rows: [string, string][] = [
    ['Address', origin],
    ['Operator', launch.operator],
    ['Providers', describeProviders(launch)],
    ['Data folder', launch.folder.path],
    ...launch.notes.map((note): [string, string] => ['Note', note]),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log('');
  console.log('  Boxoffice Desk');
  for (const [label, text] of rows) console.log(`  ${label.padEnd(width)}  ${text}`);
  console.log('');
  console.log(`Ready on ${origin}`);
}

function describeProviders(launch: Launch): string {
  if (launch.simulatorOrigin === undefined) return 'live';
  return 'simulated: artists, events and sign-up pages come from the built-in simulator (no key, no network)';
}
