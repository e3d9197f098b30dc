import * as z from 'zod/mini';
import { Form, FormField, FormSubmit } from '../../web/kit/form/form.tsx';
import { useForm } from '../../web/kit/form/use-form.ts';
import { Input } from '../../web/ui/input.tsx';

const mailbox = z.object({
  user: z.string().check(z.trim(), z.email('Enter an email address.')),
  port: z.pipe(
    z.string(),
    z.pipe(
      z.transform(Number),
      z.int('Enter a port from 1 to 65535.').check(z.minimum(1, 'Enter a port from 1 to 65535.')),
    ),
  ),
});
type Mailbox = z.output<typeof mailbox>;

export const failure = {
  refused: 'Failed to save account',
  thrown: 'Failed to save account. Please try again.',
};
const INITIAL = { user: '', port: '993' };

export interface MailboxFormProps {
  submit?: (output: Mailbox) => unknown;
  onDone?: () => void;
  reason?: 'always' | 'tried';
}

export function useMailboxForm({ submit = () => undefined, onDone }: MailboxFormProps) {
  return useForm(mailbox, {
    initial: INITIAL,
    labels: { port: 'Port' },
    submit,
    failure,
    ...(onDone && { onDone }),
  });
}

export function Fields({ form }: { form: ReturnType<typeof useMailboxForm> }) {
  return (
    <>
      <FormField form={form} name="user" label="Email">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="port" label="Port">
        {(control) => <Input {...control} />}
      </FormField>
    </>
  );
}

export function MailboxForm(props: MailboxFormProps) {
  const form = useMailboxForm(props);
  return (
    <Form form={form}>
      <Fields form={form} />
      <FormSubmit form={form} reason={props.reason ?? 'tried'} busyLabel="Saving...">
        Save
      </FormSubmit>
      <output>{form.failure}</output>
    </Form>
  );
}
