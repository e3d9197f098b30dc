import type { WorkItem, WorkKind } from '../../../shared/recent-work/schema.ts';

/** The key of all lists of works: each of their queries begins with it. */
export const LIST_KEY = ['recent-work', 'list'] as const;

/** The pages that open works; a preset opens with its tool's menu, not by an address. */
export const WORK_PAGES = {
  encore: '/encore-tool',
  adonis: '/adonis-tool',
  tsuki: '/tsuki-tool',
  signup: '/signup',
  presale: '/presale-code-tool',
  preset: '/',
} as const satisfies Record<WorkKind, string>;

export const WORK_TOOLS: Record<WorkKind, string> = {
  encore: 'Encore',
  adonis: 'Adonis',
  tsuki: 'Tsuki',
  signup: 'Signup',
  presale: 'Presale search',
  preset: 'Preset',
};

/**
 * Works as an overview lists them: without unnamed ones that have no rows yet, and only the newest
 * of equal ones.
 */
export function newestOf<
  Item extends Pick<WorkItem, 'kind' | 'name' | 'title' | 'events' | 'rows'>,
>(works: readonly Item[]): Item[] {
  const listed = new Set<string>();
  return works.filter(({ kind, name, title, events, rows }) => {
    const look = JSON.stringify([kind, name, title, events, rows]);
    if ((name === null && rows === 0) || listed.has(look)) return false;
    listed.add(look);
    return true;
  });
}
