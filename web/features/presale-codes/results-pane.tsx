import { useEffect, useRef } from 'react';
import { useCommands } from '../../kit/keys/commands.ts';
import { Banner } from '../../ui/banner.tsx';
import { isBelow } from '../../ui/breakpoints.ts';
import { latePart, useIdleLoad } from '../../ui/late-part.tsx';
import { RecentWork } from '../recent-work/recent-work.tsx';
import type { CodeView } from './codes/code-view.ts';
import { NoResults, RepeatSearch } from './no-results.tsx';
import { LeftOutNote } from './progress/left-out-note.tsx';
import { MailboxNotes } from './progress/mailbox-notes.tsx';
import { SearchProgress } from './progress/search-progress.tsx';
import { announcementOf } from './progress/search-texts.ts';
import type { SearchView } from './search/search-machine.ts';
import { canRepeat, sentSearchOf, tabSearch, useTabSearch } from './search/search-store.ts';

const { cancel, repeat } = tabSearch;

/** The list of codes is loaded while the operator fills in the form. */
const FoundCodes = latePart(() => import('./codes/list/found-codes.tsx'), 'FoundCodes');

interface ResultsPaneProps {
  state: SearchView;
  view: CodeView;
  onView: (view: CodeView) => void;
  hasMailboxes: boolean;
  /** Searches again for codes of all lengths. */
  onWiden: () => void;
  /** Called when mails cover the form, and when they no longer do. */
  onCover: (isCovered: boolean) => void;
}

/** The results of the search: progress, codes, mailbox notes and errors. */
export function ResultsPane(props: ResultsPaneProps) {
  const { state, view, onView, hasMailboxes, onWiden, onCover } = props;
  useIdleLoad(FoundCodes.load);
  const pane = useRef<HTMLElement>(null);
  const isRepeatable = useTabSearch(canRepeat);
  const search = useTabSearch(sentSearchOf);
  const isSearching = state.phase === 'searching';
  useEffect(() => {
    // In the stacked layout, the results are below the visible part.
    if (isSearching && isBelow('lg')) pane.current?.scrollIntoView();
  }, [isSearching]);
  useCommands([
    ...(isSearching ? [{ id: 'presale.cancel', label: 'Cancel search', run: cancel }] : []),
    ...(!isSearching && isRepeatable
      ? [{ id: 'presale.repeat', label: 'Search again', run: repeat }]
      : []),
  ]);
  const notes = (
    <>
      <LeftOutNote leftOut={state.leftOut} search={search} onWiden={onWiden} />
      <MailboxNotes mailboxes={state.mailboxes} deliveries={state.notes} />
    </>
  );
  return (
    <section
      ref={pane}
      aria-label="Results"
      className="relative flex min-h-0 min-w-0 scroll-mt-2 flex-col max-lg:min-h-[calc(100dvh-56px)]"
    >
      <p role="status" className="sr-only">
        {announcementOf(state)}
      </p>
      {isSearching ? <SearchProgress state={state} onCancel={cancel} /> : null}
      {state.phase === 'error' ? (
        <Banner
          tone="danger"
          title="Error"
          className="m-4 flex-none"
          actions={<RepeatSearch size="xs" />}
        >
          <span className="block">{state.message}</span>
        </Banner>
      ) : null}
      {state.codes.length > 0 ? (
        <FoundCodes state={state} view={view} onView={onView} notes={notes} onCover={onCover} />
      ) : (
        <>
          {notes}
          <NoResults state={state} hasMailboxes={hasMailboxes} />
          {state.phase === 'idle' ? (
            <RecentWork kind="presale" title="Recent searches" className="border-t" />
          ) : null}
        </>
      )}
    </section>
  );
}
