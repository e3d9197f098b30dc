import { CircleCheck, FolderPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import {
  describeCounts,
  describeMalformed,
  type ParsedAccounts,
  parseAccounts,
} from '../../../../shared/accounts/parse-accounts.ts';
import { categoryName } from '../../../../shared/queues/category-name.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import {
  CATEGORY_SUCCESS_MS,
  categoryUploadedText,
  TEXTS,
} from '../../../../shared/queues/texts.ts';
import { Form, FormField, FormSubmit } from '../../../kit/form/form.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { Input, Textarea } from '../../../ui/input.tsx';
import { Section } from '../../../ui/panel.tsx';
import { useAddAccounts } from '../mutations.ts';

interface Values {
  category: string;
  accounts: string;
}

/** A pasted list of 100,000 accounts is parsed once per change, not for each check of the form. */
let last = { text: '', parsed: parseAccounts('') };

function parseText(text: string): ParsedAccounts {
  if (text !== last.text) last = { text, parsed: parseAccounts(text) };
  return last.parsed;
}

const hasAccounts = z.refine<string>(
  (text) => parseText(text).accounts.length > 0,
  'Accounts needs at least one line with an @.',
);

const categoryUpload = z.object({
  category: categoryName,
  accounts: z.pipe(
    z.string().check(hasAccounts),
    z.transform((text) => parseText(text).accounts),
  ),
});

interface Success extends Values {
  text: string;
  detail: string;
}

/** Creates a category or adds accounts to one: a name, and one account per line. */
export function CategoryForm({ type, names }: { type: QueueType; names: readonly string[] }) {
  const [success, setSuccess] = useState<Success | null>(null);
  const add = useAddAccounts(type);
  const form = useForm(categoryUpload, {
    initial: { category: '', accounts: '' },
    submit: async ({ category, accounts }, values) => {
      const { message } = await add.mutateAsync({ category, accounts });
      const text = categoryUploadedText(category, accounts.length);
      setSuccess({ ...values, text, detail: message });
    },
    failure: { refused: TEXTS.categoryFailed, thrown: TEXTS.categoryError },
  });
  const clear = useEffectEvent((done: Success) => {
    const { category, accounts } = form.values;
    setSuccess(null);
    // What was typed since stays.
    form.reset({
      category: category === done.category ? '' : category,
      accounts: accounts === done.accounts ? '' : accounts,
    });
  });
  useEffect(() => {
    if (success === null) return;
    const timer = setTimeout(() => clear(success), CATEGORY_SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [success]);
  const isEmpty = form.values.category === '' && form.values.accounts === '';

  return (
    <Section title="Upload category">
      <Form
        form={form}
        className="grid grid-cols-[minmax(180px,260px)_minmax(0,1fr)] gap-x-4 gap-y-3 max-md:grid-cols-1 md:grid-rows-[auto_1fr]"
      >
        <div>
          <FormField form={form} name="category" label="Category name">
            {(control) => <Input {...control} autoComplete="off" list="queue-category-names" />}
          </FormField>
          <datalist id="queue-category-names">
            {names.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </div>
        <FormField
          form={form}
          name="accounts"
          label="Accounts"
          hint={<AccountsHint text={form.values.accounts} />}
          className="md:row-span-2"
        >
          {(control) => (
            <Textarea {...control} rows={4} spellCheck={false} className="mono text-xs!" />
          )}
        </FormField>
        <div className="flex flex-col items-start gap-1.5">
          <FormSubmit
            form={form}
            reason={isEmpty ? 'tried' : 'always'}
            variant="secondary"
            icon={<FolderPlus />}
          >
            Upload category
          </FormSubmit>
        </div>
        <div role="status" className="col-span-full empty:hidden">
          {success ? (
            <p className="flex items-start gap-1.5 text-success-text">
              <CircleCheck className="mt-0.5 size-4 flex-none" strokeWidth={2} />
              <span>
                {success.text}
                <span className="block text-xs">{success.detail}</span>
              </span>
            </p>
          ) : null}
        </div>
        {form.failure === null ? null : (
          <p role="alert" className="col-span-full text-xs text-danger-text">
            {form.failure}
          </p>
        )}
      </Form>
    </Section>
  );
}

function AccountsHint({ text }: { text: string }) {
  if (text === '') return 'One account per line.';
  const parsed = parseText(text);
  const malformed = describeMalformed(parsed.malformed);
  return `${describeCounts(parsed)}. ${malformed}`.trim();
}
