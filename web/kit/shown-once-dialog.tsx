import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldError } from '../ui/field.tsx';

interface ShownOnceDialogProps {
  /** The kind of text: `token`, `secret`. */
  what: string;
  text: string;
  description: string;
  onClose: () => void;
  children?: ReactNode;
}

/** Shows a text that cannot be shown again, with a button that copies it. */
export function ShownOnceDialog({
  what,
  text,
  description,
  onClose,
  children,
}: ShownOnceDialogProps) {
  const [isHeld, setIsHeld] = useState(false);
  // Closing the dialog would lose the text, so only Done closes it.
  return (
    <Dialog
      open
      onOpenChange={() => setIsHeld(true)}
      title={`Copy the ${what} now`}
      description={description}
      footer={
        <>
          {isHeld ? (
            <span className="mr-auto text-xs" role="alert">
              <FieldError>Copy the {what}, then choose Done.</FieldError>
            </span>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <div className="flex items-center gap-2 rounded-md bg-accent-subtle p-2.5 max-md:flex-col max-md:items-start">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{text}</code>
          <CopyButton text={text} label="Copy" copiedLabel="Copied" labelled />
        </div>
        {children}
      </div>
    </Dialog>
  );
}
