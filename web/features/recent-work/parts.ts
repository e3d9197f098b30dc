import type { ComponentType } from 'react';
import { late } from '../../ui/late.tsx';
import type { RecentWorkProps } from './recent-work.tsx';
import type { ResumeWorkProps } from './resume-work.tsx';

/** The list of recent work. Its code loads after the screen. */
export const RecentWork: ComponentType<RecentWorkProps> = late(
  () => import('./recent-work.tsx'),
  'RecentWork',
);

/** Opens the work of an address that names its id only. Its code loads for such an address. */
export const ResumeWork: ComponentType<ResumeWorkProps> = late(
  () => import('./resume-work.tsx'),
  'ResumeWork',
);
