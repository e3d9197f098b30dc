import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type MouseEvent, use } from 'react';
import { keyLabel } from '../../../ui/kbd.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { ShowLayer } from '../shell-state.ts';
import { focusPageStart } from './focus-page-start.ts';
import type { Page } from './pages.ts';

const LiveDot = latePart(() => import('./live-dot.tsx'), 'LiveDot');

// The live channel's code loads after the shell.

interface NavLinkProps {
  page: Page;
  /** Whether only the icon is shown, with the name in a tooltip. */
  collapsed: boolean;
}

/** A line of the sidebar. */
export function NavLink({ page, collapsed }: NavLinkProps) {
  const show = use(ShowLayer);
  const router = useRouter();
  /** Closes the drawer, and begins the page with its field. */
  const open = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    show(null);
    if (!ctrlKey && !metaKey && !shiftKey) focusPageStart(router, page.to);
  };
  const pathname = useLocation({ select: (location) => location.pathname });
  const Icon = page.icon;
  return (
    <Tooltip
      label={page.label}
      shortcut={keyLabel(`g ${page.letter}`)}
      side="right"
      enabled={collapsed}
    >
      <Link
        to={page.to}
        activeOptions={{ exact: page.to === '/', includeSearch: false }}
        aria-current={page.alias === pathname ? 'page' : undefined}
        aria-label={collapsed ? page.label : undefined}
        onClick={open}
        className={clsx(
          'relative flex h-7.5 items-center gap-2.25 rounded-md font-normal whitespace-nowrap text-text-muted transition-colors duration-(--duration-instant) hover:bg-surface-active hover:text-text max-md:h-10 max-md:text-md',
          'aria-[current=page]:bg-accent-subtle aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:[&_svg]:text-accent-text',
          'aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-1.5 aria-[current=page]:before:w-0.75 aria-[current=page]:before:rounded-r-[3px] aria-[current=page]:before:bg-accent',
          'forced-colors:aria-[current=page]:outline',
          collapsed
            ? 'justify-center aria-[current=page]:before:-left-2.25'
            : 'pr-2 pl-2.25 aria-[current=page]:before:-left-2.5',
        )}
      >
        <Icon className="size-4 flex-none" />
        {collapsed ? null : <NavLabel label={page.label} />}
        {page.isLive ? <LiveDot collapsed={collapsed} /> : null}
      </Link>
    </Tooltip>
  );
}

/** The [VF] mark is separated from the name. */
function NavLabel({ label }: { label: string }) {
  const [, mark, name] = /^(\[VF\]) (.*)$/.exec(label) ?? [];
  if (!mark) return <span className="truncate">{label}</span>;
  return (
    <span className="truncate">
      <span className="mr-px font-mono text-2xs tracking-[-0.04em] text-text-subtle in-aria-[current=page]:text-accent-text">
        {mark}
      </span>{' '}
      {name}
    </span>
  );
}
