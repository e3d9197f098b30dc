import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  ChevronsUpDown,
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
import { type ComponentProps, use, useState } from 'react';
import { useCommands } from '../../kit/keys/commands.ts';
import { type ThemeChoice, useTheme } from '../../kit/theme.ts';
import { releaseOfPage } from '../../lib/release.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { keyLabel } from '../../ui/kbd.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Menu, MenuItem, MenuLabel, MenuRadio, MenuSeparator } from '../../ui/menu.tsx';
import { useLogout } from '../account/sessions/use-logout.ts';
import { ShowLayer } from './shell-state.ts';

const themes: { value: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'System', icon: <Monitor /> },
];

const ChangePasswordDialog = latePart(
  () => import('../account/password/change-password-dialog.tsx'),
  'ChangePasswordDialog',
);
const PasskeysDialog = latePart(
  () => import('../account/passkeys/passkeys-dialog.tsx'),
  'PasskeysDialog',
);
const SessionsDialog = latePart(
  () => import('../account/sessions/sessions-dialog.tsx'),
  'SessionsDialog',
);

const tasks = [
  { name: 'password', label: 'Change password', icon: KeyRound, Task: ChangePasswordDialog },
  { name: 'passkeys', label: 'Passkeys', icon: Fingerprint, Task: PasskeysDialog },
  { name: 'sessions', label: 'Sessions', icon: MonitorSmartphone, Task: SessionsDialog },
];

/**
 * The sidebar's footer: shows the signed-in operator and opens a menu with Settings, themes and
 * ways to sign out.
 */
export function AccountMenu({ collapsed }: { collapsed: boolean }) {
  const show = use(ShowLayer);
  const { data: user } = useQuery(currentUserQuery);
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  const logout = useLogout();
  const release = releaseOfPage();
  const [task, setTask] = useState<(typeof tasks)[number] | null>(null);
  useCommands(
    tasks.map((entry) => ({
      id: `account.${entry.name}`,
      label: entry.label,
      keywords: ['account', 'security'],
      run: () => setTask(entry),
    })),
  );
  return (
    <>
      <Menu
        side="top"
        align="start"
        className="w-62"
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
            show(null);
            void navigate({ to: '/settings' });
          }}
        >
          Settings
        </MenuItem>
        <MenuItem icon={<Keyboard />} shortcut="?" onSelect={() => show('shortcuts')}>
          Keyboard shortcuts
        </MenuItem>
        {tasks.map((entry) => (
          <MenuItem key={entry.name} icon={<entry.icon />} onSelect={() => setTask(entry)}>
            {entry.label}
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
          Log out everywhere
        </MenuItem>
        <MenuItem icon={<Eraser />} onSelect={() => void logout('forget')}>
          Log out and forget this browser
        </MenuItem>
        {release ? (
          <>
            <MenuSeparator />
            <MenuLabel>
              Version {release.version} (schema {release.schema})
            </MenuLabel>
          </>
        ) : null}
      </Menu>
      {task ? <task.Task onClose={() => setTask(null)} /> : null}
    </>
  );
}

interface AccountButtonProps extends ComponentProps<'button'> {
  /** Shows the first letter only. */
  collapsed: boolean;
}

/** The operator's e-mail and its first letter. Opens the account menu. */
function AccountButton({ collapsed, ...rest }: AccountButtonProps) {
  const user = useQuery(currentUserQuery);
  const email = user.data?.email;
  const name = email ?? (user.isError ? 'Account not loaded' : '');
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      className={clsx(
        'flex h-9.5 w-full items-center gap-2.25 rounded-md text-left hover:bg-surface-active aria-expanded:bg-surface-active max-md:h-11',
        collapsed ? 'justify-center' : 'pr-2 pl-1.5',
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-6.5 flex-none place-items-center rounded-full bg-accent text-xs font-semibold text-accent-contrast"
      >
        {email?.charAt(0).toUpperCase() ?? ''}
      </span>
      {collapsed ? (
        <span className="sr-only">Account menu, {name}</span>
      ) : (
        <>
          <span className="sr-only">Account menu, </span>
          <span className="min-w-0 flex-1 truncate" title={email}>
            {name}
          </span>
          <ChevronsUpDown className="size-3.5 flex-none" />
        </>
      )}
    </button>
  );
}
