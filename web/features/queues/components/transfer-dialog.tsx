import { type FormEvent, useId, useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

interface TransferDialogProps {
  /** 'Move', 'Copy' or 'Add'. */
  verb: string;
  accounts: number;
  /** Categories that are there; a new name makes a new one. */
  names: readonly string[];
  busy: boolean;
  error: string | null;
  onSubmit: (category: string) => void;
  onClose: () => void;
}

/** Asks for the category that accounts go to. */
export function TransferDialog(props: TransferDialogProps) {
  const [name, setName] = useState('');
  const listId = useId();
  const action = `${props.verb} ${countOf(props.accounts, 'account')}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') props.onSubmit(name.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={`${action} to a category`}
      description="A name that is not there yet makes a new category."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Category name" error={props.error ?? undefined}>
          {(ids) => (
            <Input
              {...ids}
              list={listId}
              value={name}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <datalist id={listId}>
          {props.names.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        {name.trim() === '' ? <FieldError>The category needs a name.</FieldError> : null}
        <DialogFooter>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={props.busy}
            aria-disabled={name.trim() === ''}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
