import { ADONIS_SITES } from '../../../shared/adonis/sites.ts';
import { accountsOfEvent } from '../../../shared/encore/accounts.ts';
import { type EncoreInput, encoreFile } from '../../../shared/encore/file.ts';
import type { FullProfile } from '../../../shared/profiles/schema.ts';
import { type ProfileFileInput, profileFile } from '../../../shared/site-generator/profile-site.ts';
import { streamSiteCsv } from '../../../shared/site-generator/site-file.ts';
import { TSUKI_SITES } from '../../../shared/tsuki/sites.ts';

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

/** A file of a site that uses profiles. */
interface ProfilesTask {
  site: 'profiles';
  tool: 'adonis' | 'tsuki';
  /** Name of the site. */
  name: string;
  file: Omit<ProfileFileInput, 'profiles'>;
  /** Ids of the profiles in their order. */
  ids: readonly number[];
  /** The answer of POST /profiles/full: it is read in the worker only. */
  answer: ArrayBuffer;
}

/** What the worker makes a file of. */
export type SiteTask = EncoreTask | ProfilesTask;

/** Buffers that move to the worker. */
export const buffersOf = (task: SiteTask): ArrayBuffer[] =>
  task.site === 'profiles' ? [task.answer] : [];

/** The pieces of the task's file. */
export function streamTask(task: SiteTask): Generator<string> {
  return task.site === 'encore' ? streamEncore(task) : streamProfiles(task);
}

function streamEncore({ available, events, ...input }: EncoreTask): Generator<string> {
  const common = available === '' ? [] : available.split('\n');
  const targets = events.map((event) => ({
    id: event.id,
    url: event.url,
    accounts: accountsOfEvent(common, event),
  }));
  return streamSiteCsv(encoreFile({ ...input, targets }));
}

function streamProfiles({ tool, name, file, ids, answer }: ProfilesTask): Generator<string> {
  const sites = tool === 'adonis' ? ADONIS_SITES : TSUKI_SITES;
  const site = sites.find((one) => one.name === name);
  if (site === undefined) throw new Error(`There is no site "${name}".`);
  const { data }: { data: FullProfile[] } = JSON.parse(new TextDecoder().decode(answer));
  const byId = new Map(data.map((profile) => [profile.id, profile] as const));
  const profiles = ids.flatMap((id) => byId.get(id) ?? []);
  if (profiles.length < ids.length) {
    throw new Error('Some profiles were deleted meanwhile. Load the page again.');
  }
  return streamSiteCsv(profileFile(site, { ...file, profiles }));
}
