import { Menu as MenuIcon, PanelLeftOpen, SunMoon } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { setTheme, shownTheme } from '../../kit/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ShowLayer, useSidebarCollapsed } from './shell-state.ts';

interface TopBarProps {
  /** The elements into which PageHeader renders the title and the actions. */
  headingRef: (element: HTMLElement | null) => void;
  actionsRef: (element: HTMLElement | null) => void;
  status: ReactNode;
}

/** 48 px: navigation button, the page's title and context, its actions, the status, the theme. */
export function TopBar({ headingRef, actionsRef, status }: TopBarProps) {
  const show = use(ShowLayer);
  const [collapsed, setCollapsed] = useSidebarCollapsed();
  return (
    <header className="flex h-(--size-topbar) flex-none items-center gap-2.5 border-b border-border bg-surface pr-4 pl-5 max-md:gap-1.5 max-md:pr-2.5 max-md:pl-2">
      <span className="md:hidden">
        <IconButton
          size="md"
          label="Open navigation"
          icon={<MenuIcon />}
          onClick={() => show('drawer')}
        />
      </span>
      {collapsed ? (
        <span className="-ml-1 max-md:hidden">
          <IconButton
            label="Expand sidebar"
            shortcut="["
            tooltipSide="bottom"
            icon={<PanelLeftOpen />}
            onClick={() => setCollapsed(false)}
          />
        </span>
      ) : null}
      <div ref={headingRef} className="flex min-w-0 flex-1 items-center gap-2.5" />
      <div ref={actionsRef} className="flex flex-none items-center gap-2 empty:hidden" />
      <span aria-hidden="true" className="h-4.5 w-px flex-none bg-border-strong max-md:hidden" />
      <span className="flex items-center justify-end gap-1">{status}</span>
      <span className="max-md:hidden">
        {/* The account menu also offers the system's theme. */}
        <IconButton
          label="Switch theme"
          tooltipSide="bottom"
          icon={<SunMoon />}
          onClick={() => setTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
        />
      </span>
    </header>
  );
}
