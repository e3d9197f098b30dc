import type { ProfileSite } from './profile-site.ts';

const LONGEST_URL = 2_048;
/** The id of an event at its shop: one word with a digit. */
const ID = /^(?=.*\d)[\w-]{2,60}$/;

/** Whether a bot of the site accepts the id of an event in place of the address of its page. */
const takesIds = ({ columns }: ProfileSite): boolean =>
  columns.every(({ header }) => header !== 'URL');

/** Why a line is not an event of a site, as a sentence; null if it is one. */
export function findEventFault(site: ProfileSite, line: string): string | null {
  if (line.length > LONGEST_URL) return `An address has at most ${LONGEST_URL} characters.`;
  if (isPageUrl(line) || (takesIds(site) && ID.test(line))) return null;
  return `This is not the address of a page, such as https://...${takesIds(site) ? ', nor the id of an event.' : ''}`;
}

function isPageUrl(line: string): boolean {
  if (/\s/.test(line) || !URL.canParse(line)) return false;
  const { protocol, hostname } = new URL(line);
  return /^https?:$/.test(protocol) && hostname.includes('.');
}
