import { useState } from 'react';
import { readManualList } from '../../../../shared/encore/accounts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';

interface ImportAccountsProps {
  /** The event: "Movistar Arena, 14/03/2027". */
  eventName: string;
  onImport: (accounts: string[]) => void;
}

/** 'Import for event': an account list of the event's own, typed, pasted or out of a file. */
export function ImportAccounts({ eventName, onImport }: ImportAccountsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const list = readManualList(text);
  const isWrong = !list.isValid && text.trim() !== '';
  const close = () => {
    setIsOpen(false);
    setText('');
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
              <Textarea
                {...control}
                rows={8}
                spellCheck={false}
                className="mono"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <DropZone
            label="Choose a file"
            hint="Text or CSV with one account per line"
            accept=".csv,.txt,text/csv,text/plain"
            onFiles={([file]) => void file?.text().then((read) => setText(accountsOfFile(read)))}
          />
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

/** The first cell of each line that holds an e-mail; a heading and further columns are left out. */
function accountsOfFile(text: string): string {
  const cells = text.split(/\r\n|\r|\n/).map((line) => line.split(/[,;\t]/));
  const emails = cells.flatMap((line) => {
    const found = line
      .map((cell) => cell.trim().replace(/^"|"$/g, ''))
      .find((cell) => cell.includes('@'));
    return found === undefined ? [] : [found];
  });
  return emails.join('\n');
}
