import type { CategorySummary } from '../../../../shared/queues/schema.ts';
import { formatNumber } from '../../../lib/format.ts';
import { MultiSelect } from '../../../ui/multi-select.tsx';

interface CategoriesPickerProps {
  label: string;
  categories: readonly CategorySummary[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/**
 * The categories of an event; no choice means all. A chosen category that was deleted or renamed
 * stays in the list, so that it can be removed, because a dispatch refuses it.
 */
export function CategoriesPicker({ label, categories, selected, onChange }: CategoriesPickerProps) {
  const names = new Set(categories.map(({ name }) => name));
  const gone = selected.filter((name) => !names.has(name));
  return (
    <MultiSelect
      label={label}
      options={[
        ...gone.map((name) => ({ value: name, label: name, aside: 'does not exist' })),
        ...categories.map(({ name, total_accounts }) => ({
          value: name,
          label: name,
          aside: formatNumber(total_accounts),
        })),
      ]}
      selected={selected}
      onChange={onChange}
      selectAllLabel="Select All"
      clearAllLabel="Deselect All"
    />
  );
}
