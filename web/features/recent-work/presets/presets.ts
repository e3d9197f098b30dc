import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { api, send } from '../../../lib/api.ts';
import { addWork, saveWork } from '../queries.ts';
import { LIST_KEY } from '../work-link.ts';
import { bodyOf } from '../work-tool.ts';
import type { Preset, PresetTool } from './preset-file.ts';

/** The operator's presets of a generator by name. */
export const presetsQuery = <Values extends object>(tool: PresetTool<Values>) =>
  queryOptions({
    queryKey: [...LIST_KEY, 'preset', tool.key],
    queryFn: async ({ signal }) => {
      const query = { key: tool.key };
      const { data } = await send(api['recent-work'].presets.$get({ query }, { init: { signal } }));
      return data.flatMap(({ id, version, name, title, body }): Preset<Values>[] => {
        const values = z.safeParse(tool.schema, body);
        return values.success ? [{ id, version, name: name ?? title, values: values.data }] : [];
      });
    },
  });

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
