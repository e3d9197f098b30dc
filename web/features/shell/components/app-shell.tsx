import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { saved, useSaved } from '../../../kit/saved/saved.ts';
import { useCommands } from '../../../lib/commands.ts';
import { isFocusLost } from '../../../lib/focus.ts';
import { useOnline } from '../../../lib/online.ts';
import { setTheme } from '../../../lib/theme.ts';
import { Banner } from '../../../ui/banner.tsx';
import { late, useIdleLoad } from '../../../ui/late.tsx';
import { LAYER_ROOT_ID } from '../../../ui/layer-root.ts';
import { TopBarSlots } from '../../../ui/page.tsx';
import { TopProgress } from '../../../ui/progress.tsx';
import { Toaster } from '../../../ui/toast.tsx';
import { ALL_PAGES } from '../navigation.ts';
import { useLogout } from '../use-logout.ts';
import { PageKey, useShellKeys } from '../use-shell-keys.ts';
import { OwnPasswordBanner } from './account-dialogs.tsx';
import type { CommandPaletteProps } from './command-palette.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const NavDrawer = late(() => import('./nav-drawer.tsx'), 'NavDrawer');
const CommandPalette = late(() => import('./command-palette.tsx'), 'CommandPalette', EarlyKeys);
const ShortcutsDialog = late(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

/** Whether the sidebar shows icons only. */
const sidebarCollapsed = saved({
  key: 'sidebar-collapsed',
  schema: z.boolean(),
  fallback: false,
  owner: 'browser',
});

type Layer = 'palette' | 'shortcuts' | 'drawer' | null;

/**
 * Everything around a page: sidebar, top bar, palette, toasts. Stays while pages change and when one fails.
 * @param status stands in the top bar of every page, once its code is loaded
 */
export function AppShell({ status }: { status: ReactNode }) {
  const [collapsed, setCollapsed] = useSaved(sidebarCollapsed);
  const [layer, setLayer] = useState<Layer>(null);
  const [early, setEarly] = useState('');
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const layerProps = (name: Exclude<Layer, null>) => ({
    open: layer === name,
    onOpenChange: (open: boolean) => setLayer(open ? name : null),
  });
  const openPalette = () => {
    setEarly('');
    setLayer('palette');
  };
  useIdleLoad(CommandPalette.load);
  useContentStart();
  const sidebarProps = {
    onApproachPalette: CommandPalette.load,
    onOpenPalette: openPalette,
    onOpenShortcuts: () => setLayer('shortcuts'),
  };
  useShellKeys({
    approachPalette: CommandPalette.load,
    openPalette,
    openShortcuts: () => setLayer('shortcuts'),
    toggleSidebar: () => setCollapsed(!collapsed),
  });
  useShellCommands({
    collapsed,
    setCollapsed,
    openShortcuts: () => setLayer('shortcuts'),
  });

  return (
    <>
      {ALL_PAGES.map((page) => (
        <PageKey key={page.to} page={page} />
      ))}
      <TopProgress active={isLoading} label="Loading page" />
      <RouteAnnouncer />
      <div className="flex h-dvh overflow-hidden">
        {/* biome-ignore lint/a11y/useValidAnchor: a skip link; it moves focus without touching the address. */}
        <a
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            document.getElementById('main')?.focus();
          }}
          className="fixed -top-15 left-2 z-(--z-tooltip) rounded-md bg-surface-inverse px-3 py-2 text-text-inverse focus:top-2"
        >
          Skip to content
        </a>
        <aside
          aria-label="Main"
          className={clsx(
            'flex-none border-r border-border max-md:hidden',
            collapsed ? 'w-(--size-rail)' : 'w-(--size-sidebar)',
          )}
        >
          <Sidebar
            {...sidebarProps}
            collapsed={collapsed}
            inDrawer={false}
            onToggle={() => setCollapsed(true)}
          />
        </aside>
        <div className="relative flex min-w-0 flex-1 flex-col bg-surface">
          <TopBar
            collapsed={collapsed}
            onExpand={() => setCollapsed(false)}
            onOpenDrawer={() => setLayer('drawer')}
            headingRef={setHeading}
            actionsRef={setActions}
            status={status}
          />
          <OfflineBanner />
          <OwnPasswordBanner />
          <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none!">
            <TopBarSlots value={{ heading, actions }}>
              <Outlet />
            </TopBarSlots>
            <div id={LAYER_ROOT_ID} className="contents" />
          </main>
        </div>
      </div>
      {layer === 'drawer' ? (
        <NavDrawer {...layerProps('drawer')}>
          <Sidebar
            {...sidebarProps}
            inDrawer
            collapsed={false}
            onToggle={() => setLayer(null)}
            onFollow={() => setLayer(null)}
          />
        </NavDrawer>
      ) : null}
      {layer === 'palette' ? (
        <CommandPalette {...layerProps('palette')} typed={early} onType={setEarly} />
      ) : null}
      {layer === 'shortcuts' ? <ShortcutsDialog {...layerProps('shortcuts')} /> : null}
      <Toaster />
    </>
  );
}

/**
 * After a change of page that removed the focused element, Tab continues in the new page's content and not with the
 * sidebar's links. No element gets the focus: pages that put it somewhere do so afterwards.
 */
function useContentStart(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || !isFocusLost()) return;
        const main = document.getElementById('main');
        main?.focus({ preventScroll: true });
        main?.blur();
      }),
    [router],
  );
}

/** Collects the text that is typed for the palette while its code loads. */
function EarlyKeys({ onType, onOpenChange }: CommandPaletteProps) {
  const leave = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    let text = '';
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event;
      if (key === 'Escape') leave();
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText && key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      text = isText ? text + key : text.slice(0, -1);
      onType(text);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onType]);
  return null;
}

interface ShellCommands {
  collapsed: boolean;
  setCollapsed: (collapsed: boolean) => void;
  openShortcuts: () => void;
}

function useShellCommands({ collapsed, setCollapsed, openShortcuts }: ShellCommands): void {
  const logout = useLogout();
  useCommands([
    {
      id: 'shell.sidebar',
      label: collapsed ? 'Expand sidebar' : 'Collapse sidebar',
      shortcut: '[',
      run: () => setCollapsed(!collapsed),
    },
    {
      id: 'shell.theme.light',
      label: 'Light theme',
      keywords: ['appearance'],
      run: () => setTheme('light'),
    },
    {
      id: 'shell.theme.dark',
      label: 'Dark theme',
      keywords: ['appearance'],
      run: () => setTheme('dark'),
    },
    {
      id: 'shell.theme.system',
      label: "Follow the system's theme",
      keywords: ['appearance'],
      run: () => setTheme('system'),
    },
    {
      id: 'shell.shortcuts',
      label: 'Keyboard shortcuts',
      keywords: ['help', 'keys'],
      shortcut: '?',
      run: openShortcuts,
    },
    {
      id: 'shell.logout',
      label: 'Logout',
      keywords: ['sign out', 'leave'],
      run: () => void logout(),
    },
  ]);
}

/** A banner under the top bar while the browser has no network. */
function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <div className="flex-none border-b border-border px-5 py-3 max-md:px-3.5">
      <Banner
        tone="warning"
        title="You are offline."
        icon={<WifiOff className="text-warning-text" />}
      >
        Searches and changes can fail until the connection is back.
      </Banner>
    </div>
  );
}

/** Announces the title of the page after a navigation, which does not move the focus. */
function RouteAnnouncer() {
  const title = useRouterState({
    select: ({ matches }) => matches.at(-1)?.meta?.find((tag) => tag?.title)?.title ?? '',
  });
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
