import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

interface ClearDraftProps {
  label: string;
  doneText: string;
  /** True while nothing was set since the draft was cleared. */
  isInitial: boolean;
  /** Returns an undo function. */
  onClear: () => () => void;
}

/** Clears at once; Undo replaces the button until the next change. Give it a key per draft. */
export function ClearDraft({ label, doneText, isInitial, onClear }: ClearDraftProps) {
  const [undo, setUndo] = useState<(() => void) | null>(null);
  if (isInitial && undo !== null) {
    return (
      <span role="status" className="flex items-center gap-1.5 text-xs text-text-muted">
        {doneText}
        <Button size="xs" variant="ghost" icon={<Undo2 />} onClick={undo}>
          Undo
        </Button>
      </span>
    );
  }
  return (
    <Button
      size="xs"
      variant="ghost"
      icon={<Trash2 />}
      onClick={() => {
        const takeBack = onClear();
        setUndo(() => takeBack);
      }}
    >
      {label}
    </Button>
  );
}
