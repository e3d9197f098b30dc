import { expose } from 'comlink';
import type { FailureBody } from '../../../../shared/errors.ts';
import type { Profile, ProfileList } from '../../../../shared/profiles/schema.ts';
import {
  chooseProfiles,
  listCountries,
  type ProfileChoice,
} from '../../../../shared/site-generator/choose-profiles.ts';

const profiles: Profile[] = [];

/** What is loaded after a page, or the message of a failure. */
interface LoadedPage {
  refused?: string;
  loaded: number;
  total: number;
  cursor: string | null;
  countries: string[];
}

/**
 * Adds a page of GET /profiles: its JSON bytes. The countries are complete after the last page. Returns the message of an
 * answer that is a failure under an ok status: an error would lose its class on the way to the page.
 */
function addPage(answer: ArrayBuffer): LoadedPage {
  const page: ProfileList<Profile> | FailureBody = JSON.parse(new TextDecoder().decode(answer));
  if (page.success === false)
    return { refused: page.message, loaded: 0, total: 0, cursor: null, countries: [] };
  profiles.push(...page.data);
  const cursor = page.next_cursor ?? null;
  const countries = cursor === null ? listCountries(profiles) : [];
  return { loaded: profiles.length, total: page.total ?? profiles.length, cursor, countries };
}

/** How many profiles match, and the first of them. */
function choose(choice: ProfileChoice, most: number) {
  const chosen = chooseProfiles(profiles, choice);
  return { count: chosen.length, first: chosen.slice(0, most) };
}

/** The ids of the first profiles that match, in their order. */
const listIds = (choice: ProfileChoice, most: number): number[] =>
  chooseProfiles(profiles, choice)
    .slice(0, most)
    .map(({ id }) => id);

const jobs = { addPage, choose, listIds };
export type ChooseJobs = typeof jobs;
expose(jobs);
