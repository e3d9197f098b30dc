import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type {
  FolderKind,
  ImapAccount,
  MailboxFolder,
} from '../../../../shared/mailboxes/schema.ts';
import { fold } from '../../../../shared/text.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { FieldError, FieldGroup } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { foldersQuery } from '../queries.ts';

/** The maximum number of rendered folders, because a mailbox may have thousands. */
const MOST_SHOWN = 100;

const KINDS: Record<FolderKind, string | null> = {
  inbox: 'Inbox',
  junk: 'Junk',
  archive: 'Archive',
  all: 'All mail',
  sent: 'Sent',
  other: null,
};

interface FoldersFieldProps {
  account: ImapAccount;
  /** Null: the inbox and the junk folders. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (folders: string[] | null) => void;
}

/**
 * The folders that searches read in a stored mailbox: the usual ones, or some of the server's list.
 */
export function FoldersField({ account, chosen, error, onChange }: FoldersFieldProps) {
  const [isOpen, setOpen] = useState(chosen !== null);
  const query = useQuery({ ...foldersQuery(account), enabled: isOpen });
  const { data } = query;
  const isUnset = isOpen && chosen === null;
  const chooseUsual = useEffectEvent((folders: readonly MailboxFolder[]) => {
    const usual = folders.filter(({ kind }) => kind === 'inbox' || kind === 'junk');
    if (usual.length > 0) onChange(usual.map(({ path }) => path));
  });
  useEffect(() => {
    if (isUnset && data) chooseUsual(data);
  }, [isUnset, data]);
  return (
    <FieldGroup label="Folders" hint="Presale searches read these folders of the mailbox.">
      <Segmented
        block
        label="Folders"
        value={isOpen ? 'chosen' : 'usual'}
        onChange={(value) => {
          setOpen(value === 'chosen');
          onChange(value === 'chosen' ? account.folders : null);
        }}
        choices={[
          { value: 'usual', label: 'Inbox and junk' },
          { value: 'chosen', label: 'Chosen folders' },
        ]}
      />
      {isOpen ? (
        <div className="mt-1.5 overflow-hidden rounded-md border border-border">
          <QueryView
            query={query}
            headingLevel={3}
            loading={
              <p role="status" className="px-3 py-4 text-xs text-text-muted">
                Reading the folders from the mail server...
              </p>
            }
            failure={tryAgain('Failed to load the folders')}
          >
            {(folders) => (
              <FolderList folders={folders} chosen={chosen ?? []} onChange={onChange} />
            )}
          </QueryView>
        </div>
      ) : null}
      {error && isOpen ? <FieldError>{error}</FieldError> : null}
    </FieldGroup>
  );
}

interface FolderListProps {
  folders: readonly MailboxFolder[];
  chosen: readonly string[];
  onChange: (folders: string[]) => void;
}

/** The folders with a filter. Chosen ones that the server no longer has come first. */
function FolderList({ folders, chosen, onChange }: FolderListProps) {
  const [filter, setFilter] = useState('');
  const [missing] = useState(() => {
    const paths = new Set(folders.map(({ path }) => path));
    return chosen.filter((path) => !paths.has(path));
  });
  const wanted = fold(filter.trim());
  const rows: readonly (Pick<MailboxFolder, 'path'> & Partial<MailboxFolder>)[] = [
    ...missing.map((path) => ({ path })),
    ...folders,
  ].filter(({ path }) => fold(path).includes(wanted));
  const shown = rows.slice(0, MOST_SHOWN);
  const toggle = (path: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, path] : chosen.filter((other) => other !== path));
  if (rows.length === 0 && wanted === '')
    return (
      <p className="px-3 py-4 text-xs text-text-muted">This mailbox has no folders to choose.</p>
    );
  return (
    <>
      <div className="border-b border-border p-1.5">
        <Input
          size="sm"
          type="search"
          aria-label="Filter folders"
          placeholder="Filter folders"
          autoComplete="off"
          spellCheck={false}
          prefix={<Search />}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          // Enter would save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <ul
        aria-label="Folders of the mailbox"
        className="m-0 max-h-56 list-none overflow-y-auto p-1"
      >
        {shown.map(({ path, kind, mails = null }) => (
          <li key={path} className="flex items-center gap-2 rounded-sm px-1.5 py-1 max-md:py-2">
            <CheckboxField
              className="min-w-0 flex-1"
              checked={chosen.includes(path)}
              onChange={(isOn) => toggle(path, isOn)}
            >
              <span dir="auto" className="wrap-anywhere">
                {path}
              </span>
            </CheckboxField>
            {kind === undefined ? <Badge tone="warning">No longer there</Badge> : null}
            {kind && KINDS[kind] !== null && fold(KINDS[kind] ?? '') !== fold(path) ? (
              <Badge>{KINDS[kind]}</Badge>
            ) : null}
            {mails === null ? null : (
              <span className="tn flex-none text-xs text-text-muted">{countOf(mails, 'mail')}</span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="tn border-t border-border px-3 py-1.5 text-xs text-text-muted">
        {rows.length === 0 ? 'No folder has this name. ' : ''}
        {rows.length > shown.length
          ? `The first ${MOST_SHOWN} of ${countOf(rows.length, 'folder')} are shown: filter to see others. `
          : ''}
        {`${formatNumber(chosen.length)} of ${countOf(missing.length + folders.length, 'folder')} chosen.`}
      </p>
    </>
  );
}
