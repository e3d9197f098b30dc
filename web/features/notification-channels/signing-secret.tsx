import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';

interface SigningSecretDialogProps {
  name: string;
  secret: string;
  onClose: () => void;
}

/** The secret of a new webhook, which is shown once. */
export function SigningSecretDialog({ name, secret, onClose }: SigningSecretDialogProps) {
  const [isHeld, setIsHeld] = useState(false);
  // Closing loses the secret: only Done does.
  return (
    <Dialog
      open
      onOpenChange={() => setIsHeld(true)}
      title="Copy the secret now"
      description={`It signs the messages of "${name}" and cannot be shown again.`}
      footer={
        <>
          {isHeld ? (
            <span className="mr-auto text-xs" role="alert">
              <FieldError>Copy the secret, then choose Done.</FieldError>
            </span>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2.5">
        <div className="flex items-center gap-2 rounded-md bg-accent-subtle p-2.5 max-md:flex-col max-md:items-start">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{secret}</code>
          <CopyButton text={secret} label="Copy" copiedLabel="Copied" labelled />
        </div>
        <p className="text-xs text-text-muted">
          The receiver checks the headers webhook-id, webhook-timestamp and webhook-signature with
          it, as Standard Webhooks describe.
        </p>
      </div>
    </Dialog>
  );
}
