import { ChevronDown, Copy, Download, Search, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { FoundCode } from '../../../../../shared/presale-codes/events.ts';
import { useShortcut } from '../../../../kit/keys/shortcuts.ts';
import { useDraft } from '../../../../lib/draft.ts';
import { countOf, formatNumber } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { iconButtonClass } from '../../../../ui/button-styles.ts';
import { CheckboxField } from '../../../../ui/checkbox.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Input } from '../../../../ui/input.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { Toolbar } from '../../../../ui/page.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { summaryOf } from '../../progress/search-texts.ts';
import type { SearchView } from '../../search/search-machine.ts';
import { type CodeView, countBands, countCodes } from '../code-view.ts';

interface ResultsHeaderProps {
  state: SearchView;
  /** Null if there are no codes of high confidence. */
  onCopyHigh: (() => void) | null;
  /** Every code that was found. */
  onDownload: () => void;
  /** Rows of the list. */
  shownCount: number;
  onDownloadShown: () => void;
}

/** The number of codes and read mails, and the actions for all codes. */
export function ResultsHeader(props: ResultsHeaderProps) {
  const { state, onCopyHigh, onDownload, shownCount, onDownloadShown } = props;
  const { codes } = state;
  const counts = useMemo(() => countCodes(codes), [codes]);
  return (
    <div className="@container flex-none border-b border-border">
      <div className="flex min-h-(--size-toolbar) items-center gap-2 py-2 pr-4 pl-5 @max-2xl:flex-wrap max-md:px-3.5">
        <h2 className="flex-none font-semibold">Found Presale Codes</h2>
        <span className="tn line-clamp-2 min-w-0 flex-1 text-xs leading-3.75 text-text-muted @max-2xl:order-last @max-2xl:basis-full">
          <span className="text-text">{formatNumber(counts.likely)} code(s) found</span>
          {counts.less > 0 ? `, ${formatNumber(counts.less)} less likely` : ''}
          {counts.sightings > counts.likely + counts.less
            ? `, ${countOf(counts.sightings, 'sighting')}`
            : ''}
          {state.phase === 'searching' ? '' : `, ${summaryOf(state)}`}
        </span>
        {onCopyHigh ? (
          <Button size="sm" className="@max-xl:hidden" icon={<Copy />} onClick={onCopyHigh}>
            Copy high-confidence codes
          </Button>
        ) : null}
        <span className="inline-flex @max-2xl:ml-auto">
          <Button size="sm" className="rounded-r-none" icon={<Download />} onClick={onDownload}>
            Download CSV
          </Button>
          <Menu
            label="Codes to download"
            trigger={
              <IconButton
                label="Choose what to download"
                variant="secondary"
                icon={<ChevronDown />}
                className="-ml-px w-6! rounded-l-none"
              />
            }
          >
            <MenuItem onSelect={onDownload}>
              {`All: ${countOf(counts.likely + counts.less, 'code')}`}
            </MenuItem>
            <MenuItem disabled={shownCount === 0} onSelect={onDownloadShown}>
              {`Shown only: ${countOf(shownCount, 'code')}`}
            </MenuItem>
          </Menu>
        </span>
      </div>
    </div>
  );
}

interface CodesToolbarProps {
  codes: readonly FoundCode[];
  view: CodeView;
  onChange: (view: CodeView) => void;
  /** Rows of the list. */
  shownCount: number;
}

/** Filter, confidence band and grouping of the list. */
export function CodesToolbar(props: CodesToolbarProps) {
  const { codes, view, onChange, shownCount } = props;
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
          { value: 'high', label: 'High', count: formatNumber(counts.high) },
          { value: 'medium', label: 'Medium', count: formatNumber(counts.medium) },
          { value: 'low', label: 'Low', count: formatNumber(counts.low) },
        ]}
      />
      <CheckboxField
        className="text-xs whitespace-nowrap"
        checked={view.grouped}
        onChange={(isGrouped) => onChange({ ...view, grouped: isGrouped })}
      >
        Group by code
      </CheckboxField>
      <span className="tn ml-auto text-xs whitespace-nowrap text-text-muted">
        {formatNumber(shownCount)} shown
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
