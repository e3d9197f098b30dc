import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Eraser,
  Fingerprint,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  MonitorSmartphone,
  MonitorX,
  Moon,
  Settings,
  Sun,
} from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery } from '../../../lib/auth.ts';
import { useCommands } from '../../../lib/commands.ts';
import { type ThemeChoice, useTheme } from '../../../lib/theme.ts';
import { keyLabel } from '../../../ui/kbd.tsx';
import { Menu, MenuItem, MenuLabel, MenuRadio, MenuSeparator } from '../../../ui/menu.tsx';
import { useLogout } from '../use-logout.ts';
import { AccountButton } from './account-button.tsx';
import { type AccountDialogName, AccountDialogs } from './account-dialogs.tsx';

const themes: { value: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'System', icon: <Monitor /> },
];

const tasks: { name: AccountDialogName; label: string; icon: typeof KeyRound }[] = [
  { name: 'password', label: 'Change password', icon: KeyRound },
  { name: 'passkeys', label: 'Passkeys', icon: Fingerprint },
  { name: 'sessions', label: 'Sessions', icon: MonitorSmartphone },
];

interface AccountMenuProps {
  collapsed: boolean;
  onOpenShortcuts: () => void;
  onFollow?: (() => void) | undefined;
}

/** The sidebar's footer: shows who is signed in and opens a menu with Settings, themes and ways to sign out. */
export function AccountMenu({ collapsed, onOpenShortcuts, onFollow }: AccountMenuProps) {
  const { data: user } = useQuery(currentUserQuery);
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  const logout = useLogout();
  const [dialog, setDialog] = useState<AccountDialogName | null>(null);
  useCommands(
    tasks.map(({ name, label }) => ({
      id: `account.${name}`,
      label,
      keywords: ['account', 'security'],
      run: () => setDialog(name),
    })),
  );
  return (
    <>
      <Menu
        side="top"
        align="start"
        className="w-[248px]"
        trigger={<AccountButton collapsed={collapsed} />}
      >
        {user ? (
          <>
            <MenuLabel>{user.email}</MenuLabel>
            <MenuSeparator />
          </>
        ) : null}
        <MenuItem
          icon={<Settings />}
          shortcut={keyLabel('g s')}
          onSelect={() => {
            onFollow?.();
            void navigate({ to: '/settings' });
          }}
        >
          Settings
        </MenuItem>
        <MenuItem icon={<Keyboard />} shortcut="?" onSelect={onOpenShortcuts}>
          Keyboard shortcuts
        </MenuItem>
        {tasks.map(({ name, label, icon: Icon }) => (
          <MenuItem key={name} icon={<Icon />} onSelect={() => setDialog(name)}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuLabel>Theme</MenuLabel>
        <MenuRadio label="Theme" value={theme} onChange={setTheme} choices={themes} />
        <MenuSeparator />
        <MenuItem icon={<LogOut />} onSelect={() => void logout()}>
          Logout
        </MenuItem>
        <MenuItem icon={<MonitorX />} onSelect={() => void logout('everywhere')}>
          Sign out everywhere
        </MenuItem>
        <MenuItem icon={<Eraser />} onSelect={() => void logout('forget')}>
          Log out and forget this browser
        </MenuItem>
      </Menu>
      <AccountDialogs open={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
