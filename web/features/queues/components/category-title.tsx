import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { categoryName } from '../../../../shared/queues/category-name.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { withReason } from '../failure-text.ts';
import { useRenameCategory } from '../mutations.ts';

interface CategoryTitleProps {
  type: QueueType;
  name: string;
  /** Called before the list is fetched again. */
  onRenamed: (to: string) => void;
  onFailure: (text: string | null) => void;
  children: React.ReactNode;
}

/**
 * A category's name, renamed in place: Enter or blur commits, Escape cancels; an empty or unchanged name cancels
 * without a call. After a failure the field stays open with what was typed.
 */
export function CategoryTitle({ type, name, onRenamed, onFailure, children }: CategoryTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isBusy = useRef(false);
  const endedByKey = useRef(false);
  const rename = useRenameCategory(type, onRenamed);

  const start = () => {
    onFailure(null);
    setDraft(name);
  };
  const commit = (wanted: string) => {
    // Blur follows Enter.
    if (isBusy.current) return;
    const to = wanted.trim();
    onFailure(null);
    if (to === '' || to === name) return setDraft(null);
    const checked = categoryName.safeParse(to);
    if (!checked.success) return onFailure(checked.error.issues[0]?.message ?? null);
    isBusy.current = true;
    rename.mutate(
      { from: name, to },
      {
        onSuccess: () => setDraft(null),
        onError: (error) => onFailure(withReason(TEXTS.renameFailed, error)),
        onSettled: () => {
          isBusy.current = false;
        },
      },
    );
  };
  const cancel = () => {
    onFailure(null);
    setDraft(null);
  };

  if (draft !== null) {
    return (
      <span className="w-[280px] max-w-full">
        <Input
          size="sm"
          autoFocus
          aria-label={`New name of ${name}`}
          aria-busy={rename.isPending || undefined}
          readOnly={rename.isPending}
          value={draft}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => {
            endedByKey.current = false;
            commit(draft);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            endedByKey.current = true;
            if (event.key === 'Enter') commit(draft);
            else cancel();
          }}
        />
      </span>
    );
  }
  return (
    <>
      {children}
      <IconButton
        // The focus of the field that is gone returns to the button that opened it.
        ref={(button) => {
          if (endedByKey.current) button?.focus();
          endedByKey.current = false;
        }}
        size="xs"
        label={`Rename ${name}`}
        busy={rename.isPending}
        icon={<Pencil />}
        onClick={start}
      />
    </>
  );
}
