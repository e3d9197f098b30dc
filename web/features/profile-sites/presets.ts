import * as z from 'zod/mini';
import type { ProfileSite } from '../../../shared/site-generator/profile-site.ts';
import { saved } from '../../kit/saved/saved.ts';
import { type SiteDraft, siteDraft } from './draft.ts';

export const LONGEST_NAME = 60;

/** What a preset keeps: not the events and their values, the proxies, or anything secret. */
const presetValues = z.pick(siteDraft, {
  global: true,
  settings: true,
  customFields: true,
  search: true,
  country: true,
  order: true,
  seed: true,
});
export type PresetValues = z.infer<typeof presetValues>;

const preset = z.object({
  /** Tool and site, such as `adonis-AXS`. */
  site: z.string(),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME)),
  values: presetValues,
});
export type Preset = z.infer<typeof preset>;

/** The operator's presets of all sites. */
export const sitePresets = saved({
  key: 'site-presets',
  schema: z.array(preset),
  fallback: [],
  owner: 'operator',
});

/** The values of a draft that a preset keeps. The address of a webhook is as good as a password. */
export function presetValuesOf(site: ProfileSite, draft: SiteDraft): PresetValues {
  const isKept = (key: string) =>
    key !== 'webhook' &&
    !site.settings.some((field) => field.key === key && field.type === 'secret');
  const settings = Object.entries(draft.settings).filter(([key]) => isKept(key));
  return presetValues.parse({ ...draft, settings: Object.fromEntries(settings) });
}

/** A draft with a preset's values in place of its own. Settings that no preset keeps stay. */
export const withPreset = (
  draft: SiteDraft,
  before: PresetValues,
  { settings, ...values }: PresetValues,
): Partial<SiteDraft> => {
  const own = Object.entries(draft.settings).filter(([key]) => !(key in before.settings));
  return { ...values, settings: { ...Object.fromEntries(own), ...settings } };
};

/** Whether two sets of values are the same, in whatever order they were set. */
export const isSame = (one: PresetValues, other: PresetValues): boolean =>
  sortedJson(one) === sortedJson(other);

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The presets with this one in place of one of the same name. */
export const putPreset = (all: readonly Preset[], one: Preset, oldName = one.name): Preset[] =>
  [
    ...all.filter(({ site, name }) => site !== one.site || (name !== one.name && name !== oldName)),
    one,
  ].sort((a, b) => a.name.localeCompare(b.name));

/** The text of a preset's file. */
export const presetFile = (one: Preset): string => `${JSON.stringify(one, null, 2)}\n`;

/** Reads a preset's file. @returns null when it is none of this site. */
export function readPresetFile(text: string, site: string): Preset | null {
  try {
    const result = preset.safeParse(JSON.parse(text));
    return result.success && result.data.site === site ? result.data : null;
  } catch {
    return null;
  }
}
