import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ImapAccount } from '../../../shared/mailboxes/schema.ts';
import type {
  PresaleWatch,
  WatchedCode,
  WatchedMailbox,
} from '../../../shared/presale-watches/schema.ts';
import { requestIdOf, toastFailure, tryAgain } from '../../kit/failure.ts';
import { MoreButton, usePages } from '../../kit/pages.tsx';
import { QueryDialog } from '../../kit/query-dialog.tsx';
import { useQuestion } from '../../kit/question.tsx';
import { Time } from '../../kit/time.tsx';
import { useChannel } from '../../lib/channel/index.ts';
import { countOf, formatPercent } from '../../lib/format.ts';
import { reloadQueries } from '../../lib/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Email } from '../../ui/email.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { noteCopy } from '../code-memory/queries.ts';
import { VerdictButtons } from '../code-memory/verdict-buttons.tsx';
import { mailboxesQuery } from '../mailboxes/queries.ts';
import { useSignInAgain } from '../mailboxes/sign-in/sign-in-again.tsx';
import { missingSignIn, signInLabel } from '../mailboxes/sign-in/sign-in-texts.ts';
import { deleteWatch, setPaused, watchedCodesQuery, watchesQuery } from './queries.ts';
import { MODE_WORDS, STATE_WORDS } from './state-words.ts';

/** The operator's watches: the state of their mailboxes, and their codes as they arrive. */
export function WatchesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(watchesQuery);
  const { data: accounts = [] } = useQuery(mailboxesQuery);
  const client = useQueryClient();
  useChannel('notification', ({ kind }) => {
    if (kind === 'presale_code') void reloadQueries(client, { queryKey: watchesQuery.queryKey });
  });
  return (
    <QueryDialog
      title="Watches"
      description="The server reads the new mails of these searches, also while no browser is open."
      size="lg"
      onClose={onClose}
      query={query}
      loading={<Skeleton className="h-24 w-full" />}
      failure={tryAgain('Failed to load the watches')}
    >
      {(watches) =>
        watches.length === 0 ? (
          <EmptyState title="No watches" headingLevel={3}>
            Search once, then switch on "Keep watching" below the form.
          </EmptyState>
        ) : (
          <ul className="m-0 flex list-none flex-col p-0">
            {watches.map((watch) => (
              <WatchItem key={watch.id} watch={watch} accounts={accounts} />
            ))}
          </ul>
        )
      }
    </QueryDialog>
  );
}

interface WatchItemProps {
  watch: PresaleWatch;
  accounts: readonly ImapAccount[];
}

function WatchItem({ watch, accounts }: WatchItemProps) {
  const { id, name, is_paused: isPaused, state, reason, mailboxes, codes } = watch;
  const [isOpen, setOpen] = useState(false);
  const [question, ask] = useQuestion();
  const pause = useMutation({
    mutationFn: () => setPaused(id, !isPaused),
    onError: toastFailure(tryAgain('Failed to change the watch')),
  });
  const remove = () =>
    ask({
      title: `Delete "${name}"?`,
      text: 'Its codes are deleted too. What it has notified of stays in the bell.',
      confirmLabel: 'Delete watch',
      busyLabel: 'Deleting...',
      run: () => deleteWatch(id),
      done: 'Watch deleted',
      failure: tryAgain('Failed to delete the watch'),
    });
  const { word, tone } = isPaused
    ? { word: 'Paused', tone: 'neutral' as const }
    : STATE_WORDS[state];
  return (
    <li aria-label={name} className="border-t border-border py-3 first:border-t-0">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name} <Badge tone={tone}>{word}</Badge>
          </p>
          <p className="text-xs wrap-anywhere text-text-muted">
            {countOf(mailboxes.length, 'mailbox', 'mailboxes')}, {countOf(codes, 'code')}
            {watch.last_code_at === null ? null : (
              <>
                , the last <Time at={watch.last_code_at} />
              </>
            )}
          </p>
          {reason === null || isPaused ? null : (
            <p className="text-xs wrap-anywhere text-text-muted">{reason}</p>
          )}
        </div>
        <Button
          size="xs"
          busy={pause.isPending}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => pause.mutate()}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={remove} />
      </div>
      <Button
        size="xs"
        variant="ghost"
        className="mt-1.5"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide codes and mailboxes' : 'Show codes and mailboxes'}
      </Button>
      {isOpen ? (
        <>
          <Codes id={id} />
          <Mailboxes watch={watch} accounts={accounts} />
        </>
      ) : null}
      {question}
    </li>
  );
}

/** How the mailboxes of a watch are read, with "Sign in again" if a sign-in is missing. */
function Mailboxes({ watch, accounts }: WatchItemProps) {
  const [signIn, signInTo] = useSignInAgain();
  return (
    <>
      <ul
        className="mt-2 flex list-none flex-col gap-1 p-0"
        aria-label={`Mailboxes of ${watch.name}`}
      >
        {watch.mailboxes.map((mailbox) => (
          <MailboxLine
            key={mailbox.id}
            mailbox={mailbox}
            account={accounts.find((account) => account.id === mailbox.id)}
            onSignIn={signInTo}
          />
        ))}
      </ul>
      {signIn}
    </>
  );
}

interface MailboxLineProps {
  mailbox: WatchedMailbox;
  /** Undefined until the mailboxes are loaded. */
  account: ImapAccount | undefined;
  onSignIn: (account: ImapAccount) => void;
}

function MailboxLine({ mailbox, account, onSignIn }: MailboxLineProps) {
  const { mode, reason, is_read: isRead, seen_at } = mailbox;
  const isFailing = mode === 'failing' && reason !== null;
  return (
    <li className="text-xs">
      <span className="flex flex-wrap gap-x-2">
        <Email address={account?.user ?? ''} />
        <span className={isFailing ? 'text-danger-text' : 'text-text-muted'}>
          {seen_at === null && !isFailing ? (
            'not opened yet'
          ) : (
            <>
              {isRead ? MODE_WORDS[mode] : MODE_WORDS.failing}
              {seen_at === null ? null : (
                <>
                  , last <Time at={seen_at} />
                </>
              )}
            </>
          )}
        </span>
        {account && missingSignIn(account) !== null ? (
          <Button size="xs" onClick={() => onSignIn(account)}>
            {signInLabel(account)}
            <span className="sr-only"> to {account.user}</span>
          </Button>
        ) : null}
      </span>
      {reason !== null ? (
        <span className="block wrap-anywhere text-text-muted">{reason}</span>
      ) : null}
    </li>
  );
}

function Codes({ id }: { id: number }) {
  const { query, rows } = usePages(watchedCodesQuery(id));
  if (query.isPending) return <Skeleton className="mt-2 h-10 w-full" />;
  if (query.isError && rows.length === 0)
    return (
      <ErrorState
        title="Failed to load the codes"
        headingLevel={3}
        retrying={query.isFetching}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      >
        Please try again.
      </ErrorState>
    );
  if (rows.length === 0)
    return <p className="mt-2 text-xs text-text-muted">No code was found yet.</p>;
  return (
    <>
      <ul className="mt-2 flex list-none flex-col gap-2 p-0" aria-label="Codes">
        {rows.map((code) => (
          <CodeLine key={code.id} code={code} />
        ))}
      </ul>
      <MoreButton size="xs" className="mt-2" query={query}>
        Show earlier codes
      </MoreButton>
    </>
  );
}

function CodeLine({ code: watchedCode }: { code: WatchedCode }) {
  const { code, confidence, evidence, email_from: from, account, found_at } = watchedCode;
  return (
    <li className="flex items-start gap-2 rounded-md bg-surface-sunken px-2.5 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="mono font-semibold break-all">{code}</bdi>
          <span className="tn text-xs text-text-muted">
            {formatPercent(confidence)} likely, <Time at={found_at} />
          </span>
        </p>
        <p dir="auto" className="text-xs break-words">
          {evidence}
        </p>
        <p className="text-xs wrap-anywhere text-text-muted">
          {from} to {account}
        </p>
      </div>
      <div className="flex flex-none items-center gap-1">
        <CopyButton
          text={code}
          label={`Copy ${code}`}
          onCopied={() => noteCopy(watchedCode.code_id)}
        />
        <VerdictButtons code={watchedCode} />
      </div>
    </li>
  );
}
