import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { ButtonSize, ButtonVariant } from '../../ui/button-styles.ts';
import { BlockedReason, Field, type FieldControl } from '../../ui/field.tsx';
import type { Form as FormState } from './use-form.ts';

interface FormProps {
  form: Pick<FormState<object>, 'element' | 'submit' | 'blur'>;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** In a text of several lines, Enter starts a new line. */
function submitText(event: KeyboardEvent<HTMLFormElement>): void {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSubmit || !(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/**
 * The form element. Enter submits it, and Ctrl Enter does in a text of several lines. The schema validates it, not the
 * browser.
 */
export function Form({ form, label, className, children }: FormProps) {
  return (
    <form
      ref={form.element}
      noValidate
      aria-label={label}
      onSubmit={form.submit}
      onBlur={form.blur}
      onKeyDown={submitText}
      className={className}
    >
      {children}
    </form>
  );
}

/** Why the last submit failed, below the fields. */
export function FormFailure({ form }: { form: { failure: string | null } }) {
  if (form.failure === null) return null;
  return (
    <Banner tone="danger" className="w-full">
      {form.failure}
    </Banner>
  );
}

/** The fields whose value is text. */
type TextName<Values> = Extract<
  { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values],
  string
>;

/** The properties of a text control in a form. */
interface TextControl extends FieldControl {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** The part of a form that a field needs. */
export type FieldsOf<Values extends object> = Pick<
  FormState<Values>,
  'values' | 'messages' | 'change'
>;

interface FormFieldProps<Values extends object, Name extends TextName<Values>> {
  form: FieldsOf<Values>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  aside?: ReactNode;
  className?: string;
  children: (control: TextControl) => ReactNode;
}

/**
 * A labelled text control with its message.
 * @example <FormField form={form} name="host" label="IMAP Host">{(control) => <Input {...control} />}</FormField>
 */
export function FormField<Values extends object, Name extends TextName<Values>>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Values, Name>) {
  return (
    <Field {...field} error={form.messages[name]}>
      {(control) =>
        children({
          ...control,
          name,
          // `Name` is limited to fields that hold text.
          value: form.values[name] as string,
          onChange: (event) => form.change({ [name]: event.target.value } as Partial<Values>),
        })
      }
    </Field>
  );
}

interface FormSubmitProps {
  form: Pick<FormState<object>, 'isSubmitting' | 'isTried' | 'reason' | 'validate'>;
  /**
   * `always`: the button is disabled while the form is invalid, with the reason under it. `tried`:
   * a press shows the messages at the fields, and the reason under the button.
   */
  reason?: 'always' | 'tried';
  /** Shown while submitting, such as 'Saving...'. */
  busyLabel?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The submit button with the reason why it is blocked. */
export function FormSubmit({
  form,
  reason = 'tried',
  busyLabel,
  variant = 'primary',
  children,
  ...button
}: FormSubmitProps) {
  const reasonId = useId();
  const isReasonShown =
    form.reason !== null && !form.isSubmitting && (reason === 'always' || form.isTried);
  return (
    <>
      <Button
        {...button}
        type="submit"
        variant={variant}
        busy={form.isSubmitting}
        aria-disabled={isReasonShown || undefined}
        aria-describedby={isReasonShown ? reasonId : undefined}
        onBlockedClick={form.validate}
      >
        {form.isSubmitting ? (busyLabel ?? children) : children}
      </Button>
      {isReasonShown ? <BlockedReason id={reasonId}>{form.reason}</BlockedReason> : null}
    </>
  );
}
