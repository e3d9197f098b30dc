import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { CodeGroup } from '../code-groups.ts';
import { CodeCard } from './code-card.tsx';

/** Cards drawn at once. */
const PAGE = 100;

interface CodeListProps {
  groups: readonly CodeGroup[];
  onClear: () => void;
}

/** The found codes, the likeliest first unless sorted otherwise. */
export function CodeList({ groups, onClear }: CodeListProps) {
  const [shownCount, setShownCount] = useState(PAGE);
  if (groups.length === 0)
    return (
      <EmptyState
        title="No code matches the filter"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  const left = groups.length - shownCount;
  return (
    <>
      <ol className="m-0 list-none p-0" aria-label="Codes">
        {groups.slice(0, shownCount).map((group, index) => (
          <CodeCard key={group.key} group={group} number={index + 1} />
        ))}
      </ol>
      {left > 0 ? (
        <div className="p-4 text-center">
          <Button onClick={() => setShownCount(shownCount + PAGE)}>
            Show {Math.min(PAGE, left)} more of {groups.length}
          </Button>
        </div>
      ) : null}
    </>
  );
}
