import { ShownOnceDialog } from '../../kit/shown-once-dialog.tsx';

interface SigningSecretDialogProps {
  name: string;
  secret: string;
  onClose: () => void;
}

/** The secret of a new webhook, which is shown once. */
export function SigningSecretDialog({ name, secret, onClose }: SigningSecretDialogProps) {
  return (
    <ShownOnceDialog
      what="secret"
      text={secret}
      description={`It signs the messages of "${name}" and cannot be shown again.`}
      onClose={onClose}
    >
      <p className="text-xs text-text-muted">
        The receiver checks the headers webhook-id, webhook-timestamp and webhook-signature with it,
        as Standard Webhooks describe.
      </p>
    </ShownOnceDialog>
  );
}
