import { ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { Button } from '../../../ui/button.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SignInQueue } from '../sign-in/sign-in-queue.tsx';
import type { PastedSignIns } from './import-dialog.tsx';

/** Loaded on a press, because it includes the parser. */
const ImportDialog = latePart(() => import('./import-dialog.tsx'), 'ImportDialog');
const EMPTY = { text: '', tags: '' };
const LABEL = 'Paste accounts';

/** The button and the command that open the form for many mailboxes. */
export function PasteAccounts({ listed }: { listed: readonly ImapAccount[] }) {
  const [isOpen, setIsOpen] = useState(false);
  // In memory only, because the lines contain passwords.
  const typed = useState(EMPTY);
  const open = () => setIsOpen(true);
  const close = () => setIsOpen(false);
  const [signIns, setSignIns] = useState<PastedSignIns | null>(null);
  const done = (waiting?: PastedSignIns) => {
    close();
    typed[1](EMPTY);
    setSignIns(waiting ?? null);
  };
  const closeSignIns = (left: string[]) => {
    setSignIns(null);
    if (signIns === null || left.length === 0) return;
    toast({
      title:
        left.length === 1 ? '1 address not signed in' : `${left.length} addresses not signed in`,
      text: left.join(', '),
      tone: 'info',
      action: { label: 'Sign in', run: () => setSignIns({ ...signIns, addresses: left }) },
    });
  };
  useCommands([
    { id: 'imap-accounts.paste', label: LABEL, keywords: ['import', 'mailboxes'], run: open },
  ]);
  return (
    <>
      <Button size="sm" icon={<ClipboardPaste />} onClick={open}>
        <span className="max-md:sr-only">{LABEL}</span>
      </Button>
      {isOpen ? <ImportDialog listed={listed} typed={typed} onClose={close} onDone={done} /> : null}
      {signIns ? <SignInQueue {...signIns} onClose={closeSignIns} /> : null}
    </>
  );
}
