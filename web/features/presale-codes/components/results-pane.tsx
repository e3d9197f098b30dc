import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSingleKeys } from '../../../lib/shortcuts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useListSelection } from '../../../ui/use-list-selection.ts';
import { type CodeView, viewCodes } from '../code-view.ts';
import { exportCodes } from '../export-codes.ts';
import { cancelSearch, canRepeat, repeatSearch, type SearchState } from '../search-run.ts';
import { useCodeGroups } from '../use-code-groups.ts';
import { useCodesCommands } from '../use-codes-commands.ts';
import { useCodesKeys } from '../use-codes-keys.ts';
import { useCopiedCode } from '../use-copied-code.ts';
import { useHeldCodes } from '../use-held-codes.ts';
import { CodeList } from './code-list.tsx';
import { CodePanel } from './code-panel.tsx';
import { CodesToolbar } from './codes-toolbar.tsx';
import { MailboxNotes } from './mailbox-notes.tsx';
import { NoResults } from './no-results.tsx';
import { ResultsFooter } from './results-footer.tsx';
import { ResultsHeader } from './results-header.tsx';
import { SearchProgress } from './search-progress.tsx';
import { SearchStatus } from './search-status.tsx';

interface ResultsPaneProps {
  state: SearchState;
  view: CodeView;
  onView: (view: CodeView) => void;
  hasMailboxes: boolean;
  accountsLink: (content: ReactNode, look: 'button' | 'text') => ReactNode;
}

/** What the search found, how the mailboxes fare, and what went wrong. */
export function ResultsPane({ state, view, onView, hasMailboxes, accountsLink }: ResultsPaneProps) {
  const held = useHeldCodes(state.codes);
  const groups = useCodeGroups(held.codes, view);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [hasLetterKeys] = useSingleKeys();
  const ids = useMemo(() => groups.map(({ key }) => key), [groups]);
  const selection = useListSelection({ ids, hasLetterKeys, onOpen: setOpenKey });
  const copied = useCopiedCode();
  const pane = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { cursor, selected } = selection;
  const isSearching = state.phase === 'searching';
  const hasCodes = state.codes.length > 0;

  // The details follow the cursor while they are open.
  const shownKey = openKey === null ? null : (cursor ?? openKey);
  const open = shownKey === null ? undefined : groups.find(({ key }) => key === shownKey);
  const atCursor = cursor === null ? undefined : groups.find(({ key }) => key === cursor);
  const chosen = groups.filter(({ key }) => selected.has(key));
  const high = useMemo(() => groups.filter(({ best }) => best.confidence >= 0.8), [groups]);

  useEffect(() => {
    // Where form and results are stacked, the results would appear out of sight.
    if (isSearching && matchMedia('(max-width: 900px)').matches) pane.current?.scrollIntoView();
  }, [isSearching]);

  const openMails = (key: string) => {
    if (openKey !== null && shownKey === key) return setOpenKey(null);
    const at = cursor === null ? -1 : ids.indexOf(cursor);
    // Without a place in the list a move enters it at the first row.
    if (at < 0) selection.move(1);
    selection.move(ids.indexOf(key) - Math.max(0, at));
    setOpenKey(key);
  };
  const close = () => {
    const wasInside = panel.current?.contains(document.activeElement);
    setOpenKey(null);
    if (wasInside) pane.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  const download = () => {
    const codes = viewCodes(state.codes, { ...view, grouped: false }).map(({ best }) => best);
    exportCodes(codes, new Date());
  };
  const keys = {
    isOpen: open !== undefined,
    onClose: close,
    onCopy: () => atCursor && copied.copy(atCursor),
    hasCursor: atCursor !== undefined,
  };
  const onListKey = useCodesKeys(selection, keys);
  useCodesCommands({
    high,
    chosen,
    view,
    onView,
    onCopyAll: copied.copyAll,
    onDownload: download,
    isSearching,
    hasCodes,
  });

  return (
    <section
      ref={pane}
      aria-label="Results"
      className="relative flex min-h-0 min-w-0 scroll-mt-2 max-[900px]:min-h-[calc(100dvh-56px)]"
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <SearchStatus state={state} copied={copied.copiedKey !== null} />
        {isSearching ? <SearchProgress state={state} onCancel={cancelSearch} /> : null}
        {state.phase === 'error' ? (
          <Banner
            tone="danger"
            title="Error"
            className="m-4 mb-0 flex-none"
            actions={
              canRepeat() ? (
                <Button size="xs" onClick={repeatSearch}>
                  Retry
                </Button>
              ) : null
            }
          >
            {state.message}
          </Banner>
        ) : null}
        {hasCodes ? (
          <>
            <ResultsHeader
              state={state}
              highCount={high.length}
              onCopyHigh={() => copied.copyAll(high)}
              onDownload={download}
            />
            <CodesToolbar
              codes={state.codes}
              view={view}
              onChange={onView}
              freshCount={held.freshCount}
              onShowFresh={held.show}
              shownCount={groups.length}
            />
          </>
        ) : null}
        <MailboxNotes mailboxes={state.mailboxes} accountsLink={accountsLink} />
        {hasCodes && groups.length > 0 ? (
          <CodeList
            groups={groups}
            sort={view.sort}
            onSort={(sort) => onView({ ...view, sort })}
            selection={selection}
            copied={copied}
            openKey={open === undefined ? null : shownKey}
            onOpen={openMails}
            onKeyDown={onListKey}
            onHold={held.hold}
          />
        ) : null}
        {hasCodes && groups.length === 0 ? (
          <EmptyState
            title="No code matches the filter"
            className="flex-1"
            actions={
              <Button onClick={() => onView({ ...view, term: '', band: 'all' })}>
                Clear filters
              </Button>
            }
          >
            {view.term === ''
              ? 'Other confidences have codes.'
              : `Nothing contains “${view.term}”.`}
          </EmptyState>
        ) : null}
        {hasCodes ? (
          <ResultsFooter selection={selection} onCopy={() => copied.copyAll(chosen)} />
        ) : (
          <NoResults state={state} hasMailboxes={hasMailboxes} accountsLink={accountsLink} />
        )}
      </div>
      {open === undefined ? null : (
        <CodePanel key={open.key} group={open} panelRef={panel} onClose={close} />
      )}
    </section>
  );
}
