import { ChevronRight, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { withReason } from '../failure-text.ts';
import { useDeleteCategory } from '../mutations.ts';
import { CategoryAccounts } from './category-accounts.tsx';
import { CategoryTitle } from './category-title.tsx';

interface CategorySectionProps {
  type: QueueType;
  category: CategorySummary;
  names: readonly string[];
  isOpen: boolean;
  onToggle: () => void;
  onRenamed: (to: string) => void;
  onOpen: (account: string) => void;
}

/** One category: its name and numbers, and its accounts when it is opened. */
export function CategorySection(props: CategorySectionProps) {
  const { type, category, names, isOpen, onOpen } = props;
  const [isDeleting, setIsDeleting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const bodyId = useId();
  const { name, total_accounts, tested_accounts } = category;
  return (
    <section aria-label={`Category ${name}`} className="border-t border-border">
      <div className="flex min-h-[46px] items-center gap-1.5 pr-4 pl-3 max-md:pl-2">
        <CategoryTitle type={type} name={name} onRenamed={props.onRenamed} onFailure={setFailure}>
          <h3 className="m-0 min-w-0">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={props.onToggle}
              className="flex h-8 max-w-full items-center gap-1.5 rounded-sm px-1.5 font-medium hover:bg-surface-hover"
            >
              <ChevronRight
                strokeWidth={2}
                className={`size-4 flex-none text-text-muted ${isOpen ? 'rotate-90' : ''}`}
              />
              <span className="truncate">{name}</span>
            </button>
          </h3>
        </CategoryTitle>
        <span className="tn ml-2 truncate text-xs text-text-muted">
          {countOf(total_accounts, 'account')}, {formatNumber(tested_accounts)} tested
        </span>
        <span className="ml-auto">
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 />}
            onClick={() => setIsDeleting(true)}
          />
        </span>
      </div>
      {failure === null ? null : (
        <div role="alert" className="px-5 pb-2">
          <FieldError>{failure}</FieldError>
        </div>
      )}
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? (
          <CategoryAccounts type={type} category={category} names={names} onOpen={onOpen} />
        ) : null}
      </div>
      {isDeleting ? (
        <DeleteDialog type={type} category={category} onClose={() => setIsDeleting(false)} />
      ) : null}
    </section>
  );
}

interface DeleteDialogProps {
  type: QueueType;
  category: CategorySummary;
  onClose: () => void;
}

/** Closes on Cancel and on a click on the overlay; after Delete the list is fetched again. */
function DeleteDialog({ type, category, onClose }: DeleteDialogProps) {
  const remove = useDeleteCategory(type);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete category “${category.name}”?`}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(category.name, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p className="text-text-muted">
        Its list of {countOf(category.total_accounts, 'account')} is lost. Positions in queues stay
        in the analysis.
      </p>
      {remove.isError ? (
        <div role="alert" className="mt-3">
          <FieldError>{withReason(TEXTS.deleteFailed, remove.error)}</FieldError>
        </div>
      ) : null}
    </Dialog>
  );
}
