import { accountsOfEvent } from '../../../shared/encore/accounts.ts';
import { type EncoreInput, encoreFile } from '../../../shared/encore/file.ts';
import { streamSiteCsv } from '../../../shared/site-generator/site-file.ts';

/** An Encore file as it travels to the worker. */
interface EncoreTask extends Omit<EncoreInput, 'targets'> {
  site: 'encore';
  /** The common accounts, one per line: cloning a list of half a million would block the page. */
  available: string;
  events: {
    id: string;
    url: string;
    ownAccounts: string[] | null;
    maxAccounts: number | null;
  }[];
}

/** What the worker makes a file of. */
export type SiteTask = EncoreTask;

/** The pieces of the task's file. */
export function streamTask(task: SiteTask): Generator<string> {
  const { available, events, ...input } = task;
  const common = available === '' ? [] : available.split('\n');
  const targets = events.map((event) => ({
    id: event.id,
    url: event.url,
    accounts: accountsOfEvent(common, event),
  }));
  return streamSiteCsv(encoreFile({ ...input, targets }));
}
