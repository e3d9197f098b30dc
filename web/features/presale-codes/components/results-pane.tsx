import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type CodeView, viewCodes } from '../code-groups.ts';
import { exportCodes } from '../export-codes.ts';
import type { SearchState } from '../use-presale-search.ts';
import { CodeList } from './code-list.tsx';
import { CodesToolbar } from './codes-toolbar.tsx';
import { MailboxNotes } from './mailbox-notes.tsx';
import { SearchProgress } from './search-progress.tsx';

const FIRST_VIEW: CodeView = { term: '', band: 'all', sort: 'confidence', grouped: true };

interface ResultsPaneProps {
  state: SearchState;
  onCancel: () => void;
}

/** What the search found, how the mailboxes fare, and what went wrong. */
export function ResultsPane({ state, onCancel }: ResultsPaneProps) {
  const [view, setView] = useState(FIRST_VIEW);
  const groups = useMemo(() => viewCodes(state.codes, view), [state.codes, view]);
  const hasCodes = state.codes.length > 0;
  const isSearching = state.phase === 'searching';
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where form and results are stacked, the results would appear out of sight.
    if (isSearching && matchMedia('(max-width: 900px)').matches) pane.current?.scrollIntoView();
  }, [isSearching]);
  const mails = state.mailboxes.reduce((sum, mailbox) => sum + mailbox.scanned, 0);
  const seconds = Math.max(1, Math.round((state.endedAt - state.startedAt) / 1000));
  return (
    <section ref={pane} aria-label="Results" className="scroll-mt-2 flex min-h-0 min-w-0 flex-col">
      {isSearching ? <SearchProgress state={state} onCancel={onCancel} /> : null}
      {state.phase === 'error' ? (
        <Banner tone="danger" title="Error" className="m-4 mb-0 flex-none">
          {state.message}
        </Banner>
      ) : null}
      {hasCodes ? (
        <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-border py-2.5 pr-4 pl-5 max-md:px-3.5">
          <h2 className="font-[620]">Found Presale Codes</h2>
          <span role="status" className="tn text-xs text-text-muted">
            {formatNumber(state.codes.length)} code(s) found
            {isSearching
              ? ''
              : `, ${countOf(state.mailboxes.length, 'mailbox', 'mailboxes')}, ${countOf(mails, 'mail')} read in ${seconds}\u00a0s`}
            {state.phase === 'cancelled' ? ', search cancelled' : ''}
          </span>
          <Button
            size="sm"
            className="ml-auto"
            icon={<Download aria-hidden="true" strokeWidth={1.75} />}
            onClick={() =>
              exportCodes(
                viewCodes(state.codes, { ...view, grouped: false }).map(({ best }) => best),
                new Date(),
              )
            }
          >
            Download CSV
          </Button>
        </div>
      ) : null}
      {hasCodes ? <CodesToolbar codes={state.codes} view={view} onChange={setView} /> : null}
      {isSearching ? null : <MailboxNotes mailboxes={state.mailboxes} />}
      <div className="min-h-0 flex-1 overflow-y-auto max-[900px]:overflow-visible">
        {hasCodes ? (
          <CodeList groups={groups} onClear={() => setView({ ...view, term: '', band: 'all' })} />
        ) : (
          <Nothing state={state} />
        )}
      </div>
      {hasCodes ? (
        <p className="flex-none border-t border-border px-5 py-2.5 text-xs text-text-muted max-md:px-3.5">
          Confidence weighs wording, place and shape of the code. Check anything below 80% before
          use.
        </p>
      ) : null}
    </section>
  );
}

function Nothing({ state }: { state: SearchState }) {
  if (state.phase === 'done')
    return <EmptyState title="No Codes Found">Try adjusting your search parameters</EmptyState>;
  if (state.phase === 'cancelled')
    return <EmptyState title="Search cancelled">Nothing was found until then.</EmptyState>;
  if (state.phase === 'idle')
    return (
      <EmptyState title="No search yet" className="pt-20">
        Enter an artist or event, select mailboxes and search. Codes appear here as they are found,
        each with the sentence that shows why.
      </EmptyState>
    );
  return null;
}
