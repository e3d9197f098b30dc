import { createFileRoute } from '@tanstack/react-router';
import { ImapAccountsScreen } from '../../features/imap-accounts/components/imap-accounts-screen.tsx';

export const Route = createFileRoute('/_app/imap-accounts')({ component: ImapAccountsScreen });
