import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mailbox } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { presaleSearch } from '../../../shared/presale-codes/schema.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { currentUserQuery } from '../../lib/auth.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { PageBody, PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { type CodesSearch, searchOf, viewOf } from './codes/view-state.ts';
import { fieldOf, SEARCH_DEFAULTS, SEARCH_LABELS, searchPayload } from './form/search-form.ts';
import { SearchPane } from './form/search-pane.tsx';
import { useSearchForm } from './form/use-search-form.ts';
import { SCANNER_WATCH_MS, scannerQuery } from './queries.ts';
import { ResultsPane } from './results-pane.tsx';
import {
  resetSearch,
  resumeSearch,
  SEARCH_FAILURE,
  startSearch,
  useSearchRun,
} from './search/search-run.ts';

interface PresaleCodesScreenProps {
  /** The view of the codes, from the address. */
  search: CodesSearch;
  onSearch: (search: CodesSearch) => void;
}

/** Presale Code Tool: searches mailboxes for presale codes. */
export function PresaleCodesScreen({ search, onSearch }: PresaleCodesScreenProps) {
  const [form, setForm] = useSearchForm();
  const view = useMemo(() => viewOf(search), [search]);
  const mailboxes = useQuery(mailboxesQuery);
  const operator = useQuery(currentUserQuery).data?.id;
  const state = useSearchRun();
  const isSearching = state.phase === 'searching';
  // A search without a scanner waits: the operator must see why.
  const scanner = useQuery({
    ...scannerQuery,
    ...(isSearching && { refetchInterval: SCANNER_WATCH_MS }),
  });
  const activeIds = useMemo(
    () => (mailboxes.data ?? []).filter((account) => account.is_active).map(({ id }) => id),
    [mailboxes.data],
  );
  const searchForm = useForm(presaleSearch, {
    initial: SEARCH_DEFAULTS,
    state: [form, setForm],
    toInput: (values) => searchPayload(values, activeIds),
    fieldOf,
    labels: SEARCH_LABELS,
    submit: (_, values) => startSearch(searchPayload(values, activeIds), operator ?? null),
    failure: SEARCH_FAILURE,
  });
  const reset = () => {
    const restoreSearch = resetSearch();
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
  useEffect(() => {
    if (operator !== undefined) resumeSearch(operator);
  }, [operator]);
  return (
    <>
      <PageHeader
        title="Presale Code Tool"
        context="Search and extract presale codes from recent emails"
        actions={
          <Link to="/imap-accounts" className={buttonClass('secondary', 'sm')}>
            <Mailbox />
            Manage IMAP Accounts
          </Link>
        }
      />
      <PageBody layout="fixed" className="max-[900px]:overflow-auto">
        {scanner.data === false ? (
          <Banner
            tone="warning"
            title="No scanner is connected."
            className="m-3 flex-none max-md:mx-3.5"
          >
            Searches cannot run. Start the scanner: npm start runs one, and docs/deploy describes
            how to run it elsewhere. This page updates when a scanner connects.
          </Banner>
        ) : null}
        <div className="grid min-h-0 flex-1 grid-cols-[328px_minmax(0,1fr)] max-[900px]:block">
          <SearchPane
            form={searchForm}
            mailboxes={mailboxes}
            activeIds={activeIds}
            isSearching={isSearching}
            onReset={reset}
          />
          <ResultsPane
            state={state}
            view={view}
            onView={(next) => onSearch(searchOf(next))}
            hasMailboxes={mailboxes.data === undefined || mailboxes.data.length > 0}
          />
        </div>
      </PageBody>
    </>
  );
}
