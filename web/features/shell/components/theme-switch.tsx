import { SunMoon } from 'lucide-react';
import { shownTheme, useTheme } from '../../../lib/theme.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Switches between light and dark. The account menu also offers the system's theme. */
export function ThemeSwitch() {
  const [, setTheme] = useTheme();
  return (
    <IconButton
      label="Switch theme"
      tooltipSide="bottom"
      icon={<SunMoon />}
      onClick={() => setTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
    />
  );
}
