import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { saved, useSaved } from '../saved/saved.ts';
import type { GridColumn } from './columns.ts';

const ROW_HEIGHTS = { compact: 30, comfortable: 36, spacious: 48 } as const;
type Density = keyof typeof ROW_HEIGHTS;

interface StoredSettings {
  hidden: string[];
  density: Density;
}

export interface GridSettings {
  /** Keys of the columns that the operator hid. */
  hidden: ReadonlySet<string>;
  density: Density;
  /** The height of a row, in px. */
  rowHeight: number;
  change: (part: Partial<StoredSettings>) => void;
}

/** Hidden columns and row height of one table, stored in this browser. */
export function useGridSettings(table: string, defaults?: Partial<StoredSettings>): GridSettings {
  const [entry] = useState(() => savedSettings(table));
  const [stored, store] = useSaved(entry);
  return useMemo(() => {
    const now = stored ?? { hidden: [], density: 'comfortable', ...defaults };
    return {
      hidden: new Set(now.hidden),
      density: now.density,
      rowHeight: ROW_HEIGHTS[now.density],
      change: (part) => store({ ...now, ...part }),
    };
  }, [stored, defaults, store]);
}

const savedSettings = (table: string) =>
  saved<StoredSettings | null>({
    key: `grid.${table}`,
    schema: z.object({
      hidden: z.array(z.string()),
      density: z.enum(['compact', 'comfortable', 'spacious']),
    }),
    fallback: null,
    owner: 'browser',
  });

interface GridSettingsMenuProps<Row> {
  columns: readonly GridColumn<Row>[];
  settings: GridSettings;
}

/**
 * The button that opens the choice of columns and row height. Small screens have none, because their rows fold.
 */
export function GridSettingsMenu<Row>({ columns, settings }: GridSettingsMenuProps<Row>) {
  const { hidden, density, change } = settings;
  const toggle = (key: string, isShown: boolean) => {
    const rest = [...hidden].filter((other) => other !== key);
    change({ hidden: isShown ? rest : [...rest, key] });
  };
  return (
    <Popover
      label="Columns and row height"
      align="end"
      trigger={
        <IconButton
          variant="secondary"
          label="Columns and row height"
          icon={<Columns3 />}
          className="max-md:hidden!"
        />
      }
    >
      <div className="flex w-64 flex-col gap-3">
        <Segmented
          block
          label="Row height"
          value={density}
          onChange={(next) => change({ density: next })}
          choices={[
            { value: 'compact', label: 'Compact' },
            { value: 'comfortable', label: 'Normal' },
            { value: 'spacious', label: 'Tall' },
          ]}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-xs font-medium text-text-muted">Columns</legend>
          {columns
            .filter(({ isFixed, isHeadHidden }) => !isFixed && !isHeadHidden)
            .map(({ key, label }) => (
              <CheckboxField
                key={key}
                checked={!hidden.has(key)}
                onChange={(isShown) => toggle(key, isShown)}
              >
                {label}
              </CheckboxField>
            ))}
        </fieldset>
      </div>
    </Popover>
  );
}
