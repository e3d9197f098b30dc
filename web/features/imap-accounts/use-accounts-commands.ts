import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import { useCommands } from '../../lib/commands.ts';
import { useShortcut } from '../../lib/shortcuts.ts';

/** Mailboxes that the palette names; the filter of the screen finds the others. */
const MOST_NAMED = 200;

/** What can be done on the screen, by the palette and by key. */
export function useAccountsCommands(
  accounts: readonly ImapAccount[],
  onEdit: (subject: ImapAccount | 'new') => void,
): void {
  useShortcut('n', 'Add New Account', () => onEdit('new'));
  useCommands([
    {
      id: 'imap-accounts.add',
      label: 'Add New Account',
      keywords: ['mailbox', 'email'],
      shortcut: 'N',
      run: () => onEdit('new'),
    },
    ...accounts.slice(0, MOST_NAMED).map((account) => ({
      id: `imap-accounts.edit.${account.id}`,
      label: `Edit ${account.user}`,
      group: 'Mailboxes',
      keywords: [account.user, account.host],
      run: () => onEdit(account),
    })),
  ]);
}
