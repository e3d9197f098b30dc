import { Button } from '../../ui/button.tsx';
import type { ButtonSize } from '../../ui/button-styles.ts';
import { canRepeat, repeatSearch } from './search/search-run.ts';

/** Repeats the last search, if its form is known. */
export const RepeatSearch = ({ size }: { size: ButtonSize }) =>
  canRepeat() ? (
    <Button size={size} onClick={repeatSearch}>
      Retry
    </Button>
  ) : null;
