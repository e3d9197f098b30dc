import { Search, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { useDraft } from '../../../lib/draft.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { iconButtonClass } from '../../../ui/button-styles.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Input } from '../../../ui/input.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type CodeView, countBands } from './code-view.ts';

interface CodesToolbarProps {
  codes: readonly FoundCode[];
  view: CodeView;
  onChange: (view: CodeView) => void;
  /** Codes found since the list was held. */
  freshCount: number;
  onShowFresh: () => void;
  /** Rows of the list. */
  shownCount: number;
}

/** Filter, confidence band and grouping of the list. */
export function CodesToolbar(props: CodesToolbarProps) {
  const { codes, view, onChange, freshCount, onShowFresh, shownCount } = props;
  const { grouped } = view;
  const counts = useMemo(() => countBands(codes, { grouped }), [codes, grouped]);
  return (
    <Toolbar className="md:flex-wrap">
      <CodeFilter term={view.term} onChange={(term) => onChange({ ...view, term })} />
      <Segmented
        label="Confidence"
        value={view.band}
        onChange={(band) => onChange({ ...view, band })}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'high', label: `High ${formatNumber(counts.high)}` },
          { value: 'medium', label: `Medium ${formatNumber(counts.medium)}` },
          { value: 'low', label: `Low ${formatNumber(counts.low)}` },
        ]}
      />
      <CheckboxField
        className="text-xs whitespace-nowrap"
        checked={view.grouped}
        onChange={(isGrouped) => onChange({ ...view, grouped: isGrouped })}
      >
        Group by code
      </CheckboxField>
      <span className="ml-auto flex items-center gap-2 text-xs whitespace-nowrap text-text-muted">
        {freshCount > 0 ? (
          <Button size="xs" onClick={onShowFresh}>
            {formatNumber(freshCount)} new, show
          </Button>
        ) : null}
        <span className="tn">{formatNumber(shownCount)} shown</span>
      </span>
    </Toolbar>
  );
}

interface CodeFilterProps {
  term: string;
  onChange: (term: string) => void;
}

/** `/` focuses the keywords of the search, so this filter has its own key. */
function CodeFilter({ term, onChange }: CodeFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, type] = useDraft(term, onChange);
  useShortcut('f', 'Filter codes', () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <div className="w-48 flex-none">
      <Input
        ref={input}
        size="sm"
        type="search"
        aria-label="Filter codes"
        placeholder="Filter codes"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (typed === '') event.currentTarget.blur();
          else type('');
        }}
        prefix={<Search />}
        suffix={
          typed === '' ? (
            <Kbd>F</Kbd>
          ) : (
            <button
              type="button"
              aria-label="Clear filter"
              className={iconButtonClass('ghost', 'xs')}
              onClick={() => type('')}
            >
              <X />
            </button>
          )
        }
      />
    </div>
  );
}
