import { CircleCheck, FolderPlus } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { readCategoryLines } from '../../../../shared/queues/category-lines.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import {
  CATEGORY_SUCCESS_MS,
  categoryUploadedText,
  TEXTS,
} from '../../../../shared/queues/texts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input, Textarea } from '../../../ui/input.tsx';
import { Section } from '../../../ui/panel.tsx';
import { useAddAccounts } from '../mutations.ts';

interface Success {
  text: string;
  detail: string;
  /** What the form held: it is cleared unless something else was typed meanwhile. */
  name: string;
  lines: string;
}

/** Makes a category, or adds accounts to one: a name, and one account per line. */
export function CategoryForm({ type, names }: { type: QueueType; names: readonly string[] }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [success, setSuccess] = useState<Success | null>(null);
  const lines = useMemo(() => readCategoryLines(text), [text]);
  const add = useAddAccounts(type);
  const missing = missingText(name, lines.accounts.length);

  useEffect(() => {
    if (success === null) return;
    const timer = setTimeout(() => {
      setSuccess(null);
      setName((now) => (now === success.name ? '' : now));
      setText((now) => (now === success.lines ? '' : now));
    }, CATEGORY_SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [success]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || add.isPending) return;
    const category = name.trim();
    add.mutate(
      { category, accounts: lines.accounts },
      {
        onSuccess: ({ message }) =>
          setSuccess({
            text: categoryUploadedText(category, lines.accounts.length),
            detail: message,
            name,
            lines: text,
          }),
      },
    );
  };

  return (
    <Section title="Upload category">
      <form
        onSubmit={submit}
        className="grid grid-cols-[minmax(180px,260px)_minmax(0,1fr)] gap-x-4 gap-y-3 max-md:grid-cols-1 md:grid-rows-[auto_1fr]"
      >
        <div>
          <Field label="Category name">
            {(ids) => (
              <Input
                {...ids}
                value={name}
                maxLength={120}
                autoComplete="off"
                list="queue-category-names"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <datalist id="queue-category-names">
            {names.map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </div>
        <Field
          label="Accounts"
          hint={text === '' ? 'One account per line.' : countText(lines)}
          className="md:row-span-2"
        >
          {(ids) => (
            <Textarea
              {...ids}
              rows={4}
              spellCheck={false}
              className="mono text-xs!"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-col items-start gap-1.5">
          <Button
            type="submit"
            busy={add.isPending}
            aria-disabled={missing !== null}
            icon={<FolderPlus aria-hidden="true" strokeWidth={1.75} />}
          >
            Upload category
          </Button>
          {missing !== null && (name !== '' || text !== '') ? (
            <p className="text-xs text-text-muted">{missing}</p>
          ) : null}
        </div>
        <div role="status" className="col-span-full empty:hidden">
          {success ? (
            <p className="flex items-start gap-1.5 text-success-text">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 flex-none" strokeWidth={2} />
              <span>
                {success.text}
                <span className="block text-xs">{success.detail}</span>
              </span>
            </p>
          ) : null}
        </div>
        {add.isError ? (
          <div role="alert" className="col-span-full">
            <FieldError>{failureText(add.error)}</FieldError>
          </div>
        ) : null}
      </form>
    </Section>
  );
}

function missingText(name: string, accounts: number): string | null {
  if (name.trim() === '') return 'The category needs a name.';
  return accounts === 0 ? 'Accounts needs at least one line with an @.' : null;
}

function countText({ accounts, rejected, repeated }: ReturnType<typeof readCategoryLines>): string {
  const parts = [countOf(accounts.length, 'account')];
  if (repeated > 0) parts.push(`${countOf(repeated, 'repeated line')}`);
  if (rejected > 0) parts.push(`${countOf(rejected, 'line')} without an @ left out`);
  return parts.join(', ');
}

/** The server's own words; else whether it answered at all. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'server') return TEXTS.categoryError;
  return error.message === '' ? TEXTS.categoryFailed : error.message;
}
