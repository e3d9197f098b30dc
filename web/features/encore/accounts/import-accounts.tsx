import { type ComponentProps, useState } from 'react';
import { describeResult } from '../../../../shared/csv/file-result.ts';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import { readManualList } from '../../../../shared/encore/accounts.ts';
import { errorText } from '../../../../shared/error-text.ts';
import { ACCOUNT_TEMPLATE } from '../../../../shared/pasted-accounts/template.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { chosenColumns } from '../../../kit/file-import/chosen-columns.ts';
import { TableReadingDetails } from '../../../kit/file-import/table-reading.tsx';
import { useOneFile } from '../../../kit/file-import/use-one-file.ts';
import { runJob } from '../../../kit/job.ts';
import { TemplateButton } from '../../../kit/template-button.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogFooter, OpenDialog } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import type { AccountFile, AccountFileJobs } from './account-file.worker.ts';
import { AccountsField } from './accounts-field.tsx';

interface ImportAccountsProps {
  /** The queue type of the categories that the accounts are compared with. */
  type: QueueType;
  /** The event: "Movistar Arena, 14/03/2027". */
  eventName: string;
  onImport: (accounts: string[]) => void;
}

/** 'Import for event': the account list of one event, typed, pasted or from a file. */
export function ImportAccounts(props: ImportAccountsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        onClick={() => setIsOpen(true)}
        aria-label={`Import for event ${props.eventName}`}
      >
        Import for event
      </Button>
      {isOpen ? <ImportDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const MEANINGS = { account: 'Account' };
/** The columns that an operator has chosen for files with a header. */
const accountColumns = chosenColumns('account-columns', MEANINGS);

const startWorker = () =>
  new Worker(new URL('./account-file.worker.ts', import.meta.url), { type: 'module' });

function ImportDialog({
  type,
  eventName,
  onImport,
  onClose,
}: ImportAccountsProps & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const { isValid, accounts } = readManualList(text);
  const { chosen, isReading, take, again, clear } = useOneFile({
    read: (file, as) =>
      runJob<AccountFileJobs, AccountFile>(startWorker, (remote) =>
        remote.readAccounts(file, { ...as, remembered: accountColumns.read() }),
      ),
    columns: accountColumns,
    onRead: (read) => {
      setText(read.text);
      setFailure(null);
    },
    onFailure: (error, { name }) => {
      const reason = errorText(error);
      setFailure(`${name} could not be read. ${reason}`);
    },
  });
  return (
    <OpenDialog title="Import for event" description={eventName} size="lg" onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid || isReading) return;
          onImport(accounts);
          onClose();
        }}
      >
        <AccountsField
          rows={8}
          type={type}
          value={text}
          onChange={(next) => {
            setText(next);
            setFailure(null);
            // Reading the file again would replace typed text.
            clear();
          }}
        />
        <DropZone
          label="Choose a file"
          hint="Text, CSV, .xlsx or .ods with one account per line"
          accept={`${TABLE_TYPES},.txt,text/plain`}
          aside={<TemplateButton template={ACCOUNT_TEMPLATE} />}
          onFiles={([file]) => file && take(file)}
        />
        {failure === null ? null : (
          <p role="alert" className="text-xs text-danger-text">
            {failure}
          </p>
        )}
        {chosen === null ? null : (
          <FileReading name={chosen.file.name} read={chosen.read} onRead={again} />
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isValid || isReading}>
            Import accounts
          </Button>
        </DialogFooter>
      </form>
    </OpenDialog>
  );
}

interface FileReadingProps {
  name: string;
  read: AccountFile;
  onRead: ComponentProps<typeof TableReadingDetails<'account'>>['onRead'];
}

/** The content of the chosen file, and how it is read. */
function FileReading({ name, read, onRead }: FileReadingProps) {
  return (
    <div className="flex flex-col gap-1 text-xs">
      <p role="status" className="text-text-muted">
        {describeFile(read)}
      </p>
      <TableReadingDetails
        name={name}
        read={read}
        meanings={MEANINGS}
        optional={[]}
        onRead={onRead}
      />
    </div>
  );
}

/** The content of the file, and the first row without an address. */
function describeFile({ result, form }: AccountFile): string {
  const [first] = result.refused;
  const text = `${describeResult(result)}. Read as ${form.text}.`;
  if (first === undefined) return text;
  return result.refused.length === 1
    ? `${text} Line ${first.line} of the file has no e-mail address and is left out.`
    : `${text} ${formatNumber(result.refused.length)} rows of the file have no e-mail address and are left out, the first in line ${first.line}.`;
}
