import { Copy, X } from 'lucide-react';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { TableFooter } from '../../../ui/table.tsx';
import type { ListSelectionHandle } from '../../../ui/use-list-selection.ts';

interface ResultsFooterProps {
  selection: ListSelectionHandle;
  onCopy: () => void;
}

/** What confidence means, or what can be done with the selected codes. */
export function ResultsFooter({ selection, onCopy }: ResultsFooterProps) {
  const { selected, outOfView, clear } = selection;
  if (selected.size === 0)
    return (
      <TableFooter>
        Confidence weighs wording, place and shape of the code. Check anything below 80% before use.
      </TableFooter>
    );
  const inView = selected.size - outOfView;
  return (
    <TableFooter>
      <span role="status" className="tn font-[580] text-text">
        {selected.size} selected
        {outOfView > 0 ? (
          <span className="font-normal text-text-muted">, {outOfView} out of view</span>
        ) : null}
      </span>
      <Button
        size="xs"
        variant="ghost"
        icon={<X aria-hidden="true" strokeWidth={1.75} />}
        onClick={clear}
      >
        Clear
      </Button>
      <Button
        size="xs"
        className="ml-auto"
        aria-disabled={inView === 0}
        icon={<Copy aria-hidden="true" strokeWidth={1.75} />}
        onClick={onCopy}
      >
        Copy {countOf(inView, 'code')}
      </Button>
    </TableFooter>
  );
}
