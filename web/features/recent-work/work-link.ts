import type { WorkKind } from '../../../shared/recent-work/schema.ts';

/** The lists of works: each query of one begins with this key. */
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
