import { Columns3 } from 'lucide-react';
import { useMemo } from 'react';
import { useStored } from '../../lib/stored.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Segmented } from '../../ui/segmented.tsx';
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
  /** Of a row, in px. */
  rowHeight: number;
  change: (part: Partial<StoredSettings>) => void;
}

/**
 * Hidden columns and row height of one table, kept in this browser.
 * @public
 */
export function useGridSettings(table: string, defaults?: Partial<StoredSettings>): GridSettings {
  const [stored, store] = useStored<StoredSettings | null>(`grid.${table}`, readSettings, null);
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

function readSettings(value: unknown): StoredSettings | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('hidden' in value && Array.isArray(value.hidden) && 'density' in value)) return null;
  const density = (Object.keys(ROW_HEIGHTS) as Density[]).find((one) => one === value.density);
  const hidden = value.hidden.filter((key) => typeof key === 'string');
  return density === undefined ? null : { hidden, density };
}

interface GridSettingsMenuProps<Row> {
  columns: readonly GridColumn<Row>[];
  settings: GridSettings;
}

/**
 * The button that opens the choice of columns and row height.
 * @public
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
      trigger={<IconButton label="Columns and row height" icon={<Columns3 strokeWidth={1.75} />} />}
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
            .filter(({ isFixed }) => !isFixed)
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
