import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { currentUserQuery } from '../../../lib/auth.ts';
import { type ThemeChoice, useTheme } from '../../../lib/theme.ts';
import { keyLabel } from '../../../ui/kbd.tsx';
import { Menu, MenuItem, MenuLabel, MenuRadio, MenuSeparator } from '../../../ui/menu.tsx';
import { useLogout } from '../use-logout.ts';

const themes: { value: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" strokeWidth={1.75} /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" strokeWidth={1.75} /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" strokeWidth={1.75} /> },
];

interface AccountMenuProps {
  collapsed: boolean;
  onOpenShortcuts: () => void;
  onFollow?: (() => void) | undefined;
}

/** The sidebar's footer: who is signed in; opens a menu with Settings and Logout. */
export function AccountMenu({ collapsed, onOpenShortcuts, onFollow }: AccountMenuProps) {
  const user = useQuery(currentUserQuery);
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  const logout = useLogout();
  const email = user.data?.email;
  const name = email ?? (user.isError ? 'Account not loaded' : '');
  return (
    <Menu
      side="top"
      align="start"
      className="w-[216px]"
      trigger={
        <button
          type="button"
          aria-label={email ? `Account menu, ${email}` : 'Account menu'}
          className={clsx(
            'flex h-[38px] w-full items-center gap-[9px] rounded-md text-left hover:bg-surface-active aria-expanded:bg-surface-active max-md:h-11',
            collapsed ? 'justify-center' : 'pr-2 pl-1.5',
          )}
        >
          <span
            aria-hidden="true"
            className="grid size-[26px] flex-none place-items-center rounded-full bg-accent text-xs font-[660] text-accent-contrast"
          >
            {email?.charAt(0).toUpperCase() ?? ''}
          </span>
          {collapsed ? null : (
            <>
              <span className="min-w-0 flex-1 truncate" title={email}>
                {name}
              </span>
              <ChevronsUpDown
                aria-hidden="true"
                className="size-3.5 flex-none"
                strokeWidth={1.75}
              />
            </>
          )}
        </button>
      }
    >
      {email ? <MenuLabel>{email}</MenuLabel> : null}
      <MenuSeparator />
      <MenuItem
        icon={<Settings aria-hidden="true" strokeWidth={1.75} />}
        shortcut={keyLabel('g s')}
        onSelect={() => {
          onFollow?.();
          void navigate({ to: '/settings' });
        }}
      >
        Settings
      </MenuItem>
      <MenuItem
        icon={<Keyboard aria-hidden="true" strokeWidth={1.75} />}
        shortcut="?"
        onSelect={onOpenShortcuts}
      >
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      <MenuRadio label="Theme" value={theme} onChange={setTheme} choices={themes} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" strokeWidth={1.75} />} onSelect={logout}>
        Logout
      </MenuItem>
    </Menu>
  );
}
