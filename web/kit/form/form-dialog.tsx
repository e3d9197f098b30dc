import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Form, FormSubmit } from './form.tsx';
import type { Form as FormState } from './use-form.ts';

interface FormDialogProps<Values extends object> {
  form: FormState<Values>;
  title: string;
  description?: ReactNode;
  /** On Cancel, Escape, the backdrop and the close button. */
  onClose: () => void;
  submitLabel: string;
  /** Shown while submitting, such as 'Saving...'. */
  busyLabel?: string;
  /** A button at the left of the footer, such as 'Test connection'. */
  aside?: ReactNode;
  size?: 'md' | 'lg';
  /** The submit button deletes something. */
  isDanger?: boolean;
  children: ReactNode;
}

/**
 * A form in a dialog. Mount it while it is open, with a key per subject, so that each opening starts with fresh values:
 * `{subject && <AccountDialog key={subject.id} … />}`.
 */
export function FormDialog<Values extends object>({
  form,
  title,
  description,
  onClose,
  submitLabel,
  busyLabel,
  aside,
  size,
  isDanger,
  children,
}: FormDialogProps<Values>) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      size={size}
    >
      <Form form={form} className="flex flex-col gap-3.5">
        {children}
        {form.failure === null ? null : <Banner tone="danger">{form.failure}</Banner>}
        <DialogFooter>
          {aside ? <span className="mr-auto">{aside}</span> : null}
          <Button onClick={onClose}>Cancel</Button>
          <FormSubmit form={form} busyLabel={busyLabel} variant={isDanger ? 'danger' : 'primary'}>
            {submitLabel}
          </FormSubmit>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
