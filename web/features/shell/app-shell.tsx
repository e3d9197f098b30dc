import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { isFocusLost } from '../../lib/focus.ts';
import { onSleep } from '../../lib/now.ts';
import { latePart, useIdleLoad } from '../../ui/late-part.tsx';
import { LAYER_ROOT_ID } from '../../ui/layer-root.ts';
import { overlayCode } from '../../ui/overlay-code.tsx';
import { TopBarSlots } from '../../ui/page.tsx';
import { TopProgress } from '../../ui/progress.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { EarlyKeys } from '../palette/early-keys.tsx';
import { OfflineBanner, ReleaseBanner, ReloadBanner } from './banners/banners.tsx';
import { ShellKeys } from './keys/shell-keys.tsx';
import { ALL_PAGES } from './navigation/pages.ts';
import { Sidebar } from './navigation/sidebar.tsx';
import { type Layer, ShowLayer, useSidebarCollapsed } from './shell-state.ts';
import { TopBar } from './top-bar.tsx';

const CommandPalette = latePart(
  () => import('../palette/command-palette.tsx'),
  'CommandPalette',
  EarlyKeys,
);
const LiveRefusalBanner = latePart(() => import('./banners/live-refusal.tsx'), 'LiveRefusalBanner');
const NavDrawer = latePart(() => import('./navigation/nav-drawer.tsx'), 'NavDrawer');
const ShortcutsDialog = latePart(() => import('./keys/shortcuts-dialog.tsx'), 'ShortcutsDialog');

/**
 * After the machine has slept, everything on the page is as old as the sleep: lists, charts, and
 * the session itself.
 */
function useReloadAfterSleep(): void {
  const client = useQueryClient();
  useEffect(
    () => onSleep(() => void client.invalidateQueries({ refetchType: 'active' })),
    [client],
  );
}

/**
 * Everything around a page: sidebar, top bar, palette, toasts. It stays while pages change and when
 * one fails.
 * @param status shown in the top bar of every page once its code is loaded
 */
export function AppShell({ status }: { status: ReactNode }) {
  const [collapsed] = useSidebarCollapsed();
  const [layer, setLayer] = useState<Layer | null>(null);
  const [typed, setTyped] = useState('');
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const show = (next: Layer | null) => {
    setTyped('');
    setLayer(next);
  };
  useIdleLoad(overlayCode.load);
  useIdleLoad(CommandPalette.load);
  useContentStart();
  useReloadAfterSleep();
  return (
    <ShowLayer value={show}>
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
          <Sidebar collapsed={collapsed} />
        </aside>
        <div className="relative flex min-w-0 flex-1 flex-col bg-surface">
          <TopBar headingRef={setHeading} actionsRef={setActions} status={status} />
          <OfflineBanner />
          <ReloadBanner />
          <ReleaseBanner />
          <LiveRefusalBanner />
          <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none!">
            <TopBarSlots value={{ heading, actions }}>
              <Outlet />
            </TopBarSlots>
            <div id={LAYER_ROOT_ID} className="contents" />
          </main>
        </div>
      </div>
      {layer === 'drawer' ? (
        <NavDrawer>
          <Sidebar inDrawer collapsed={false} />
        </NavDrawer>
      ) : null}
      {layer === 'palette' ? (
        <CommandPalette
          pages={ALL_PAGES}
          typed={typed}
          onType={setTyped}
          onClose={() => show(null)}
        />
      ) : null}
      {layer === 'shortcuts' ? <ShortcutsDialog /> : null}
      <Toaster />
      <ShellKeys />
    </ShowLayer>
  );
}

/**
 * After a navigation that removed the focused element, Tab continues in the new page's content and
 * not with the sidebar's links. No element gets the focus; pages may set it afterwards.
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
