import * as z from 'zod/mini';
import { workName } from '../../../../shared/recent-work/schema.ts';
import { parseJson } from '../../../lib/json.ts';

/** A named part of a generator's configuration; never with a secret. */
export interface Preset<Values> {
  id: number;
  version: number;
  name: string;
  values: Values;
}

/** Describes how one generator's presets are stored. */
export interface PresetTool<Values extends object> {
  /** Tool and site, such as `adonis-AXS`. */
  key: string;
  schema: z.core.$ZodType<Values>;
}

/** The text of a preset's file. */
export const presetFile = <Values extends object>(
  { key: site }: PresetTool<Values>,
  { name, values }: Pick<Preset<Values>, 'name' | 'values'>,
): string => `${JSON.stringify({ site, name, values }, null, 2)}\n`;

/** Reads a preset's file. @returns null if it is not a preset of this generator. */
export function readPresetFile<Values extends object>(
  { key, schema }: PresetTool<Values>,
  text: string,
): Pick<Preset<Values>, 'name' | 'values'> | null {
  const file = z.object({ site: z.literal(key), name: workName, values: schema });
  const { success, data } = z.safeParse(file, parseJson(text));
  return success ? { name: data.name, values: data.values } : null;
}
