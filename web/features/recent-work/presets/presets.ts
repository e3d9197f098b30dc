import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { workName } from '../../../../shared/recent-work/schema.ts';
import { saved } from '../../../kit/saved/saved.ts';
import { api, send } from '../../../lib/api.ts';
import { addWork, saveWork } from '../queries.ts';
import { LIST_KEY } from '../work-link.ts';
import { bodyOf } from '../work-tool.ts';
import type { Preset, PresetTool } from './preset-file.ts';

/** Presets that earlier versions kept in the browser. */
const browserPresets = saved({
  key: 'site-presets',
  schema: z.array(z.object({ site: z.string(), name: workName, values: z.unknown() })),
  fallback: [],
  owner: 'operator',
});

/** The operator's presets of a generator by name, with those in the browser's storage. */
export const presetsQuery = <Values extends object>(tool: PresetTool<Values>) =>
  queryOptions({
    queryKey: [...LIST_KEY, 'preset', tool.key],
    queryFn: async ({ signal }) => {
      await takeOver(tool);
      const query = { key: tool.key };
      const { data } = await send(api['recent-work'].presets.$get({ query }, { init: { signal } }));
      return data.flatMap(({ id, version, name, title, body }): Preset<Values>[] => {
        const values = z.safeParse(tool.schema, body);
        return values.success ? [{ id, version, name: name ?? title, values: values.data }] : [];
      });
    },
  });

/** Moves the presets of this generator from the browser's storage to the server. */
async function takeOver<Values extends object>(tool: PresetTool<Values>): Promise<void> {
  for (const preset of browserPresets.read().filter(({ site }) => site === tool.key)) {
    const values = z.safeParse(tool.schema, preset.values);
    if (values.success) await savePreset(tool, { name: preset.name, values: values.data });
    browserPresets.write(browserPresets.read().filter((other) => other !== preset));
  }
}

/** Adds a preset, or saves over the one that is given. @returns its id. */
export async function savePreset<Values extends object>(
  { key }: PresetTool<Values>,
  { name, values }: Pick<Preset<Values>, 'name' | 'values'>,
  before?: Preset<Values>,
): Promise<number> {
  const content = { key, title: name, events: null, rows: null, body: bodyOf(values) };
  if (!before) return addWork({ ...content, kind: 'preset', token: crypto.randomUUID(), name });
  await saveWork(before.id, before.version, content);
  return before.id;
}
