import { viewForm } from '../../../shared/views/schema.ts';
import { tryAgain } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';

interface ViewDialogProps {
  title: string;
  description: string;
  initial: { name: string; is_shared: boolean };
  save: (values: { name: string; is_shared: boolean }) => Promise<unknown>;
  onClose: () => void;
}

/** The form of a view: its name, and whether others see it. */
export function ViewDialog({ title, description, initial, save, onClose }: ViewDialogProps) {
  const form = useForm(viewForm, {
    initial,
    submit: save,
    done: ({ name }) => ({ title: `View "${name}" saved` }),
    onDone: onClose,
    failure: tryAgain('Failed to save the view'),
  });
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      onClose={onClose}
      submitLabel="Save view"
      busyLabel="Saving..."
    >
      <FormField form={form} name="name" label="Name *">
        {(control) => <Input {...control} data-focus-first />}
      </FormField>
      <CheckboxField
        name="is_shared"
        checked={form.values.is_shared}
        onChange={(is_shared) => form.change({ is_shared })}
      >
        Share with all operators
      </CheckboxField>
    </FormDialog>
  );
}
