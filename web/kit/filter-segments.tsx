import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import { ToolbarStatus } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';

interface FilterSegmentsProps<T extends string> {
  label: string;
  value: T | undefined;
  /** The text of the choice without a filter. */
  allLabel?: ReactNode;
  choices: readonly { value: T; label: ReactNode }[];
  onChange: (value: T | undefined) => void;
}

/** Filters a list by one of a few values, or by none. */
export function FilterSegments<T extends string>(props: FilterSegmentsProps<T>) {
  const { label, value = 'all', allLabel = 'All', choices, onChange } = props;
  return (
    <Segmented<T | 'all'>
      {...{ label, value }}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
      choices={[{ value: 'all', label: allLabel }, ...choices]}
    />
  );
}

/** At the right of a toolbar: how many rows the filters show; nothing if they show all. */
export const ShownCount = ({ shown, total }: { shown: number; total: number }) => (
  <ToolbarStatus>
    {shown < total ? `${formatNumber(shown)} of ${formatNumber(total)}` : null}
  </ToolbarStatus>
);
