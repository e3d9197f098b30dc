import { CircleCheck, FolderPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { parseAccounts } from '../../../shared/pasted-accounts/parse-accounts.ts';
import { categoryName } from '../../../shared/queues/category-name.ts';
import type { CategorySummary, QueueType } from '../../../shared/queues/schema.ts';
import { CATEGORY_SUCCESS_MS, categoryUploadedText, TEXTS } from '../../../shared/queues/texts.ts';
import { Form, FormField, FormSubmit } from '../../kit/form/form.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { saved, useSaved } from '../../kit/saved/saved.ts';
import { Input } from '../../ui/input.tsx';
import { PastedAccounts } from '../pasted-accounts/pasted-accounts.tsx';
import { useQueueChanges } from './queries.ts';

const accountList = z.pipe(
  z.string(),
  z.transform((text) => parseAccounts(text).accounts),
);
const categoryUpload = z.object({
  category: categoryName,
  accounts: accountList.check(
    z.refine((accounts) => accounts.length > 0, 'Accounts needs at least one line with an @.'),
  ),
});

const EMPTY = { category: '', accounts: '' };

interface Success {
  values: typeof EMPTY;
  text: string;
  detail: string;
}

interface CategoryFormProps {
  type: QueueType;
  categories: readonly CategorySummary[];
  /** Called once the accounts are stored. */
  onUploaded?: () => void;
}

/** The form, whose typed text survives a reload, and the last success, which is shown briefly. */
function useCategoryUpload({ type, onUploaded }: Pick<CategoryFormProps, 'type' | 'onUploaded'>) {
  const [success, setSuccess] = useState<Success | null>(null);
  const { addAccounts } = useQueueChanges(type);
  // The typed text survives the end of a session.
  const typed = useMemo(
    () =>
      saved({
        key: `queues-category.${type}`,
        schema: z.object({ category: z.string(), accounts: z.string() }),
        fallback: EMPTY,
        owner: 'operator',
        place: 'tab',
      }),
    [type],
  );
  const form = useForm(categoryUpload, {
    initial: EMPTY,
    state: useSaved(typed),
    submit: async ({ category, accounts }, values) => {
      // A failure must not be shown beside an earlier success.
      setSuccess(null);
      const detail = await addAccounts(category, accounts);
      const text = categoryUploadedText(category, accounts.length);
      setSuccess({ values, text, detail });
      onUploaded?.();
    },
    failure: { refused: TEXTS.categoryFailed, thrown: TEXTS.categoryError },
  });
  const { category, accounts } = form.values;
  const clear = useEffectEvent((done: typeof EMPTY) => {
    setSuccess(null);
    // Text that was typed since then stays.
    form.reset({
      category: category === done.category ? '' : category,
      accounts: accounts === done.accounts ? '' : accounts,
    });
  });
  useEffect(() => {
    if (success === null) return;
    const timer = setTimeout(() => clear(success.values), CATEGORY_SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [success]);
  return { form, success };
}

/** Creates a category or adds accounts to one: a name, and one account per line. */
export function CategoryForm({ type, categories, onUploaded }: CategoryFormProps) {
  const namesId = useId();
  const { form, success } = useCategoryUpload({ type, onUploaded });
  const { category, accounts } = form.values;
  return (
    <Form form={form} className="flex flex-col gap-3">
      <div role="status" className="empty:hidden">
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
        <p role="alert" className="text-xs text-danger-text">
          {form.failure}
        </p>
      )}
      <FormField form={form} name="category" label="Category name">
        {(control) => <Input {...control} autoComplete="off" list={namesId} />}
      </FormField>
      <datalist id={namesId}>
        {categories.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-start gap-2">
        <FormField
          form={form}
          name="accounts"
          label="Accounts"
          hint={accounts === '' ? 'One account per line.' : undefined}
          className="min-w-40 flex-1"
        >
          {({ onChange: _, ...control }) => (
            <PastedAccounts
              {...control}
              type={type}
              category={category}
              rows={2}
              isStored={accounts === success?.values.accounts}
              onChange={(next) => form.change({ accounts: next })}
            />
          )}
        </FormField>
        <div className="max-w-full sm:mt-5.75">
          <FormSubmit
            form={form}
            reason={category === '' && accounts === '' ? 'tried' : 'always'}
            variant="secondary"
            icon={<FolderPlus />}
          >
            Upload category
          </FormSubmit>
        </div>
      </div>
    </Form>
  );
}
