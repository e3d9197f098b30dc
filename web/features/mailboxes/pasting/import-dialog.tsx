import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import * as z from 'zod/mini';
import {
  correctLines,
  type LineVerdict,
  type PastedLine,
  parseMailboxes,
} from '../../../../shared/mailboxes/parse-pasted.ts';
import {
  type ImapAccount,
  MOST_MAILBOXES_PER_CALL,
  mailboxTags,
  type PastedMailbox,
} from '../../../../shared/mailboxes/schema.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { TagsField } from '../../../kit/form/tags-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { api, send } from '../../../lib/api.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { reloadAfter } from '../../../lib/query-client.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Email } from '../../../ui/email.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.tsx';
import { mailboxesQuery, signInProvidersQuery } from '../queries.ts';
import { NoApp } from '../sign-in/sign-in-boxes.tsx';

const FAILED = tryAgain('Failed to save account');
const ROW_HEIGHT = 30;
const MOST_ROWS_IN_VIEW = 7;
const WORDS: Record<LineVerdict, { tone: Tone; text: string; rank: number }> = {
  malformed: { tone: 'danger', text: 'Malformed', rank: 0 },
  double: { tone: 'warning', text: 'Duplicate', rank: 1 },
  known: { tone: 'info', text: 'Already in the list', rank: 2 },
  sign_in: { tone: 'accent', text: 'Sign in at Microsoft', rank: 3 },
  valid: { tone: 'success', text: 'Valid', rank: 4 },
};

/** Pasted addresses that sign in one after the other, with the tags of all. */
export interface PastedSignIns {
  addresses: string[];
  tags: string[];
}

export interface TypedMailboxes {
  text: string;
  tags: string;
}

interface ImportDialogProps {
  listed: readonly ImapAccount[];
  /** The typed text, which the caller stores: Escape closes the dialog and keeps it. */
  typed: readonly [typed: TypedMailboxes, setTyped: (typed: TypedMailboxes) => void];
  onClose: () => void;
  /**
   * Called after adding, with the addresses that sign in at Microsoft and their tags, and on Cancel
   * without them.
   */
  onDone: (signIns?: PastedSignIns) => void;
}

/** Adds pasted mailboxes after a preview with a result for each line. */
export function ImportDialog({ listed, typed, onClose, onDone }: ImportDialogProps) {
  const { data: configured } = useQuery(signInProvidersQuery);
  const canSignIn = configured?.microsoft === true;
  const rules = useMemo(() => importRules(listed, canSignIn), [listed, canSignIn]);
  const form = useForm(rules, {
    initial: typed[0],
    state: typed,
    submit: async ({ text: { mailboxes, addresses }, tags }) => {
      await addAll(mailboxes, tags);
      onDone(addresses.length > 0 ? { addresses, tags } : undefined);
    },
    failure: FAILED,
  });
  const text = useDeferredValue(form.values.text);
  const lines = useMemo(
    () => parseMailboxes(text, listed).sort((a, b) => rankOf(a) - rankOf(b) || a.line - b.line),
    [text, listed],
  );
  const countOfVerdict = (wanted: LineVerdict) =>
    lines.filter(({ verdict }) => verdict === wanted).length;
  const [valid, signIns] = [countOfVerdict('valid'), countOfVerdict('sign_in')];
  return (
    <FormDialog
      form={form}
      size="lg"
      title="Paste IMAP accounts"
      description="One per line: address:password, with :host and :port for other mail servers."
      onClose={onClose}
      onCancel={() => onDone()}
      submitLabel={submitLabel(valid, canSignIn ? signIns : 0)}
      busyLabel="Saving..."
    >
      <FormField form={form} name="text" label="Accounts">
        {(control) => (
          <Textarea
            {...control}
            data-focus-first
            rows={6}
            spellCheck={false}
            autoComplete="off"
            className="mono text-xs!"
            placeholder={
              'name@gmail.com:app password\nname@club.example:password:imap.club.example:993'
            }
          />
        )}
      </FormField>
      {lines.length > 0 ? (
        <Preview
          lines={lines}
          onCorrect={(wrong) => form.change({ text: correctLines(form.values.text, wrong) })}
        />
      ) : null}
      {signIns > 0 && !canSignIn ? <NoApp provider="microsoft" /> : null}
      <TagsField form={form} hint="The presale search chooses mailboxes by tag." />
    </FormDialog>
  );
}

/** Adds mailboxes in several calls. */
async function addAll(mailboxes: readonly PastedMailbox[], tags: string[]): Promise<void> {
  if (mailboxes.length === 0) return;
  let added = 0;
  for (let at = 0; at < mailboxes.length; at += MOST_MAILBOXES_PER_CALL) {
    const json = { accounts: mailboxes.slice(at, at + MOST_MAILBOXES_PER_CALL), tags };
    const call = send(api['imap-accounts'].import.$post({ json }));
    // Reloads after each part, so that a second attempt after a failure skips what was added.
    added += (await reloadAfter(mailboxesQuery, call)).added;
  }
  const others = mailboxes.length - added;
  toast({
    title: `${countOf(added, 'account')} added`,
    text: others > 0 ? `${formatNumber(others)} already in the list.` : undefined,
  });
}

function submitLabel(valid: number, signIns: number): string {
  const add = valid > 0 ? `Add ${countOf(valid, 'account')}` : '';
  if (signIns === 0) return add || 'Add accounts';
  return add === ''
    ? `Sign in to ${formatNumber(signIns)}`
    : `${add}, sign in to ${formatNumber(signIns)}`;
}

/** The form sends the valid lines and begins the sign-ins; the other lines are in the preview. */
const importRules = (listed: readonly ImapAccount[], canSignIn: boolean) =>
  z.object({
    text: z.pipe(
      z.transform((text: string) => {
        const lines = parseMailboxes(text, listed);
        return {
          mailboxes: lines.flatMap(({ mailbox }) => mailbox ?? []),
          addresses: canSignIn
            ? lines.filter(({ verdict }) => verdict === 'sign_in').map(({ user }) => user)
            : [],
        };
      }),
      z.custom<{ mailboxes: PastedMailbox[]; addresses: string[] }>(
        (value) => isAny(value as { mailboxes: unknown[]; addresses: unknown[] }),
        'Paste at least one valid mailbox.',
      ),
    ),
    tags: mailboxTags,
  });

const isAny = ({ mailboxes, addresses }: { mailboxes: unknown[]; addresses: unknown[] }) =>
  mailboxes.length + addresses.length > 0;

const idOf = ({ line }: PastedLine): string => String(line);
const rankOf = ({ verdict, corrected }: PastedLine): number =>
  corrected === null ? WORDS[verdict].rank : 0;
const userOf = ({ user }: PastedLine): string => user;

function verdictOf({ verdict, fault, corrected }: PastedLine): string {
  if (corrected !== null) return `Likely typo of ${corrected.split('@')[1]}`;
  return fault === '' ? WORDS[verdict].text : `${WORDS[verdict].text}: ${fault}`;
}

function Verdict(line: PastedLine) {
  const tone = line.corrected === null ? WORDS[line.verdict].tone : 'warning';
  return (
    <Badge tone={tone} className="max-w-full">
      <span className="truncate">{verdictOf(line)}</span>
    </Badge>
  );
}

interface PreviewProps {
  lines: readonly PastedLine[];
  onCorrect: (lines: readonly PastedLine[]) => void;
}

const CorrectButton = ({ line, onCorrect }: { line: PastedLine } & Omit<PreviewProps, 'lines'>) =>
  line.corrected === null ? null : (
    <IconButton
      size="xs"
      label={`Correct to ${line.corrected}`}
      icon={<WandSparkles />}
      onClick={() => onCorrect([line])}
    />
  );

const previewColumns = (onCorrect: PreviewProps['onCorrect']) =>
  gridColumns<PastedLine>({
    line: {
      label: 'Line',
      width: '44px',
      align: 'right',
      cell: ({ line }) => <span className="text-text-muted">{formatNumber(line)}</span>,
    },
    account: {
      label: 'Account',
      width: 'minmax(140px, 1fr)',
      title: userOf,
      cell: ({ user }) => <Email address={user} />,
    },
    server: {
      label: 'Server',
      width: 'minmax(100px, 150px)',
      from: 620,
      title: ({ server }) => server,
      cell: ({ server }) => <span className="text-text-muted">{server}</span>,
    },
    verdict: { label: 'Verdict', width: 'minmax(110px, 2fr)', title: verdictOf, cell: Verdict },
    actions: {
      width: '28px',
      buttons: (line) => <CorrectButton line={line} onCorrect={onCorrect} />,
    },
  });

/** Address and result in two lines, on a telephone. */
const foldedLine = (onCorrect: PreviewProps['onCorrect']) => ({
  below: 460,
  height: 46,
  render: (line: PastedLine) => (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1" title={verdictOf(line)}>
        <Email address={line.user} />
        <Verdict {...line} />
      </span>
      <CorrectButton line={line} onCorrect={onCorrect} />
    </span>
  ),
});

function Preview({ lines, onCorrect }: PreviewProps) {
  const counts = Map.groupBy(lines, ({ verdict }) => verdict);
  const typos = lines.filter(({ corrected }) => corrected !== null);
  const words = (['valid', 'sign_in', 'malformed', 'double', 'known'] as const).flatMap(
    (verdict) => {
      const count = counts.get(verdict)?.length ?? 0;
      const { text } = WORDS[verdict];
      return count > 0
        ? `${formatNumber(count)} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
        : [];
    },
  );
  const rows = Math.min(lines.length, MOST_ROWS_IN_VIEW);
  return (
    <section aria-label="Preview" className="flex flex-col gap-1.5">
      <div className="flex min-h-6 flex-wrap items-center gap-1.5">
        <span role="status" className="tn mr-auto text-xs text-text-muted">
          {words.join(', ')}
          {typos.length > 0 ? `, ${countOf(typos.length, 'likely typo')}` : ''}
        </span>
        {typos.length > 0 ? (
          <Button size="xs" onClick={() => onCorrect(typos)}>
            Correct {formatNumber(typos.length)}
          </Button>
        ) : null}
      </div>
      <div
        style={{ height: 36 + rows * (ROW_HEIGHT + 1) }}
        className="flex flex-col overflow-hidden rounded-md border border-border"
      >
        <DataGrid
          label="Pasted lines"
          rows={lines}
          rowId={idOf}
          rowName={userOf}
          columns={previewColumns(onCorrect)}
          fold={foldedLine(onCorrect)}
          rowHeight={ROW_HEIGHT}
        />
      </div>
    </section>
  );
}
