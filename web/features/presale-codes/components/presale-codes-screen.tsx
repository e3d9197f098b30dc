import { useQuery } from '@tanstack/react-query';
import { Mailbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStored } from '../../../lib/stored.ts';
import { Banner } from '../../../ui/banner.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import { mailboxesQuery, scannerQuery } from '../queries.ts';
import { readSearchForm, SEARCH_DEFAULTS, searchPayload } from '../search-form.ts';
import { usePresaleSearch } from '../use-presale-search.ts';
import { ResultsPane } from './results-pane.tsx';
import { SearchPane } from './search-pane.tsx';

interface PresaleCodesScreenProps {
  /** A link to the IMAP Accounts page with the given content. */
  accountsLink: (content: ReactNode, look: 'button' | 'text') => ReactNode;
}

/** Presale Code Tool (part 1): search mailboxes for presale codes. */
export function PresaleCodesScreen({ accountsLink }: PresaleCodesScreenProps) {
  const [form, setForm] = useStored('presale-search', readSearchForm, SEARCH_DEFAULTS);
  const mailboxes = useQuery(mailboxesQuery);
  const scanner = useQuery(scannerQuery);
  const { state, start, cancel, reset } = usePresaleSearch();
  const activeIds = (mailboxes.data ?? [])
    .filter((account) => account.is_active)
    .map(({ id }) => id);
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
          <Banner tone="warning" title="No scanner is connected." className="m-3 mb-0 flex-none">
            Searches cannot run. Start the scanner beside the server (npm start starts one;
            docs/deploy tells how to run it elsewhere). This page notices when it is there.
          </Banner>
        ) : null}
        <div className="grid min-h-0 flex-1 grid-cols-[328px_minmax(0,1fr)] max-[900px]:block">
          <SearchPane
            form={form}
            onChange={setForm}
            mailboxes={mailboxes}
            isSearching={state.phase === 'searching'}
            accountsLink={accountsLink}
            onSearch={() => void start(searchPayload(form, activeIds))}
            onReset={() => {
              setForm(SEARCH_DEFAULTS);
              reset();
            }}
          />
          <ResultsPane state={state} onCancel={cancel} />
        </div>
      </PageBody>
    </>
  );
}
