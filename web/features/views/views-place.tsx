import { useRouterState } from '@tanstack/react-router';
import { ChevronDown, LayoutList } from 'lucide-react';
import type { ReactNode } from 'react';
import { screenAt } from '../../../shared/views/screens.ts';
import { Button } from '../../ui/button.tsx';

/**
 * The text of the button of views: with the name of a view, which loads later, it is as wide as
 * without one.
 */
export const ViewsLabel = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <>
    <span className="w-16 truncate text-left max-xl:sr-only">{children}</span>
    {note}
    <ChevronDown className="size-3.5 max-xl:hidden" />
  </>
);

/**
 * The reserved space of the button of views while its code loads, so that the head of the page does
 * not move when it appears.
 */
export function ViewsPlace() {
  const screen = useRouterState({ select: ({ location }) => screenAt(location.pathname) });
  if (screen === null) return null;
  return (
    <Button size="sm" icon={<LayoutList />} className="invisible" disabled>
      <ViewsLabel>Views</ViewsLabel>
    </Button>
  );
}
