import { Copy } from 'lucide-react';
import { GridFooter } from '../../../kit/data-grid/grid-footer.tsx';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';

interface ResultsFooterProps {
  selection: GridSelection;
  onCopy: () => void;
}

/** The meaning of confidence, or the actions for the selected codes. */
export function ResultsFooter({ selection, onCopy }: ResultsFooterProps) {
  const inView = selection.selected.size - selection.outOfView;
  return (
    <GridFooter
      selection={selection}
      note="Confidence weighs wording, place and shape of the code. Check anything below 80% before use."
      actions={
        <Button size="xs" aria-disabled={inView === 0} icon={<Copy />} onClick={onCopy}>
          Copy {countOf(inView, 'code')}
        </Button>
      }
    />
  );
}
