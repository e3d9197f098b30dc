import * as z from 'zod/mini';
import type { ProfileSite } from '../../../shared/site-generator/profile-site.ts';
import type { PresetTool } from '../recent-work/presets/preset-file.ts';
import { type SiteDraft, siteDraft } from './draft.ts';
import type { SiteTool } from './plan.ts';

/** The content of a preset: neither events with their values, nor proxies, nor secrets. */
const presetValues = z.pick(siteDraft, {
  global: true,
  settings: true,
  customFields: true,
  search: true,
  country: true,
  order: true,
  seed: true,
});
type PresetValues = z.infer<typeof presetValues>;

/** The presets of a site of a tool. */
export const presetTool = (tool: SiteTool, site: ProfileSite): PresetTool<PresetValues> => ({
  key: `${tool.name}-${site.name}`,
  schema: presetValues,
});

/**
 * The values of a draft that a preset stores. The address of a webhook is a secret, so it is not
 * stored.
 */
export function presetValuesOf(site: ProfileSite, draft: SiteDraft): PresetValues {
  const isKept = (key: string) =>
    key !== 'webhook' &&
    !site.settings.some((field) => field.key === key && field.type === 'secret');
  const settings = Object.entries(draft.settings).filter(([key]) => isKept(key));
  return presetValues.parse({ ...draft, settings: Object.fromEntries(settings) });
}

/** A draft with a preset's values. Settings that presets do not store stay unchanged. */
export const withPreset = (
  draft: SiteDraft,
  before: PresetValues,
  { settings, ...values }: PresetValues,
): Partial<SiteDraft> => {
  const others = Object.entries(draft.settings).filter(([key]) => !(key in before.settings));
  return { ...values, settings: { ...Object.fromEntries(others), ...settings } };
};
