import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ProfileSite } from '../../../../shared/site-generator/profile-site.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import type { SiteDraft } from '../draft.ts';
import type { SplitParts } from './choose.worker.ts';
import { doubtsQuery, type ProfileStock } from './profile-list.ts';

/** Loaded on a press, because it includes a grid and a form. */
const SplitDialog = latePart(() => import('./split-dialog.tsx'), 'SplitDialog');

interface SplitCheckProps {
  site: ProfileSite;
  stock: ProfileStock;
  draft: SiteDraft;
}

/** Counting reads every chosen profile, so it does not run while somebody types into the search. */
const SETTLED_MS = 500;

/**
 * The parts of a profile for which a site's file has separate columns; null for a file without such
 * columns.
 */
function partsOf({ columns }: ProfileSite): SplitParts | null {
  const has = (name: RegExp) => columns.some(({ header }) => name.test(header));
  const [names, addresses] = [has(/\bLAST NAME$/), has(/\bHOUSE NUMBER$/)];
  if (names && addresses) return 'both';
  return names ? 'names' : addresses ? 'addresses' : null;
}

/** `3 addresses and 1 name to check`; null if there are none. */
function describeDoubts({ addresses, names }: { addresses: number; names: number }): string | null {
  const parts = [
    ...(addresses > 0 ? [countOf(addresses, 'address', 'addresses')] : []),
    ...(names > 0 ? [countOf(names, 'name')] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')} to check`;
}

/**
 * The number of names and addresses whose split may be wrong, with the list in which they are
 * corrected.
 */
export function SplitCheck({ site, ...props }: SplitCheckProps) {
  const parts = partsOf(site);
  return parts === null || props.stock.count === 0 ? null : <Check {...props} parts={parts} />;
}

function Check({ stock, draft, parts }: Omit<SplitCheckProps, 'site'> & { parts: SplitParts }) {
  const settled = useDebounced(draft, SETTLED_MS);
  const doubts = useQuery(doubtsQuery(stock, settled, parts));
  const [isOpen, setIsOpen] = useState(false);
  const text = doubts.data ? describeDoubts(doubts.data) : null;
  const label = parts === 'names' ? 'Names' : 'Names and addresses';
  return (
    <section
      aria-label={label}
      className="flex min-h-10 flex-wrap items-center gap-2 border-t border-border bg-surface pr-2 pl-5 max-md:pl-3.5"
    >
      <h2 className="font-semibold">{label}</h2>
      <span
        role="status"
        aria-busy={settled !== draft || doubts.isFetching}
        className={`inline-flex items-center gap-1.5 text-xs ${text === null ? 'text-text-muted' : 'text-warning-text'}`}
      >
        {text === null ? null : <TriangleAlert className="size-3.5" strokeWidth={2} />}
        {text ?? (doubts.data ? 'None to check' : '')}
      </span>
      <Button size="sm" className="ml-auto" onClick={() => setIsOpen(true)}>
        Show the parts
      </Button>
      {isOpen ? (
        <SplitDialog
          stock={stock}
          draft={draft}
          parts={parts}
          label={label}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </section>
  );
}
