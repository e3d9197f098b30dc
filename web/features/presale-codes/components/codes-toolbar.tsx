import { confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode } from '../../../../shared/presale-codes/schema.ts';
import { formatNumber } from '../../../lib/format.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import type { CodeSort, CodeView } from '../code-groups.ts';

const SORTS: { value: CodeSort; label: string }[] = [
  { value: 'confidence', label: 'Confidence' },
  { value: 'date', label: 'Newest first' },
  { value: 'code', label: 'Code' },
  { value: 'account', label: 'Account' },
];

interface CodesToolbarProps {
  codes: readonly FoundCode[];
  view: CodeView;
  onChange: (view: CodeView) => void;
}

/** Filter, confidence band, order and grouping of the list. */
export function CodesToolbar({ codes, view, onChange }: CodesToolbarProps) {
  const count = (band: string): string =>
    formatNumber(codes.filter(({ confidence }) => confidenceBand(confidence) === band).length);
  return (
    <Toolbar className="flex-wrap max-md:flex-nowrap">
      <div className="w-44 flex-none">
        <SearchInput
          label="Filter codes"
          value={view.term}
          onChange={(term) => onChange({ ...view, term })}
        />
      </div>
      <Segmented
        label="Confidence"
        value={view.band}
        onChange={(band) => onChange({ ...view, band })}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'high', label: `High ${count('high')}` },
          { value: 'medium', label: `Medium ${count('medium')}` },
          { value: 'low', label: `Low ${count('low')}` },
        ]}
      />
      <div className="w-36 flex-none">
        <Select
          size="sm"
          aria-label="Sort codes by"
          value={view.sort}
          onChange={(sort) => onChange({ ...view, sort })}
          options={SORTS}
        />
      </div>
      <CheckboxField
        className="text-xs whitespace-nowrap"
        checked={view.grouped}
        onChange={(grouped) => onChange({ ...view, grouped })}
      >
        Group by code
      </CheckboxField>
    </Toolbar>
  );
}
