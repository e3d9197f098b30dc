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
import { mailboxesQuery } from '../queries.ts';

const FAILED = tryAgain('Failed to save account');
const ROW_HEIGHT = 30;
const MOST_ROWS_IN_VIEW = 7;
const WORDS: Record<LineVerdict, { tone: Tone; text: string; rank: number }> = {
  malformed: { tone: 'danger', text: 'Malformed', rank: 0 },
  double: { tone: 'warning', text: 'Duplicate', rank: 1 },
  known: { tone: 'info', text: 'Already in the list', rank: 2 },
  valid: { tone: 'success', text: 'Valid', rank: 3 },
};

export interface TypedMailboxes {
  text: string;
  tags: string;
}

interface ImportDialogProps {
  listed: readonly ImapAccount[];
  /** The typed text, kept by the caller: Escape closes the dialog and keeps it. */
  typed: readonly [typed: TypedMailboxes, setTyped: (typed: TypedMailboxes) => void];
  onClose: () => void;
  /** After adding, and on Cancel. */
  onDone: () => void;
}

/** Adds pasted mailboxes after a preview with a verdict for each line. */
export function ImportDialog({ listed, typed, onClose, onDone }: ImportDialogProps) {
  const rules = useMemo(() => importRules(listed), [listed]);
  const form = useForm(rules, {
    initial: typed[0],
    state: typed,
    submit: async ({ text: accounts, tags }) => {
      let added = 0;
      for (let at = 0; at < accounts.length; at += MOST_MAILBOXES_PER_CALL) {
        const part = accounts.slice(at, at + MOST_MAILBOXES_PER_CALL);
        const json = { accounts: part, tags };
        const call = send(api['imap-accounts'].import.$post({ json }));
        // Reloads after each part: a second try after a failure leaves out what was added.
        added += (await reloadAfter(mailboxesQuery, call)).added;
      }
      const others = accounts.length - added;
      toast({
        title: `${countOf(added, 'account')} added`,
        text: others > 0 ? `${formatNumber(others)} already in the list.` : undefined,
      });
    },
    onDone,
    failure: FAILED,
  });
  const text = useDeferredValue(form.values.text);
  const lines = useMemo(
    () => parseMailboxes(text, listed).sort((a, b) => rankOf(a) - rankOf(b) || a.line - b.line),
    [text, listed],
  );
  const valid = lines.filter(({ verdict }) => verdict === 'valid').length;
  return (
    <FormDialog
      form={form}
      size="lg"
      title="Paste IMAP accounts"
      description="One per line: address:password, with :host and :port for other mail servers."
      onClose={onClose}
      onCancel={onDone}
      submitLabel={valid > 0 ? `Add ${countOf(valid, 'account')}` : 'Add accounts'}
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
      <TagsField form={form} hint="The presale search chooses mailboxes by tag." />
    </FormDialog>
  );
}

/** The form sends the valid lines; the others are in the preview. */
const importRules = (listed: readonly ImapAccount[]) =>
  z.object({
    text: z.pipe(
      z.transform((text: string) =>
        parseMailboxes(text, listed).flatMap(({ mailbox }) => mailbox ?? []),
      ),
      z.custom<NonNullable<PastedLine['mailbox']>[]>(
        (accounts) => Array.isArray(accounts) && accounts.length > 0,
        'Paste at least one valid mailbox.',
      ),
    ),
    tags: mailboxTags,
  });

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

/** Address and verdict in two lines, on a telephone. */
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
  const words = (['valid', 'malformed', 'double', 'known'] as const).flatMap((verdict) => {
    const count = counts.get(verdict)?.length ?? 0;
    return count > 0 ? `${formatNumber(count)} ${WORDS[verdict].text.toLowerCase()}` : [];
  });
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
