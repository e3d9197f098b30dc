import * as z from 'zod/mini';
import { oneOf } from '../../lib/search-params.ts';

/** The query of /settings; API tokens are shown without a section. */
export const settingsSearch = z.object({
  section: oneOf(
    'channels',
    'reminders',
    'catalogues',
    'limits',
    'learned',
    'account',
    'doctor',
    'about',
  ),
});
export type SettingsSearch = z.infer<typeof settingsSearch>;
