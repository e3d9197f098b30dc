import { ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import { useCommands } from '../../lib/commands.ts';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';

/** Loaded on a press: it brings the parser. */
const ImportDialog = late(() => import('./import-dialog.tsx'), 'ImportDialog');
const LABEL = 'Paste accounts';

/** The button and the command that open the form for many mailboxes. */
export function PasteAccounts({ listed }: { listed: readonly ImapAccount[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useCommands([
    { id: 'imap-accounts.paste', label: LABEL, keywords: ['import', 'mailboxes'], run: open },
  ]);
  return (
    <>
      <Button size="sm" icon={<ClipboardPaste />} onClick={open}>
        <span className="max-md:sr-only">{LABEL}</span>
      </Button>
      {isOpen ? <ImportDialog listed={listed} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
