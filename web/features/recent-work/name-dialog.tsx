import * as z from 'zod/mini';
import { workName } from '../../../shared/recent-work/schema.ts';
import { tryAgain } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Input } from '../../ui/input.tsx';

interface NameDialogProps {
  title: string;
  description?: string;
  submitLabel: string;
  /** The current name. */
  name: string;
  /** Names that are refused because others have them; by default a name may be used twice. */
  taken?: readonly string[];
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** The form for the name of a work or a preset. */
export function NameDialog({ name, taken = [], onName, onClose, ...dialog }: NameDialogProps) {
  const isFree = (text: string) => text === name || !taken.includes(text);
  const schema = z.object({
    name: workName.check(z.refine(isFree, 'A preset has this name: choose another one')),
  });
  const form = useForm(schema, {
    initial: { name },
    submit: (input) => onName(input.name),
    onDone: onClose,
    failure: tryAgain('The name was not saved'),
  });
  return (
    <FormDialog form={form} {...dialog} onClose={onClose}>
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} data-focus-first autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
