import { useId } from 'react';
import * as z from 'zod/mini';
import { categoryName } from '../../../../shared/queues/category-name.ts';
import { failureText } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { countOf } from '../../../lib/format.ts';
import { Input } from '../../../ui/input.tsx';

interface TransferDialogProps {
  /** 'Move', 'Copy' or 'Add'. */
  verb: string;
  accounts: number;
  /** Existing categories. A new name makes a new one. */
  names: readonly string[];
  onSubmit: (category: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

const transfer = z.object({ category: categoryName });

/** Asks for the category that accounts go to. */
export function TransferDialog({
  verb,
  accounts,
  names,
  onSubmit,
  onDone,
  onClose,
}: TransferDialogProps) {
  const listId = useId();
  const action = `${verb} ${countOf(accounts, 'account')}`;
  const form = useForm(transfer, {
    initial: { category: '' },
    submit: ({ category }) => onSubmit(category),
    onDone,
    failure: (error) => failureText(error, FAILED),
  });
  return (
    <FormDialog
      form={form}
      title={`${action} to a category`}
      description="A name that does not exist yet makes a new category."
      submitLabel={action}
      onClose={onClose}
    >
      <FormField form={form} name="category" label="Category name">
        {(control) => <Input {...control} list={listId} autoComplete="off" />}
      </FormField>
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  );
}

const FAILED = {
  refused: 'The accounts were not added to the category.',
  thrown: 'The accounts were not added to the category. Try again.',
};
