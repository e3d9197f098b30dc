import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mailbox } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { presaleSearch } from '../../../shared/presale-codes/schema.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { PageBody, PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { mailboxesQuery } from '../mailboxes/queries.ts';
import { WatchesButton } from '../presale-watches/watches-button.tsx';
import { ResumeWork } from '../recent-work/resume-work.tsx';
import type { WorkPlace } from '../recent-work/work-tool.ts';
import { SCANNER_WATCH_MS, scannerQuery } from '../scanners/queries.ts';
import {
  fieldOf,
  SEARCH_DEFAULTS,
  SEARCH_LABELS,
  type SearchForm,
  searchPayload,
  storedSearchForm,
  widenedFor,
} from './form/search-form.ts';
import { SearchPane } from './form/search-pane.tsx';
import { useSearchForm } from './form/use-search-form.ts';
import { ResultsPane } from './results-pane.tsx';
import type { SearchView } from './search/search-machine.ts';
import {
  SEARCH_FAILURE,
  viewOf as searchViewOf,
  tabSearch,
  useTabSearch,
} from './search/search-store.ts';
import { type CodesSearch, searchOf, viewOf } from './search-state.ts';

interface PresaleCodesScreenProps {
  /** The view of the codes, from the address. */
  search: CodesSearch;
  /** The recent search that the address opens. */
  workId: WorkPlace['id'];
  onSearch: (search: CodesSearch) => void;
}

/** The form with its rules, and the functions that start, widen and reset a search. */
function useSearchActions(
  state: SearchView,
  [form, setForm]: readonly [SearchForm, (form: SearchForm) => void],
  activeIds: readonly number[],
) {
  const operator = useQuery(currentUserQuery).data?.id;
  const start = (values: SearchForm) => {
    const payload = searchPayload(values, activeIds);
    tabSearch.start({ form: values, search: payload, owner: operator ?? 0 });
  };
  const searchForm = useForm(presaleSearch, {
    initial: SEARCH_DEFAULTS,
    state: [form, setForm],
    toInput: (values) => searchPayload(values, activeIds),
    fieldOf,
    labels: SEARCH_LABELS,
    submit: (_, values) => start(values),
    failure: SEARCH_FAILURE,
  });
  const widen = () => {
    const widened = widenedFor(form, state.leftOut);
    setForm(widened);
    start(widened);
  };
  const reset = () => {
    const restoreSearch = tabSearch.reset();
    searchForm.reset();
    if (form === SEARCH_DEFAULTS && state.phase === 'idle') return;
    const undo = () => {
      setForm(form);
      restoreSearch();
    };
    toast({
      title: 'Search reset',
      text: state.codes.length > 0 ? 'The form and the found codes are cleared.' : undefined,
      tone: 'info',
      action: { label: 'Undo', run: undo },
    });
  };
  return { searchForm, widen, reset };
}

/** Presale Code Tool: searches mailboxes for presale codes. */
export function PresaleCodesScreen({ search, workId, onSearch }: PresaleCodesScreenProps) {
  const [form, setForm] = useSearchForm();
  const [isCovered, setCovered] = useState(false);
  const view = useMemo(() => viewOf(search), [search]);
  const mailboxes = useQuery(mailboxesQuery);
  const operator = useQuery(currentUserQuery).data?.id;
  const state = useTabSearch(searchViewOf);
  const isSearching = state.phase === 'searching';
  // A search without a scanner waits, so the operator must see why.
  const scanner = useQuery({
    ...scannerQuery,
    ...(isSearching && { refetchInterval: SCANNER_WATCH_MS }),
  });
  const activeIds = useMemo(
    () => (mailboxes.data ?? []).filter((account) => account.is_active).map(({ id }) => id),
    [mailboxes.data],
  );
  const { searchForm, widen, reset } = useSearchActions(state, [form, setForm], activeIds);
  useEffect(() => {
    if (operator !== undefined) void tabSearch.resume(operator);
  }, [operator]);
  return (
    <>
      <PageHeader
        title="Presale Code Tool"
        context="Search and extract presale codes from recent emails"
        actions={
          <>
            <WatchesButton
              isOpen={search.watches === 'open'}
              onOpen={(isOpen) => onSearch({ ...search, watches: isOpen ? 'open' : undefined })}
            />
            <Link to="/imap-accounts" className={buttonClass('secondary', 'sm')}>
              <Mailbox />
              <span className="max-md:sr-only">Manage IMAP Accounts</span>
            </Link>
          </>
        }
      />
      <PageBody layout="fixed" className="max-lg:overflow-auto">
        {scanner.data === false ? <NoScanner /> : null}
        {typeof workId === 'number' ? (
          <ResumeWork
            id={workId}
            onWork={({ body }) => {
              setForm(storedSearchForm.parse(body));
              onSearch(search);
            }}
          />
        ) : null}
        <div className="grid min-h-0 flex-1 grid-cols-form-fill max-lg:block">
          <div
            inert={isCovered}
            className="grid min-h-0 min-w-0 grid-rows-[minmax(0,1fr)] max-lg:block"
          >
            <SearchPane
              form={searchForm}
              mailboxes={mailboxes}
              activeIds={activeIds}
              isSearching={isSearching}
              onReset={reset}
            />
          </div>
          <ResultsPane
            state={state}
            view={view}
            onView={(next) => onSearch({ ...searchOf(next), watches: search.watches })}
            onWiden={widen}
            onCover={setCovered}
            hasMailboxes={mailboxes.data === undefined || mailboxes.data.length > 0}
          />
        </div>
      </PageBody>
    </>
  );
}

function NoScanner() {
  return (
    <Banner tone="warning" title="No scanner is connected." className="m-3 flex-none max-md:mx-3.5">
      Searches cannot run. Start the scanner: npm start runs one, and docs/deploy describes how to
      run it elsewhere. This page updates when a scanner connects.
    </Banner>
  );
}
