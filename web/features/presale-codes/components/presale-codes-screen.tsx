import { useQuery } from '@tanstack/react-query';
import { Mailbox } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useAddressView } from '../../../lib/address-view.ts';
import { currentUserQuery } from '../../../lib/auth.ts';
import { mailboxesQuery } from '../../../lib/mailboxes.ts';
import { Banner } from '../../../ui/banner.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import { SCANNER_WATCH_MS, scannerQuery } from '../queries.ts';
import { SEARCH_DEFAULTS, searchPayload } from '../search-form.ts';
import { resetSearch, resumeSearch, startSearch, useSearchRun } from '../search-run.ts';
import { useSearchForm } from '../use-search-form.ts';
import { type CodesSearch, searchOf, viewOf } from '../view-state.ts';
import { ResultsPane } from './results-pane.tsx';
import { SearchPane } from './search-pane.tsx';

interface PresaleCodesScreenProps {
  /** How the codes are looked at, from the address. */
  search: CodesSearch;
  onSearch: (search: CodesSearch) => void;
  /** A link to the IMAP Accounts page with the given content. */
  accountsLink: (content: ReactNode, look: 'button' | 'text') => ReactNode;
}

/** Presale Code Tool (part 1): search mailboxes for presale codes. */
export function PresaleCodesScreen({ search, onSearch, accountsLink }: PresaleCodesScreenProps) {
  const [form, setForm] = useSearchForm();
  const [view, setView] = useAddressView({ search, onSearch, viewOf, searchOf });
  const mailboxes = useQuery(mailboxesQuery);
  const operator = useQuery(currentUserQuery).data?.id;
  const state = useSearchRun();
  const isSearching = state.phase === 'searching';
  // A search whose last scanner went away waits for another: the operator must not wait without knowing why.
  const scanner = useQuery({
    ...scannerQuery,
    ...(isSearching && { refetchInterval: SCANNER_WATCH_MS }),
  });
  const activeIds = useMemo(
    () => (mailboxes.data ?? []).filter((account) => account.is_active).map(({ id }) => id),
    [mailboxes.data],
  );
  useEffect(() => {
    if (operator !== undefined) resumeSearch(operator);
  }, [operator]);
  return (
    <>
      <PageHeader
        title="Presale Code Tool"
        context="Search and extract presale codes from recent emails"
        actions={accountsLink(
          <>
            <Mailbox aria-hidden="true" strokeWidth={1.75} />
            Manage IMAP Accounts
          </>,
          'button',
        )}
      />
      <PageBody layout="fixed" className="max-[900px]:overflow-auto">
        {scanner.data === false ? (
          <Banner
            tone="warning"
            title="No scanner is connected."
            className="m-3 flex-none max-md:mx-3.5"
          >
            Searches cannot run. Start the scanner beside the server (npm start starts one;
            docs/deploy tells how to run it elsewhere). This page notices when it is there.
          </Banner>
        ) : null}
        <div className="grid min-h-0 flex-1 grid-cols-[328px_minmax(0,1fr)] max-[900px]:block">
          <SearchPane
            form={form}
            onChange={setForm}
            mailboxes={mailboxes}
            activeIds={activeIds}
            isSearching={isSearching}
            accountsLink={accountsLink}
            onSearch={() => startSearch(searchPayload(form, activeIds), operator ?? null)}
            onReset={() => {
              setForm(SEARCH_DEFAULTS);
              resetSearch();
            }}
          />
          <ResultsPane
            state={state}
            view={view}
            onView={setView}
            hasMailboxes={mailboxes.data === undefined || mailboxes.data.length > 0}
            accountsLink={accountsLink}
          />
        </div>
      </PageBody>
    </>
  );
}
