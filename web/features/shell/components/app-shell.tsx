import { Outlet, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { WifiOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { saved, useSaved } from '../../../kit/saved/saved.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useOnline } from '../../../lib/online.ts';
import { setTheme } from '../../../lib/theme.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LAYER_ROOT_ID } from '../../../ui/layer-root.ts';
import { TopBarSlots } from '../../../ui/page.tsx';
import { TopProgress } from '../../../ui/progress.tsx';
import { Toaster } from '../../../ui/toast.tsx';
import { ALL_PAGES } from '../navigation.ts';
import { useLogout } from '../use-logout.ts';
import { PageKey, useShellKeys } from '../use-shell-keys.ts';
import { OwnPasswordBanner } from './account-dialogs.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const NavDrawer = lazy(() =>
  import('./nav-drawer.tsx').then((module) => ({ default: module.NavDrawer })),
);
const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(() =>
  loadPalette().then((module) => ({ default: module.CommandPalette })),
);
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

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
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const layerProps = (name: Exclude<Layer, null>) => ({
    open: layer === name,
    onOpenChange: (open: boolean) => setLayer(open ? name : null),
  });
  const sidebarProps = {
    onApproachPalette: loadPalette,
    onOpenPalette: () => setLayer('palette'),
    onOpenShortcuts: () => setLayer('shortcuts'),
  };
  useShellKeys({
    approachPalette: loadPalette,
    openPalette: () => setLayer('palette'),
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
      <Suspense>
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
        {layer === 'palette' ? <CommandPalette {...layerProps('palette')} /> : null}
        {layer === 'shortcuts' ? <ShortcutsDialog {...layerProps('shortcuts')} /> : null}
      </Suspense>
      <Toaster />
    </>
  );
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
    <div className="flex-none px-5 pt-3 max-md:px-3.5">
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
