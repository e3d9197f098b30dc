import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogFooter, OpenDialog, type OpenDialogProps } from '../../ui/dialog.tsx';
import { Form, FormFailure, FormSubmit } from './form.tsx';
import type { Form as FormState } from './use-form.ts';

interface FormDialogProps<Values extends object> extends OpenDialogProps {
  form: FormState<Values>;
  submitLabel: string;
  /** The Cancel button's handler if it does more than Escape; `onClose` by default. */
  onCancel?: () => void;
  /** Shown while submitting, such as 'Saving...'. */
  busyLabel?: string;
  /** A button at the left of the footer, such as 'Test connection'. */
  aside?: ReactNode;
  /** The submit button deletes something. */
  isDanger?: boolean;
}

/**
 * A form in a dialog. Mount it while it is open, with a key per subject, so that each opening starts with fresh values:
 * `{subject && <AccountDialog key={subject.id} … />}`.
 */
export function FormDialog<Values extends object>({
  form,
  submitLabel,
  onCancel,
  busyLabel,
  aside,
  isDanger,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  return (
    <OpenDialog {...dialog}>
      <Form form={form} className="flex flex-col gap-3.5">
        {children}
        <FormFailure form={form} />
        <DialogFooter>
          {aside ? <span className="mr-auto">{aside}</span> : null}
          <Button onClick={onCancel ?? dialog.onClose}>Cancel</Button>
          <FormSubmit form={form} busyLabel={busyLabel} variant={isDanger ? 'danger' : 'primary'}>
            {submitLabel}
          </FormSubmit>
        </DialogFooter>
      </Form>
    </OpenDialog>
  );
}
