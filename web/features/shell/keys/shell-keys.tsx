import { useNavigate, useRouter } from '@tanstack/react-router';
import { use } from 'react';
import { useCommands } from '../../../kit/keys/commands.ts';
import { useShortcut, useShortcutListener } from '../../../kit/keys/shortcuts.ts';
import { setTheme } from '../../../kit/theme.ts';
import { focusOnceThere, focusSearch } from '../../../lib/focus.ts';
import { useLogout } from '../../account/sessions/use-logout.ts';
import { focusPageStart } from '../navigation/focus-page-start.ts';
import { ALL_PAGES, type Page } from '../navigation/pages.ts';
import { ShowLayer, useSidebarCollapsed } from '../shell-state.ts';

const IN_APP = { scope: 'app' } as const;

const THEMES = [
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
  { theme: 'system', label: "Follow the system's theme" },
] as const;

/** The keys and commands that work on every page. */
export function ShellKeys() {
  const show = use(ShowLayer);
  const [collapsed, setCollapsed] = useSidebarCollapsed();
  const logout = useLogout();
  const router = useRouter();
  const toggleSidebar = () => setCollapsed(!collapsed);
  const openShortcuts = () => show('shortcuts');
  const search = () => {
    const hasNone = WITHOUT_SEARCH.includes(router.state.location.pathname) && !focusSearch();
    if (hasNone) void router.navigate({ to: '/ticketmaster' });
    focusOnceThere(focusSearch);
  };
  useShortcutListener();
  useShortcut('mod+k', 'Command palette', () => show('palette'), IN_APP);
  useShortcut('/', "Focus the page's search, or the artist search", search, IN_APP);
  useShortcut('[', 'Collapse or expand the sidebar', toggleSidebar, IN_APP);
  useShortcut('?', 'Keyboard shortcuts', openShortcuts, IN_APP);
  useCommands([
    {
      id: 'shell.sidebar',
      label: collapsed ? 'Expand sidebar' : 'Collapse sidebar',
      shortcut: '[',
      run: toggleSidebar,
    },
    ...THEMES.map(({ theme, label }) => ({
      id: `shell.theme.${theme}`,
      label,
      keywords: ['appearance'],
      run: () => setTheme(theme),
    })),
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
  return ALL_PAGES.map((page) => <PageKey key={page.to} page={page} />);
}

/**
 * Pages of forms: there, `/` opens the artist search. On other pages the search may still be
 * loading.
 */
const WITHOUT_SEARCH = [
  '/encore-tool',
  '/adonis-tool',
  '/tsuki-tool',
  '/signup',
  '/presale-code-tool',
  '/user-generator',
  '/settings',
];

/** `G` then a letter opens a page. One component per page keeps the hooks' order fixed. */
function PageKey({ page }: { page: Page }): null {
  const navigate = useNavigate();
  const router = useRouter();
  const go = () => {
    // A page that is open already is not rendered again.
    if (router.state.location.pathname !== page.to) focusPageStart(router, page.to);
    void navigate({ to: page.to });
  };
  useShortcut(`g ${page.letter}`, `Go to ${page.label}`, go, IN_APP);
  return null;
}
