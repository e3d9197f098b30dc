import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { withReason } from '../failure-text.ts';
import { useRenameCategory } from '../mutations.ts';

interface CategoryTitleProps {
  type: QueueType;
  name: string;
  /** Told before the list is read anew, so that what follows the name is ready for the new one. */
  onRenamed: (to: string) => void;
  onFailure: (text: string | null) => void;
  children: React.ReactNode;
}

/**
 * A category's name, renamed in place: Enter or blur commits, Escape cancels; an empty or unchanged name cancels
 * without a call.
 */
export function CategoryTitle({ type, name, onRenamed, onFailure, children }: CategoryTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isOver = useRef(false);
  const endedByKey = useRef(false);
  const rename = useRenameCategory(type, onRenamed);

  const start = () => {
    isOver.current = false;
    onFailure(null);
    setDraft(name);
  };
  /** Blur follows Enter and Escape: only the first of them counts. */
  const end = (wanted: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    setDraft(null);
    const to = wanted?.trim() ?? '';
    if (to === '' || to === name) return;
    rename.mutate(
      { from: name, to },
      { onError: (error) => onFailure(withReason(TEXTS.renameFailed, error)) },
    );
  };

  if (draft !== null) {
    return (
      <span className="w-[280px] max-w-full">
        <Input
          size="sm"
          autoFocus
          aria-label={`New name of ${name}`}
          maxLength={120}
          value={draft}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => end(draft)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            endedByKey.current = true;
            end(event.key === 'Enter' ? draft : null);
          }}
        />
      </span>
    );
  }
  return (
    <>
      {children}
      <IconButton
        // The field had the focus and is gone: it goes back to where it came from.
        ref={(button) => {
          if (endedByKey.current) button?.focus();
          endedByKey.current = false;
        }}
        size="xs"
        label={`Rename ${name}`}
        busy={rename.isPending}
        icon={<Pencil aria-hidden="true" strokeWidth={1.75} />}
        onClick={start}
      />
    </>
  );
}
