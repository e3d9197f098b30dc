import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusSearch } from '../../lib/focus.ts';
import { useShortcut, useShortcutListener } from '../../lib/shortcuts.ts';
import type { ALL_PAGES } from './navigation.ts';

interface ShellKeyActions {
  /** Ctrl or Cmd is pressed; K may follow. */
  approachPalette: () => void;
  openPalette: () => void;
  openShortcuts: () => void;
  toggleSidebar: () => void;
}

/** The keys that work on every page. */
export function useShellKeys({
  approachPalette,
  openPalette,
  openShortcuts,
  toggleSidebar,
}: ShellKeyActions): void {
  useShortcutListener();
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') approachPalette();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [approachPalette]);
  useShortcut('mod+k', 'Command palette', openPalette, { scope: 'app' });
  const router = useRouter();
  const search = () => {
    const hasNone = WITHOUT_SEARCH.includes(router.state.location.pathname) && !focusSearch();
    if (hasNone) void router.navigate({ to: '/ticketmaster' });
    focusPageSearch();
  };
  useShortcut('/', "Focus the page's search, or the artist search", search, { scope: 'app' });
  useShortcut('[', 'Collapse or expand the sidebar', toggleSidebar, { scope: 'app' });
  useShortcut('?', 'Keyboard shortcuts', openShortcuts, { scope: 'app' });
}

/** Pages of forms: `/` leads to the artist search from there. On other pages the search may still be loading. */
const WITHOUT_SEARCH = [
  '/encore-tool',
  '/adonis-tool',
  '/tsuki-tool',
  '/signup',
  '/presale-code-tool',
  '/user-generator',
  '/settings',
];

/** `G` then a letter goes to a page. One component per page keeps the hooks' order fixed. */
export function PageKey({ page }: { page: (typeof ALL_PAGES)[number] }): null {
  const navigate = useNavigate();
  useShortcut(`g ${page.letter}`, `Go to ${page.label}`, () => void navigate({ to: page.to }), {
    scope: 'app',
  });
  return null;
}

/** Focuses the page's search. While the page loads, it waits for the search until the next key or click. */
function focusPageSearch(): void {
  if (focusSearch()) return;
  const done = new AbortController();
  const arrival = new MutationObserver(() => {
    if (focusSearch()) done.abort();
  });
  done.signal.addEventListener('abort', () => arrival.disconnect());
  arrival.observe(document.body, { childList: true, subtree: true });
  // The current keydown does not reach a listener that is added to the window while the window dispatches it.
  for (const another of ['keydown', 'pointerdown'])
    window.addEventListener(another, () => done.abort(), { signal: done.signal });
}
