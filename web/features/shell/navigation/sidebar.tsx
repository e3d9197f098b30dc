import { clsx } from 'clsx';
import { PanelLeftClose, Search, X } from 'lucide-react';
import { use } from 'react';
import { BrandMark } from '../../../ui/brand.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { AccountMenu } from '../account-menu.tsx';
import { ShowLayer, useSidebarCollapsed } from '../shell-state.ts';
import { NavLink } from './nav-link.tsx';
import { PAGE_GROUPS } from './pages.ts';

interface SidebarProps {
  /** A 52 px rail of icons. */
  collapsed: boolean;
  /**
   * In the drawer of small screens, a button closes the drawer instead of collapsing the sidebar.
   */
  inDrawer?: boolean;
}

/** Mark, palette, links in groups, account. */
export function Sidebar({ collapsed, inDrawer = false }: SidebarProps) {
  const show = use(ShowLayer);
  const [, setCollapsed] = useSidebarCollapsed();
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg">
      <div
        className={clsx(
          'flex h-(--size-topbar) flex-none items-center gap-2.25',
          collapsed ? 'justify-center' : 'pr-2 pl-3.5',
        )}
      >
        <BrandMark className="size-6 text-accent" />
        {collapsed ? null : (
          <>
            <span className="flex-1 text-md font-semibold tracking-[-0.015em] whitespace-nowrap">
              Boxoffice Desk
            </span>
            {inDrawer ? (
              <IconButton label="Close navigation" icon={<X />} onClick={() => show(null)} />
            ) : (
              <IconButton
                label="Collapse sidebar"
                shortcut="["
                tooltipSide="right"
                icon={<PanelLeftClose />}
                onClick={() => setCollapsed(true)}
              />
            )}
          </>
        )}
      </div>
      <PaletteButton collapsed={collapsed} />
      <nav
        aria-label="Main navigation"
        className={clsx(
          'min-h-0 flex-1 overflow-y-auto pt-0.5 pb-2.5',
          collapsed ? 'px-2.25' : 'px-2.5',
        )}
      >
        <ul className="m-0 list-none p-0">
          {PAGE_GROUPS.flatMap((group, groupIndex) =>
            group.map((page, index) => (
              <li
                key={page.to}
                className={clsx(
                  index === 0 && groupIndex > 0
                    ? 'relative mt-2.75 before:absolute before:inset-x-2.25 before:-top-1.5 before:border-t before:border-dashed before:border-border-strong before:opacity-75'
                    : 'not-first:mt-px',
                )}
              >
                <NavLink page={page} collapsed={collapsed} />
              </li>
            )),
          )}
        </ul>
      </nav>
      <div className="flex-none border-t border-border p-2">
        <AccountMenu collapsed={collapsed} />
      </div>
    </div>
  );
}

function PaletteButton({ collapsed }: Pick<SidebarProps, 'collapsed'>) {
  const show = use(ShowLayer);
  return (
    <Tooltip
      label="Search or jump to"
      shortcut={keyLabel('mod+k')}
      side="right"
      enabled={collapsed}
    >
      <button
        type="button"
        aria-label={collapsed ? 'Search or jump to' : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show('palette')}
        className={clsx(
          'mt-0.5 mb-2 flex h-7.5 flex-none items-center gap-2 rounded-md border border-border-strong bg-surface text-left text-text-muted shadow-xs hover:border-border-control hover:text-text max-md:h-10',
          collapsed ? 'mx-2.25 justify-center' : 'mx-2.5 pr-1.5 pl-2.25',
        )}
      >
        <Search className="size-3.5" />
        {collapsed ? null : (
          <>
            <span className="flex-1">Search or jump to</span>
            <span aria-hidden="true" className="flex">
              <Kbd>{keyLabel('mod+k')}</Kbd>
            </span>
          </>
        )}
      </button>
    </Tooltip>
  );
}
