import { useQuery } from '@tanstack/react-query';
import { Check, WandSparkles, X } from 'lucide-react';
import { type ComponentProps, useDeferredValue, useMemo } from 'react';
import {
  canKeep,
  correctAccount,
  countDoubles,
  describeCounts,
  keptAccount,
  maskAccounts,
  type PastedAccount,
  parseAccounts,
  writeEntry,
} from '../../../shared/pasted-accounts/parse-accounts.ts';
import { accountKey, categoryKey } from '../../../shared/queues/keys.ts';
import { ACCOUNTS_PER_CALL } from '../../../shared/queues/limits.ts';
import type { Holders, QueueType } from '../../../shared/queues/schema.ts';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { api, send } from '../../lib/api.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { inParts } from '../../lib/in-parts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Textarea } from '../../ui/input.tsx';

interface PastedAccountsProps extends FieldControl {
  value: string;
  onChange: (text: string) => void;
  /** The queue tool whose categories the accounts are compared with. */
  type: QueueType;
  /** The target category; accounts in it need not be added again. */
  category?: string;
  name?: string;
  rows?: number;
  /**
   * Whether the accounts are stored: then there is no preview, which would list all of them as
   * duplicates.
   */
  isStored?: boolean;
}

/** One account of the preview; `corrected` is the address without its typo. */
interface PreviewRow extends PastedAccount {
  id: string;
  corrected: string | null;
  holders: readonly string[];
}

const LOOKUP_PAUSE_MS = 400;
const ROW_HEIGHT = 32;
const MOST_ROWS_IN_VIEW = 6;
const idOf = ({ id }: PreviewRow): string => id;
const textOf = ({ text }: { text: string }): string => text;

/**
 * A text field for accounts with a preview of the pasted text: each address with its result,
 * problems first, and buttons that correct or remove them.
 */
export function PastedAccounts({
  value,
  onChange,
  type,
  category = '',
  rows = 4,
  isStored = false,
  ...control
}: PastedAccountsProps) {
  // The preview of 100,000 lines follows after the typed text is on the screen.
  const text = useDeferredValue(value);
  const parsed = useMemo(() => parseAccounts(isStored ? '' : text), [text, isStored]);
  const holders = useHolders(type, parsed.accounts);
  const shown = useMemo(() => listProblemsFirst(parsed.entries, holders), [parsed, holders]);
  const edit = useMemo(() => editOf(parsed.entries, onChange), [parsed, onChange]);

  return (
    <>
      <Textarea
        {...control}
        rows={rows}
        spellCheck={false}
        className="mono text-xs!"
        value={value}
        onChange={({ target, nativeEvent }) => {
          const masked = withoutSecrets(target.value, nativeEvent);
          if (masked !== target.value) keepCaret(target, nativeEvent);
          onChange(masked);
        }}
        onBlur={() => {
          const masked = maskAccounts(value);
          if (masked !== value) onChange(masked);
        }}
      />
      {shown.length > 0 ? (
        <Preview parsed={parsed} shown={shown} edit={edit} category={category} />
      ) : null}
    </>
  );
}

/** Functions that correct, keep or remove lines of the text, by their ids. */
const editOf = (entries: readonly PastedAccount[], onChange: (text: string) => void): Edit => ({
  correct: (ids: ReadonlySet<string>) =>
    onChange(
      entries
        .map((entry, index) =>
          ids.has(String(index)) ? (correctAccount(entry.text) ?? entry.text) : writeEntry(entry),
        )
        .join('\n'),
    ),
  keep: (ids: ReadonlySet<string>) =>
    onChange(
      entries
        .map((entry, index) =>
          ids.has(String(index)) ? keptAccount(entry.text) : writeEntry(entry),
        )
        .join('\n'),
    ),
  remove: (ids: ReadonlySet<string>) =>
    onChange(
      entries
        .filter((_, index) => !ids.has(String(index)))
        .map(writeEntry)
        .join('\n'),
    ),
});

interface PreviewProps {
  parsed: ReturnType<typeof parseAccounts>;
  /** Problems first. */
  shown: readonly PreviewRow[];
  edit: Edit;
  category: string;
}

/** The number of lines with each result, the buttons for all of them, and the lines. */
function Preview({ parsed, shown, edit, category }: PreviewProps) {
  const columns = useMemo(() => previewColumns(edit), [edit]);
  const fold = useMemo(() => foldedRow(edit), [edit]);
  const matching = (isMatch: (row: PreviewRow) => boolean) =>
    new Set(shown.filter(isMatch).map(idOf));
  const target = categoryKey(category);
  const correctable = matching(({ corrected }) => corrected !== null);
  const typos = matching(isLikelyTypo);
  const malformed = matching(({ verdict }) => verdict === 'malformed');
  const doubles = matching(({ verdict }) => verdict === 'double');
  const inTarget = matching((row) => row.holders.some((name) => categoryKey(name) === target));
  const held = matching((row) => row.holders.length > 0);
  const others = held.size - inTarget.size;
  return (
    <section aria-label="Preview" className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <span role="status" className="tn mr-auto py-1 text-xs text-text-muted">
          {describeCounts(parsed)}
          {typos.size > 0 ? `, ${countOf(typos.size, 'likely typo')}` : ''}
          {inTarget.size > 0
            ? `, ${formatNumber(inTarget.size)} already in ${category.trim()}`
            : ''}
          {others > 0
            ? `, ${formatNumber(others)} in ${target === '' ? 'categories' : 'other categories'}`
            : ''}
        </span>
        <BulkButton ids={correctable} onClick={edit.correct}>
          Correct {formatNumber(correctable.size)}
        </BulkButton>
        <BulkButton ids={malformed} onClick={edit.remove}>
          Remove {formatNumber(malformed.size)} malformed
        </BulkButton>
        <BulkButton ids={doubles} onClick={edit.remove}>
          Remove {countDoubles(doubles.size)}
        </BulkButton>
        <BulkButton ids={held} onClick={edit.remove}>
          Remove {formatNumber(held.size)} in categories
        </BulkButton>
      </div>
      <div
        style={{ height: 36 + Math.min(shown.length, MOST_ROWS_IN_VIEW) * (ROW_HEIGHT + 1) }}
        className="flex flex-col overflow-hidden rounded-md border border-border"
      >
        <DataGrid
          label="Pasted lines"
          rows={shown}
          rowId={idOf}
          rowName={textOf}
          columns={columns}
          fold={fold}
          rowHeight={ROW_HEIGHT}
        />
      </div>
    </section>
  );
}

/**
 * The text of the field without passwords, so that no state and no storage contains them. Deleted
 * text stays deleted, because a mask that reappears during deletion could not be removed.
 */
function withoutSecrets(text: string, event: Event): string {
  const kind = event instanceof InputEvent ? event.inputType : '';
  if (kind.startsWith('delete')) return text;
  const isTyped = kind === 'insertText' || kind === 'insertCompositionText';
  return maskAccounts(text, isTyped || kind === 'insertLineBreak');
}

/**
 * Puts the caret after the mask of the typed password. Otherwise, the field's text is replaced and
 * the caret moves to its end, where further characters of the password would be treated as another
 * line.
 */
function keepCaret(field: HTMLTextAreaElement, event: Event): void {
  const at = withoutSecrets(field.value.slice(0, field.selectionEnd), event).length;
  // React writes the text of the field at the end of the event.
  queueMicrotask(() => field.setSelectionRange(at, at));
}

interface BulkButtonProps extends Pick<ComponentProps<'button'>, 'children'> {
  ids: ReadonlySet<string>;
  onClick: (ids: ReadonlySet<string>) => void;
}

function BulkButton({ ids, onClick, children }: BulkButtonProps) {
  if (ids.size === 0) return null;
  return (
    <Button size="xs" onClick={() => onClick(ids)}>
      {children}
    </Button>
  );
}

const NO_HOLDERS: Holders = {};

/**
 * The categories that contain the accounts. Without an answer there are no remarks, because the
 * server merges repeats anyway.
 */
function useHolders(type: QueueType, accounts: readonly string[]): Holders {
  const settled = useDebounced(accounts, LOOKUP_PAUSE_MS);
  // A key with the accounts themselves would be written as text on every render.
  const requestId = useMemo(() => (settled.length > 0 ? crypto.randomUUID() : null), [settled]);
  const holdersQuery = useQuery({
    queryKey: ['queues', type, 'holders', requestId],
    queryFn: async ({ signal }) => {
      const answers = await inParts(settled, ACCOUNTS_PER_CALL, (accounts) =>
        send(api.queues.accounts.holders.$post({ json: { type, accounts } }, { init: { signal } })),
      );
      return Object.assign({}, ...answers.map(({ data }) => data)) as Holders;
    },
    enabled: requestId !== null,
    gcTime: 0,
    retry: false,
  });
  return holdersQuery.data ?? NO_HOLDERS;
}

function listProblemsFirst(entries: readonly PastedAccount[], holders: Holders): PreviewRow[] {
  const groups: PreviewRow[][] = [[], [], [], [], []];
  for (const [index, entry] of entries.entries()) {
    const owners = entry.verdict === 'valid' ? (holders[accountKey(entry.text)] ?? []) : [];
    const corrected = entry.verdict === 'double' ? null : correctAccount(entry.text);
    const row: PreviewRow = { ...entry, id: String(index), corrected, holders: owners };
    const remark = isLikelyTypo(row) ? 1 : owners.length > 0 ? 3 : 4;
    groups[{ malformed: 0, double: 2, valid: remark }[entry.verdict]]?.push(row);
  }
  return groups.flat();
}

/** The address could be right, but it is probably a typo of a well-known provider's. */
const isLikelyTypo = ({ verdict, corrected }: PreviewRow): boolean =>
  verdict === 'valid' && corrected !== null;

interface Edit {
  correct: (ids: ReadonlySet<string>) => void;
  /** Accepts a malformed account unchanged. */
  keep: (ids: ReadonlySet<string>) => void;
  remove: (ids: ReadonlySet<string>) => void;
}

const previewColumns = (edit: Edit) =>
  gridColumns<PreviewRow>({
    line: {
      label: 'Line',
      width: '44px',
      align: 'right',
      from: 420,
      cell: ({ line }) => <span className="text-text-muted">{formatNumber(line)}</span>,
    },
    account: { label: 'Account', width: 'minmax(110px, 1fr)', title: textOf, cell: textOf },
    verdict: {
      label: 'Verdict',
      width: 'minmax(96px, 215px)',
      title: verdictOf,
      cell: (row) => <Verdict row={row} />,
    },
    actions: { width: '78px', buttons: (row) => <RowActions row={row} edit={edit} /> },
  });

/** Address and result in two lines, for a side panel. */
const foldedRow = (edit: Edit) => ({
  below: 400,
  height: 46,
  render: (row: PreviewRow) => (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={row.text}>
          {row.text}
        </span>
        <Verdict row={row} />
      </span>
      <RowActions row={row} edit={edit} />
    </span>
  ),
});

/** "Malformed: no @", "Likely typo of gmail.com", "Duplicate", "Already in Gold, Silver" or "Valid". */
function verdictOf(row: PreviewRow): string {
  const { verdict, fault, holders, corrected } = row;
  if (isLikelyTypo(row)) return `Likely typo of ${corrected?.split('@')[1]}`;
  if (verdict === 'malformed') return `Malformed: ${fault?.replace(/^has /, '')}`;
  if (verdict === 'double') return 'Duplicate';
  return holders.length > 0 ? `Already in ${holders.join(', ')}` : 'Valid';
}

function Verdict({ row }: { row: PreviewRow }) {
  const text = verdictOf(row);
  if (text === 'Valid') return <span className="text-text-muted">{text}</span>;
  const tone = { malformed: 'danger', double: 'warning', valid: 'info' } as const;
  return (
    <Badge tone={isLikelyTypo(row) ? 'warning' : tone[row.verdict]} className="max-w-full">
      <span className="truncate">{text}</span>
    </Badge>
  );
}

function RowActions({ row, edit }: { row: PreviewRow; edit: Edit }) {
  const { id, text, verdict, corrected, holders } = row;
  if (verdict === 'valid' && holders.length === 0 && corrected === null) return null;
  const ids = new Set([id]);
  return (
    <span className="flex justify-end">
      {corrected === null ? null : (
        <IconButton
          size="xs"
          label={`Correct to ${corrected}`}
          icon={<WandSparkles />}
          onClick={() => edit.correct(ids)}
        />
      )}
      {verdict === 'malformed' && canKeep(text) ? (
        <IconButton
          size="xs"
          label={`Keep ${text} as it is`}
          icon={<Check />}
          onClick={() => edit.keep(ids)}
        />
      ) : null}
      <IconButton
        size="xs"
        label={`Remove ${text}`}
        icon={<X />}
        onClick={() => edit.remove(ids)}
      />
    </span>
  );
}
