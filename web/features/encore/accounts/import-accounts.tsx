import { useState } from 'react';
import { describeResult } from '../../../../shared/csv/file-result.ts';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import { readManualList } from '../../../../shared/encore/accounts.ts';
import { ACCOUNT_TEMPLATE } from '../../../../shared/pasted-accounts/template.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { runJob } from '../../../kit/job.ts';
import { TemplateButton } from '../../../kit/template-button.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogFooter, OpenDialog } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import type { AccountFile, AccountFileApi } from './account-file.worker.ts';
import { AccountsField } from './accounts-field.tsx';

interface ImportAccountsProps {
  /** The queue type of the categories that the accounts are compared with. */
  type: QueueType;
  /** The event: "Movistar Arena, 14/03/2027". */
  eventName: string;
  onImport: (accounts: string[]) => void;
}

/** 'Import for event': an own account list of an event, typed, pasted or from a file. */
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

function ImportDialog({
  type,
  eventName,
  onImport,
  onClose,
}: ImportAccountsProps & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const { isValid, accounts } = readManualList(text);
  const take = async (file: File) => {
    try {
      const read = await runJob<AccountFileApi, AccountFile>(
        () => new Worker(new URL('./account-file.worker.ts', import.meta.url), { type: 'module' }),
        (remote) => remote.readAccounts(file),
      );
      setText(read.text);
      setNote(describeFile(read));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setNote(`${file.name} could not be read. ${reason}`);
    }
  };
  return (
    <OpenDialog title="Import for event" description={eventName} size="lg" onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid) return;
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
            setNote(null);
          }}
        />
        <DropZone
          label="Choose a file"
          hint="Text, CSV, .xlsx or .ods with one account per line"
          accept={`${TABLE_TYPES},.txt,text/plain`}
          aside={<TemplateButton template={ACCOUNT_TEMPLATE} />}
          onFiles={([file]) => file && void take(file)}
        />
        {note === null ? null : (
          <p role="status" className="text-xs text-text-muted">
            {note}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isValid}>
            Import accounts
          </Button>
        </DialogFooter>
      </form>
    </OpenDialog>
  );
}

/** What the file contained, and the first row without an address. */
function describeFile({ result, form }: AccountFile): string {
  const [first] = result.refused;
  const text = `${describeResult(result)}. Read as ${form}.`;
  if (first === undefined) return text;
  return result.refused.length === 1
    ? `${text} Line ${first.line} of the file has no e-mail address and is left out.`
    : `${text} ${formatNumber(result.refused.length)} rows of the file have no e-mail address and are left out, the first in line ${first.line}.`;
}
