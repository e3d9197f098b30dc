import { useState } from 'react';
import { readManualList } from '../../../../shared/encore/accounts.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { runJob } from '../../../kit/job.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Field } from '../../../ui/field.tsx';
import { PastedAccounts } from '../../accounts/pasted-accounts.tsx';
import type { AccountFile, AccountFileApi } from '../account-file.worker.ts';

interface ImportAccountsProps {
  /** Of the categories that the accounts are compared with. */
  type: QueueType;
  /** The event: "Movistar Arena, 14/03/2027". */
  eventName: string;
  onImport: (accounts: string[]) => void;
}

/** 'Import for event': an own account list of an event, typed, pasted or from a file. */
export function ImportAccounts({ type, eventName, onImport }: ImportAccountsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const list = readManualList(text);
  const isWrong = !list.isValid && text.trim() !== '';
  const close = () => {
    setIsOpen(false);
    setText('');
    setNote(null);
  };
  const take = async (file: File) => {
    try {
      const read = await runJob<AccountFileApi, AccountFile>(
        () => new Worker(new URL('../account-file.worker.ts', import.meta.url), { type: 'module' }),
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
    <>
      <Button
        size="xs"
        onClick={() => setIsOpen(true)}
        aria-label={`Import for event ${eventName}`}
      >
        Import for event
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => (open ? setIsOpen(true) : close())}
        title="Import for event"
        description={eventName}
        size="lg"
      >
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!list.isValid) return;
            onImport(list.accounts);
            close();
          }}
        >
          <Field
            label="Accounts"
            hint={
              list.isValid ? <span role="status">{list.message}</span> : 'One account per line.'
            }
            error={isWrong ? list.message : null}
          >
            {(control) => (
              <PastedAccounts
                {...control}
                rows={8}
                type={type}
                value={text}
                onChange={(next) => {
                  setText(next);
                  setNote(null);
                }}
              />
            )}
          </Field>
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
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={!list.isValid}>
              Import accounts
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </>
  );
}

function describeLeftOut(rows: number, firstLine: number): string | null {
  if (rows === 0) return null;
  if (rows === 1) return `Line ${firstLine} of the file has no e-mail address and is left out.`;
  return `${formatNumber(rows)} rows of the file have no e-mail address and are left out, the first in line ${firstLine}.`;
}
