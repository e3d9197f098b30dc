import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { type ApiToken, MAX_TOKENS } from '../../../shared/api-tokens/schema.ts';
import { SCOPES } from '../../../shared/api-tokens/scopes.ts';
import { tryAgain } from '../../kit/failure.ts';
import { useKeyCommand } from '../../kit/keys/key-command.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { AddToSection, SectionHead } from '../../kit/section-head.tsx';
import { Time } from '../../kit/time.tsx';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { HeadCell, Missing, Table } from '../../ui/table.tsx';
import { apiTokensQuery, revokeToken } from './queries.ts';
import { SCOPE_TEXTS, ScopeBadges } from './scope-badges.tsx';
import type { MadeToken } from './token-dialog.tsx';

const dialogs = () => import('./token-dialog.tsx');
const TokenDialog = latePart(dialogs, 'TokenDialog');
const MadeTokenDialog = latePart(dialogs, 'MadeTokenDialog');

const revocationOf = ({ id, name }: ApiToken, isOver: boolean): Question => ({
  title: isOver ? `Remove "${name}"?` : `Revoke "${name}"?`,
  text: isOver
    ? 'The token has expired. Only its line in this list goes.'
    : 'Programs that use this token are refused from now on. What they did stays in the audit trail.',
  confirmLabel: isOver ? 'Remove token' : 'Revoke token',
  cancelLabel: 'Keep token',
  busyLabel: isOver ? 'Removing...' : 'Revoking...',
  run: () => revokeToken(id),
  done: isOver ? 'Token removed' : 'Token revoked',
  failure: tryAgain('Failed to revoke token'),
});

/** Settings: the operator's API tokens. */
export function TokensSection() {
  const query = useQuery(apiTokensQuery);
  const [question, ask] = useQuestion();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const isFull = (query.data?.length ?? 0) >= MAX_TOKENS;
  const add = () => setIsAdding(true);
  useKeyCommand(
    'n',
    { id: 'api-tokens.add', label: 'Create API token', run: add },
    { enabled: !isFull },
  );
  return (
    <>
      <SectionHead
        title="API tokens"
        actions={
          <>
            <Link to="/docs" className={buttonClass('secondary', 'sm')}>
              <BookOpen />
              API document
            </Link>
            <AddToSection
              label="Create token"
              onAdd={add}
              refusal={
                isFull ? `${MAX_TOKENS} tokens are the most. Revoke one to create another.` : null
              }
            />
          </>
        }
      >
        A token acts as you: the audit trail has its name with each change. It cannot sign in or
        make tokens.
      </SectionHead>
      <QueryView query={query} loadingLabel="Loading tokens..." failure="Failed to load tokens">
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState
              title="No API tokens"
              actions={
                <Button variant="primary" icon={<Plus />} onClick={add}>
                  Create token
                </Button>
              }
            >
              A script, an assistant or a dashboard makes calls with a token, without your password.
            </EmptyState>
          ) : (
            <TokenTable
              tokens={tokens}
              onRevoke={(token, isOver) => ask(revocationOf(token, isOver))}
            />
          )
        }
      </QueryView>
      <Explanations />
      {isAdding ? (
        <TokenDialog
          onClose={() => setIsAdding(false)}
          onMade={(next) => {
            setIsAdding(false);
            setMade(next);
          }}
        />
      ) : null}
      {made ? <MadeTokenDialog made={made} onClose={() => setMade(null)} /> : null}
      {question}
    </>
  );
}

interface TokenTableProps {
  tokens: readonly ApiToken[];
  onRevoke: (token: ApiToken, isOver: boolean) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const now = useNow();
  return (
    <Table label="API tokens" scrollClassName="flex-none">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell className="max-xl:hidden">Token</HeadCell>
          <HeadCell className="max-md:hidden">Scopes</HeadCell>
          <HeadCell className="max-xl:hidden">Created</HeadCell>
          <HeadCell className="max-md:hidden">Last use</HeadCell>
          <HeadCell className="max-md:hidden">Expires</HeadCell>
          <HeadCell align="right">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => {
          const isOver = token.expires_at !== null && Date.parse(token.expires_at) <= now;
          const end = <Time at={token.expires_at} as="day" fallback="Never" />;
          const lastUse = token.last_used_at ? (
            <Time at={token.last_used_at} as="ago" now={now} />
          ) : (
            <Missing>Not used yet</Missing>
          );
          return (
            <tr key={token.id} className={isOver ? 'text-text-subtle' : undefined}>
              <td className="max-md:h-auto max-md:py-2.5">
                <span className="font-medium wrap-anywhere">{token.name}</span>
                <span className="hidden text-xs text-text-muted max-md:block">
                  Last use: {lastUse}. {isOver ? 'Expired' : 'Expires'}: {end}
                </span>
                <span className="hidden pt-1 max-md:block">
                  <ScopeBadges scopes={token.scopes} />
                </span>
              </td>
              <td className="font-mono text-xs max-xl:hidden">bod_{token.id}_…</td>
              <td className="max-md:hidden">
                <ScopeBadges scopes={token.scopes} />
              </td>
              <td className="tn max-xl:hidden">
                <Time at={token.created_at} as="day" />
              </td>
              <td className="tn max-md:hidden">{lastUse}</td>
              <td className="tn max-md:hidden">
                {isOver ? 'Expired ' : ''}
                {end}
              </td>
              <td data-align="right">
                <Button
                  size="xs"
                  variant="ghost"
                  className={isOver ? undefined : 'text-danger-text'}
                  aria-label={`${isOver ? 'Remove' : 'Revoke'} ${token.name}`}
                  onClick={() => onRevoke(token, isOver)}
                >
                  {isOver ? 'Remove' : 'Revoke'}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The meaning of the scopes, and the address for programs. */
const Explanations = () => (
  <>
    <section className="grid gap-x-5 gap-y-2 border-t border-border p-5 lg:grid-cols-[280px_1fr] max-md:p-3.5">
      <h3 className="font-medium">What a scope allows</h3>
      <dl className="m-0 grid grid-cols-[72px_minmax(0,1fr)] gap-y-1 text-xs">
        {SCOPES.map((scope) => (
          <div key={scope} className="contents">
            <dt className="text-text-muted">{SCOPE_TEXTS[scope].label}</dt>
            <dd className="m-0">{SCOPE_TEXTS[scope].text}</dd>
          </div>
        ))}
      </dl>
    </section>
    <section className="grid gap-x-5 gap-y-2 border-t border-border p-5 lg:grid-cols-[280px_1fr] max-md:p-3.5">
      <div>
        <h3 className="font-medium">For assistants and the shell</h3>
        <p className="text-xs text-text-muted">
          Both use a token with Read. The shell takes it from BOD_TOKEN.
        </p>
      </div>
      <pre className="m-0 rounded-md bg-surface-sunken p-2.5 font-mono text-xs break-all whitespace-pre-wrap">
        {`MCP    ${location.origin}/api/mcp\nShell  export BOD_TOKEN=bod_...\n       export BOD_URL=${location.origin}\n       npm run desk -- upcoming_sales --json`}
      </pre>
    </section>
  </>
);
