import { formatNumber } from '../lib/format.ts';
import { ToolbarStatus } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';

interface FilterSegmentsProps<T extends string> {
  label: string;
  value: T | undefined;
  /** How many rows there are without the filter. */
  allCount?: number | undefined;
  /** `count`: the number of rows with this choice. */
  choices: readonly { value: T; label: string; count?: number | undefined }[];
  onChange: (value: T | undefined) => void;
}

/** Filters a list by one of a few values, or not at all. */
export function FilterSegments<T extends string>(props: FilterSegmentsProps<T>) {
  const { label, value = 'all', allCount, choices, onChange } = props;
  const countOf = (count: number | undefined) =>
    count === undefined ? undefined : formatNumber(count);
  return (
    <Segmented<T | 'all'>
      label={label}
      value={value}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
      choices={[
        { value: 'all', label: 'All', count: countOf(allCount) },
        ...choices.map(({ count, ...choice }) => ({ ...choice, count: countOf(count) })),
      ]}
    />
  );
}

/**
 * At the right of a toolbar: the number of rows that the filters show; nothing if they show all.
 */
export const ShownCount = ({ shown, total }: { shown: number; total: number }) => (
  <ToolbarStatus>
    {shown < total ? `${formatNumber(shown)} of ${formatNumber(total)}` : null}
  </ToolbarStatus>
);
