import { SunMoon } from 'lucide-react';
import { shownTheme, useTheme } from '../../../lib/theme.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Turns light and dark round. Following the system is chosen in the account menu. */
export function ThemeSwitch() {
  const [, setTheme] = useTheme();
  return (
    <IconButton
      label="Switch theme"
      tooltipSide="bottom"
      icon={<SunMoon aria-hidden="true" strokeWidth={1.75} />}
      onClick={() => setTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
    />
  );
}
