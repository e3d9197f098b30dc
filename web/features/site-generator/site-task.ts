import type { EncoreChoice } from '../../../shared/encore/file.ts';
import type { ProfileFileInput } from '../../../shared/site-generator/profile-site.ts';

/** An Encore file in the form in which it is sent to the worker. */
export interface EncoreTask extends EncoreChoice {
  site: 'encore';
  /** The common accounts, one per line: cloning a list of half a million would block the page. */
  available: string;
}

/** A file of a site that uses profiles. */
export interface ProfilesTask {
  site: 'profiles';
  tool: 'adonis' | 'tsuki';
  /** Name of the site. */
  name: string;
  file: Omit<ProfileFileInput, 'profiles'>;
  /** Ids of the profiles in their order. */
  ids: readonly number[];
  /** The answer of POST /profiles/full, which is read only in the worker. */
  answer: ArrayBuffer;
}

/** The input of the worker. */
export type SiteTask = EncoreTask | ProfilesTask;

/** Buffers that are transferred to the worker. */
export const buffersOf = (task: SiteTask): ArrayBuffer[] =>
  task.site === 'profiles' ? [task.answer] : [];
