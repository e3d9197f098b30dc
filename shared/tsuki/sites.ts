import type { ProfileSite } from '../site-generator/profile-site.ts';
import { AXS } from './axs.ts';
import { SEETICKETS } from './seetickets.ts';
import { TMFRANCE } from './tmfrance.ts';

/** The sites of the three-site tool, in the order of their cards. */
export const TSUKI_SITES: readonly ProfileSite[] = [SEETICKETS, TMFRANCE, AXS];
