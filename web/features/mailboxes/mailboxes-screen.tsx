import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ImapAccount } from '../../../shared/mailboxes/schema.ts';
import { AddButton } from '../../kit/add-button.tsx';
import { CardSkeletons } from '../../kit/data-grid/card-grid.tsx';
import { tryAgain } from '../../kit/failure.ts';
import { FirstUse } from '../../kit/first-use.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { Screen } from '../../kit/screen.tsx';
import { useSearchView } from '../../lib/address-view.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { WholeEmail } from '../../ui/email.tsx';
import { Stat, StatRow } from '../../ui/stat.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountList, CARD, idOf } from './account-list.tsx';
import { HealthWatch } from './health/check-all.tsx';
import { PasteAccounts } from './pasting/paste-accounts.tsx';
import { deleteAccount, MAILBOXES_FAILED, mailboxesQuery } from './queries.ts';
import type { AccountsSearch } from './search-state.ts';
import { ReturnedSignIn, useSignInAgain } from './sign-in/sign-in-again.tsx';

const ADD = 'Add New Account';

interface MailboxesScreenProps {
  search: AccountsSearch;
  onSearch: (search: AccountsSearch) => void;
}

const deletionOf = ({ id, user }: ImapAccount): Question => ({
  title: 'Confirm Delete',
  text: (
    <>
      <span className="block">Are you sure you want to delete this account?</span>
      <strong className="my-1.5 block font-medium wrap-anywhere text-text">
        <WholeEmail address={user} />
      </strong>
      <span className="block">This action cannot be undone.</span>
    </>
  ),
  confirmLabel: 'Delete Account',
  busyLabel: 'Deleting...',
  run: () => deleteAccount(id),
  done: 'Account deleted',
  failure: tryAgain('Failed to delete account'),
});

/** IMAP Accounts: the mailboxes that the presale search reads. */
export function MailboxesScreen({ search, onSearch }: MailboxesScreenProps) {
  const [view, change] = useSearchView(search, onSearch);
  const query = useQuery(mailboxesQuery);
  const [question, ask] = useQuestion();
  const [signIn, signInTo] = useSignInAgain();
  const accounts = query.data ?? [];
  const active = accounts.filter(({ is_active }) => is_active).length;
  const edited = accounts.find((account) => idOf(account) === view.edit);
  const open = (edit: string | undefined) => change({ edit });
  const add = () => open('new');
  return (
    <Screen
      title="IMAP Accounts Management"
      context={
        <span className="max-xl:hidden">Manage email accounts for presale code scanning</span>
      }
      layout="fixed"
      actions={
        <>
          {active > 0 ? (
            <Link
              to="/presale-code-tool"
              className={`${buttonClass('secondary', 'sm')} max-xl:hidden`}
            >
              Search presale codes
            </Link>
          ) : null}
          <PasteAccounts listed={accounts} />
          <AddButton id="imap-accounts.add" label={ADD} keywords={['mailbox']} run={add} />
        </>
      }
    >
      <QueryView
        query={query}
        loading={<CardSkeletons label="Loading accounts..." {...CARD} />}
        failure={MAILBOXES_FAILED}
      >
        {(all) => (
          <>
            <StatRow label="Accounts">
              <Stat label="Total Accounts" value={formatNumber(all.length)} />
              <Stat label="Active Accounts" value={formatNumber(active)} />
              <Stat label="Inactive Accounts" value={formatNumber(all.length - active)} />
            </StatRow>
            <HealthWatch accounts={all} />
            {all.length > 0 ? (
              <AccountList
                accounts={all}
                view={view}
                onView={change}
                onEdit={(account) => open(idOf(account))}
                onDelete={(account) => ask(deletionOf(account))}
                onSignIn={signInTo}
              />
            ) : (
              <FirstUse
                title="No IMAP Accounts"
                actions={
                  <Button variant="primary" icon={<Plus />} onClick={add}>
                    Add Your First Account
                  </Button>
                }
              >
                Add your first email account to start scanning for presale codes
              </FirstUse>
            )}
          </>
        )}
      </QueryView>
      {edited || view.edit === 'new' ? (
        <AccountDialog key={view.edit} account={edited ?? null} onClose={() => open(undefined)} />
      ) : null}
      {view.sign_in === undefined ? null : (
        <ReturnedSignIn flow={view.sign_in} onClose={() => change({ sign_in: undefined })} />
      )}
      {signIn}
      {question}
    </Screen>
  );
}
