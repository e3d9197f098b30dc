import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '../../../shared/profiles/schema.ts';
import { api, apiFetch, send } from '../../lib/api.ts';
import { type EventSelection, readSelection } from '../../lib/event-selection.ts';
import { textParam } from '../../lib/search-params.ts';

/** The query of a site tool: the site, and events that the ticketing tool sends. */
export interface SiteSearch extends EventSelection {
  site?: string;
}

export function readSiteSearch(search: Record<string, unknown>): SiteSearch {
  const site = textParam(search, 'site');
  return { ...readSelection(search), ...(site === undefined ? {} : { site }) };
}

/** The answer of a page is read in a few milliseconds; that of 50,000 profiles at once would block the page. */
const PAGE_ROWS = '1000';

/** All profiles, their secrets masked. */
export function profilesQuery() {
  return queryOptions({
    queryKey: ['profiles', 'all'],
    queryFn: async ({ signal }) => {
      const profiles: Profile[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { limit: PAGE_ROWS, ...(cursor && { cursor }) };
        const page = await send(api.profiles.$get({ query }, { init: { signal } }));
        profiles.push(...page.data);
        cursor = page.next_cursor;
      } while (cursor);
      return profiles;
    },
    structuralSharing: false,
  });
}

/** Profiles with their secrets, as the bytes of the answer: they go to the worker unread. */
export async function loadFullProfiles(ids: number[], signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await apiFetch('/api/profiles/full', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
    signal,
  });
  return response.arrayBuffer();
}
