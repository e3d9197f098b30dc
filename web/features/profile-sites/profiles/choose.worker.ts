import type { FailureBody } from '../../../../shared/errors.ts';
import type { Profile, ProfilesAnswer } from '../../../../shared/profiles/schema.ts';
import type { ProfileSplit } from '../../../../shared/profiles/split.ts';
import {
  chooseProfiles,
  listCountries,
  type ProfileChoice,
} from '../../../../shared/site-generator/choose-profiles.ts';
import {
  doubtOfAddress,
  doubtOfName,
  splitProfile,
} from '../../../../shared/site-generator/splitting/split-profile.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { parseAnswer } from '../../../lib/json.ts';

const profiles: Profile[] = [];

/** The loaded data after a page, or the message of a failure. */
interface LoadedPage {
  refused?: string;
  loaded: number;
  total: number;
  cursor: string | null;
  countries: string[];
}

/**
 * Adds a page of GET /profiles: its JSON bytes. The countries are complete after the last page. If
 * the answer is a failure despite an ok status, returns its message, because an error would lose
 * its class on the way to the page.
 */
function addPage(answer: ArrayBuffer): LoadedPage {
  const page = parseAnswer<ProfilesAnswer | FailureBody>(answer);
  if (page.success === false)
    return { refused: page.message, loaded: 0, total: 0, cursor: null, countries: [] };
  profiles.push(...page.data);
  const cursor = page.next_cursor ?? null;
  const countries = cursor === null ? listCountries(profiles) : [];
  return { loaded: profiles.length, total: page.total ?? profiles.length, cursor, countries };
}

/** The number of matching profiles, and the first of them. */
function choose(choice: ProfileChoice, most: number) {
  const chosen = chooseProfiles(profiles, choice);
  return { count: chosen.length, first: chosen.slice(0, most) };
}

/** The ids of the first matching profiles, in order, and the newest id of all. */
function listIds(choice: ProfileChoice, most: number): { ids: number[]; newest: number } {
  const ids = chooseProfiles(profiles, choice)
    .slice(0, most)
    .map(({ id }) => id);
  // The list has the newest profile first.
  return { ids, newest: profiles[0]?.id ?? 0 };
}

/** A profile with the parts of its name and address, and why they may be wrong. */
export interface SplitRow {
  id: number;
  profile_name: string;
  name: string;
  address: string;
  parts: ReturnType<typeof splitProfile>;
  /** Null for parts that are clear or corrected. */
  doubt: string | null;
  isCorrected: boolean;
}

/** The parts of a profile that the file of a site contains. */
export type SplitParts = 'names' | 'addresses' | 'both';

function doubtOf(profile: Profile, parts: SplitParts): string | null {
  const ofAddress = parts === 'names' ? null : doubtOfAddress(profile);
  return ofAddress ?? (parts === 'addresses' ? null : doubtOfName(profile));
}

/** The number of addresses and names of the matching profiles that need a check. */
function countDoubts(choice: ProfileChoice, parts: SplitParts) {
  const chosen = chooseProfiles(profiles, choice);
  const count = (doubt: typeof doubtOfName) => chosen.filter((one) => doubt(one) !== null).length;
  return {
    addresses: parts === 'names' ? 0 : count(doubtOfAddress),
    names: parts === 'addresses' ? 0 : count(doubtOfName),
  };
}

/** The parts of the matching profiles, those that need a check first. */
function listSplits(choice: ProfileChoice, parts: SplitParts): SplitRow[] {
  const rows = chooseProfiles(profiles, choice).map((profile): SplitRow => {
    const { id, profile_name, name, address, split } = profile;
    const doubt = doubtOf(profile, parts);
    const isCorrected = split !== null;
    return { id, profile_name, name, address, parts: splitProfile(profile), doubt, isCorrected };
  });
  return rows.sort((a, b) => Number(b.doubt !== null) - Number(a.doubt !== null));
}

/** Replaces the correction of a profile. */
function setSplit(id: number, split: ProfileSplit | null): void {
  const profile = profiles.find((one) => one.id === id);
  if (profile) profile.split = split;
}

const jobs = { addPage, choose, listIds, countDoubts, listSplits, setSplit };
export type ChooseJobs = typeof jobs;
exposeJobs(jobs);
