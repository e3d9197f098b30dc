import { useId, useRef } from 'react';
import * as z from 'zod/mini';
import { categoryName } from '../../../../shared/queues/category-name.ts';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import type { Failure } from '../../../kit/failure.ts';
import { Form, FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { countOf } from '../../../lib/format.ts';
import { FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useQueueChanges } from '../queries.ts';

/** The text of a failed rename or deletion, with the server's message or 'Erreur inconnue'. */
function withReason(what: string, error: unknown): string {
  const hasMessage = error instanceof ApiError && error.kind === 'server' && error.message !== '';
  return `${what}: ${hasMessage ? error.message : TEXTS.unknownError}`;
}

interface RenameFieldProps {
  type: QueueType;
  name: string;
  onRenamed: (to: string) => void;
  /** `byKey`: Enter or Escape ended it, and not a click elsewhere. */
  onEnd: (byKey: boolean) => void;
}

const rename = z.object({ name: categoryName });

/**
 * Enter or blur commits, Escape cancels; an empty or unchanged name cancels without a call. After a failure the field
 * stays open with the typed text.
 */
export function RenameField({ type, name, onRenamed, onEnd }: RenameFieldProps) {
  const { renameCategory } = useQueueChanges(type);
  const byKey = useRef(false);
  const form = useForm(rename, {
    initial: { name },
    submit: ({ name: to }) => renameCategory(name, to, () => onRenamed(to)),
    onDone: () => onEnd(byKey.current),
    failure: (error) => withReason(TEXTS.renameFailed, error),
  });
  const commit = (isKey: boolean) => {
    byKey.current = isKey;
    const to = form.values.name.trim();
    if (to === '' || to === name) onEnd(isKey);
    else form.submit();
  };
  const problem = form.messages.name ?? form.failure;
  return (
    <Form form={form} className="flex flex-wrap items-center gap-2">
      <Input
        size="sm"
        autoFocus
        className="w-70 max-w-full"
        aria-label={`New name of ${name}`}
        aria-invalid={problem ? true : undefined}
        aria-busy={form.isSubmitting || undefined}
        readOnly={form.isSubmitting}
        value={form.values.name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => form.change({ name: event.target.value })}
        onBlur={() => commit(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') commit(true);
          else onEnd(true);
        }}
      />
      {problem ? (
        <span role="alert">
          <FieldError>{problem}</FieldError>
        </span>
      ) : null}
    </Form>
  );
}

interface DeleteCategoryProps {
  type: QueueType;
  category: CategorySummary;
  onDeleted: () => void;
  onClose: () => void;
}

const NO_FIELDS = z.object({});

/** Closes on Cancel and on a click on the overlay; after Delete the lists are fetched again. */
export function DeleteCategory({ type, category, onDeleted, onClose }: DeleteCategoryProps) {
  const { deleteCategory } = useQueueChanges(type);
  const form = useForm(NO_FIELDS, {
    initial: {},
    submit: () => deleteCategory(category.name, onDeleted),
    onDone: onClose,
    failure: (error) => withReason(TEXTS.deleteFailed, error),
  });
  return (
    <FormDialog
      form={form}
      title={`Delete category “${category.name}”?`}
      submitLabel="Delete"
      isDanger
      onClose={onClose}
    >
      <p className="text-text-muted">
        Its list of {countOf(category.total_accounts, 'account')} is lost. Positions in queues stay
        in the analysis.
      </p>
    </FormDialog>
  );
}

interface TransferDialogProps {
  /** The verb of the title and the button. */
  verb: string;
  /** Texts for a failed submit. */
  failure: Failure;
  accounts: number;
  /** Existing categories. A new name creates a category. */
  names: readonly string[];
  onSubmit: (category: string) => Promise<void>;
  onClose: () => void;
}

const transfer = z.object({ category: categoryName });

/** The form for the target category of accounts. */
export function TransferDialog({
  verb,
  accounts,
  names,
  failure,
  onSubmit,
  onClose,
}: TransferDialogProps) {
  const listId = useId();
  const action = `${verb} ${countOf(accounts, 'account')}`;
  const form = useForm(transfer, {
    initial: { category: '' },
    submit: ({ category }) => onSubmit(category),
    onDone: onClose,
    failure,
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
