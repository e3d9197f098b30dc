import { useState } from 'react';
import { readManualList } from '../../../../shared/encore/accounts.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { runJob } from '../../../kit/job.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogFooter, OpenDialog } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import type { AccountFile, AccountFileApi } from './account-file.worker.ts';
import { AccountsField } from './accounts-field.tsx';

interface ImportAccountsProps {
  /** Of the categories that the accounts are compared with. */
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
      setNote(describeLeftOut(read.leftOut, read.firstLine));
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
          hint="Text or CSV with one account per line"
          accept=".csv,.txt,text/csv,text/plain"
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

function describeLeftOut(rows: number, firstLine: number): string | null {
  if (rows === 0) return null;
  if (rows === 1) return `Line ${firstLine} of the file has no e-mail address and is left out.`;
  return `${formatNumber(rows)} rows of the file have no e-mail address and are left out, the first in line ${firstLine}.`;
}
