import type { CategorySummary } from '../../../../shared/queues/schema.ts';
import { formatNumber } from '../../../lib/format.ts';
import { MultiSelect } from '../../../ui/multi-select.tsx';

interface CategoriesPickerProps {
  label: string;
  categories: readonly CategorySummary[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/** Which categories an event draws from; none chosen means all. */
export function CategoriesPicker({ label, categories, selected, onChange }: CategoriesPickerProps) {
  return (
    <MultiSelect
      label={label}
      options={categories.map(({ name, total_accounts }) => ({
        value: name,
        label: name,
        aside: formatNumber(total_accounts),
      }))}
      selected={selected}
      onChange={onChange}
      selectAllLabel="Select All"
      clearAllLabel="Deselect All"
    />
  );
}
